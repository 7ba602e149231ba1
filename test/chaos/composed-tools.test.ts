import { randomUUID } from 'node:crypto';
import type { CreatedKey, Envelope } from '@assay/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Api } from './api.js';
import { Installation } from './installation.js';
import { patienceMs, rounds } from './soak.js';
import { until } from './until.js';

/** Compositions that are called as tools, while the server is killed: each step acts once. */
const tools = new CountingApi();
let toolsUrl: string;
let home: Installation;

beforeAll(async () => {
  toolsUrl = await tools.start();
});
afterAll(() => tools.stop());
beforeEach(() => {
  home = new Installation({ ASSAY_ADMIN_KEY: 'the-administrator-of-this-server' });
});
afterEach(() => home.remove());

const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] } as const;

/** Three steps one after the other, `wipe` among them where a person is needed; and an agent who calls them. */
async function furnish(admin: Api, second = 'act') {
  await admin.expect(201, 'POST', '/v1/namespaces', { name: 'chaos' });
  const publish = async (manifest: { readonly name: string }) => {
    await admin.expect(201, 'POST', '/v1/tools', manifest);
    await admin.expect(201, 'POST', '/v1/endorsements', { tool: manifest.name, organisation: 'default' });
  };
  const endpoint = { url: `${toolsUrl}/honouring` };
  const acts = { honoursKey: true };
  await publish(httpManifest('chaos/act', { inputSchema, endpoint, annotations: { ...acts, destructiveHint: false } }));
  await publish(httpManifest('chaos/wipe', { inputSchema, endpoint, annotations: { ...acts, destructiveHint: true } }));
  const step = (tool: string, at: number) => ({
    tool: `chaos/${tool}`,
    inputMapping: { line: `$input.lines.${at}` },
  });
  const definition = { mode: 'compose', steps: [step('act', 0), step(second, 1), step('act', 2)] };
  await publish({
    ...{ name: 'chaos/whole', version: '1.0.0', description: 'Writes three lines', protocol: 'composite' },
    ...{ inputSchema: { type: 'object', properties: { lines: { type: 'array', items: { type: 'string' } } } } },
    ...{ endpoint: { notation: 'compose', definition } },
  } as { name: string });
  const key = async (kind: string, name: string, scopes: string[]) =>
    (await admin.expect<CreatedKey>(201, 'POST', '/v1/keys', { principal: { kind, name }, scopes })).key;
  return {
    agent: await key('agent', 'carl', ['tools:call', 'registry:read']),
    person: await key('user', 'pia', ['approvals:decide']),
  };
}

const ownLines = () => [1, 2, 3].map((at) => `${randomUUID()}-${at}`);
const effectsOf = (lines: readonly string[]) =>
  lines.map((line) => [tools.effects.get(line), tools.keys.get(line)?.size]);
const once = [1, 1];

it(
  'kill -9 in the middle of a call: repeated under its key it goes on, and every step acts once',
  async () => {
    let server = await home.start();
    const { agent } = await furnish(server.api);
    for (let round = 0; round < rounds(1, 20); round += 1) {
      const lines = ownLines();
      const body = { tool: 'chaos/whole', input: { lines }, idempotencyKey: lines[0] };
      const first = tools.hold();
      void server.api.as(agent).attempt('POST', '/v1/invocations', body);
      const one = await first;
      const second = tools.hold();
      one.answer();
      const two = await second;
      await server.kill();
      two.answer();
      server = await home.start();
      const api = server.api.as(agent);
      const ended = await until('the call to be made', async () => {
        const answer = await api.attempt<Envelope>('POST', '/v1/invocations', body);
        return answer?.status === 200 ? answer.body : undefined;
      });
      expect(ended.status).toBe('succeeded');
      expect(effectsOf(lines)).toEqual([once, once, once]);
    }
  },
  patienceMs,
);

it(
  'kill -9 while a call waits for a person: it goes on after the start when they have decided',
  async () => {
    let server = await home.start();
    const { agent, person } = await furnish(server.api, 'wipe');
    const lines = ownLines();
    const body = { tool: 'chaos/whole', input: { lines } };
    const waits = await server.api.as(agent).expect<Envelope>(202, 'POST', '/v1/invocations', body);
    expect(waits.status).toBe('awaiting_approval');
    await server.kill();
    server = await home.start();
    const decision = `/v1/approvals/${waits.approval?.id}/decision`;
    await server.api.as(person).expect(200, 'POST', decision, { decision: 'approve' });
    const ended = await until('the call to end', async () => {
      const answer = await server.api.as(agent).attempt<Envelope>('GET', `/v1/invocations/${waits.id}`);
      return answer?.status === 200 ? answer.body : undefined;
    });
    expect(ended.status).toBe('succeeded');
    expect(effectsOf(lines)).toEqual([once, once, once]);
  },
  patienceMs,
);
