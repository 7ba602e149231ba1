import { generateKeyPairSync } from 'node:crypto';
import { wallClock } from '@assay/testing';
import { mayHoldSecret } from '@assay/trust';
import { afterAll, describe, expect, it } from '@jest/globals';
import { SecretlintRules } from './secretlint-rules.js';
import { WorkerLane } from './worker/worker-lane.js';

const lane = new WorkerLane(wallClock);
afterAll(() => lane.close());
const rules = new SecretlintRules(lane);
// Put together here, so that nobody takes the file for a leak.
const letters = 'q7Zt9KxB2mVw4RsY8nLc6HdJ3pGfT5aE1uQzXyWvNb';
const github = `${'gh'}p_${letters.slice(0, 36)}`;
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const secrets: readonly [string, string][] = [
  ['github', github],
  ['gitlab', `${'gl'}pat-${letters.slice(0, 20)}`],
  ['stripe', `${'sk'}_live_${letters.slice(0, 30)}`],
  ['npm', `${'np'}m_${letters.slice(0, 36)}`],
  ['anthropic', `${'sk'}-ant-api03-${(letters + letters + letters).slice(0, 93)}AA`],
  ['openai', `${'sk'}-${letters.slice(0, 20)}T3BlbkFJ${letters.slice(4, 24)}`],
  ['sendgrid', `${'S'}G.${letters.slice(0, 22)}.${letters.slice(0, 42)}x`],
  ['slack', `${'xo'}xb-123456789012-123456789012-${letters.slice(0, 24)}`],
  ['database-connection-string', `postgres://app:${letters.slice(0, 12)}@db-7.acme.io/main`],
  ['basicauth', `https://app:${letters.slice(0, 12)}@api.acme.io/`],
  ['privatekey', privateKey],
];

describe('SecretlintRules', () => {
  it.each(secrets)('finds a secret of %s, and where it is', async (kind, secret) => {
    const text = `The key is ${secret} and stays`;
    expect(mayHoldSecret(text)).toBe(true);
    const found = await rules.find(text);
    expect(found.map((it) => it.kind)).toContain(kind);
    const [first] = found;
    expect(text.slice(first?.start, first?.end)).toContain(secret.slice(0, 12));
  });

  it('does not let a text switch it off', async () => {
    expect(await rules.find(`// secretlint-disable\n${github}`)).toHaveLength(1);
  });

  it('finds nothing in words', async () => {
    expect(await rules.find('Pass your API key in the header "Authorization".')).toEqual([]);
  });
});
