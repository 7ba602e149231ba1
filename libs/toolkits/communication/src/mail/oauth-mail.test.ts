import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { openKit } from '../kit-client.fixture.js';

/** The access token that the mail server accepts. */
let valid = 'token-1';
let issued = 0;
const received: string[] = [];
const offered: (string | undefined)[] = [];
const tokens = createServer((_, response) => {
  issued += 1;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ access_token: `token-${issued}`, expires_in: 3_600 }));
});
const smtp = new SMTPServer({
  ...{ hideSTARTTLS: true, allowInsecureAuth: true, authMethods: ['XOAUTH2'] },
  onAuth({ accessToken, username }, _, done) {
    offered.push(accessToken);
    if (accessToken === valid && username === 'agent@acme.example') return done(null, { user: username });
    return done(null, { data: { status: '401', schemes: 'bearer' } } as never);
  },
  onData(stream, _, done) {
    stream.on('data', (chunk: Buffer) => received.push(chunk.toString('utf8')));
    stream.on('end', () => done());
  },
});
let settings: Record<string, string>;

beforeAll(async () => {
  const listening = smtp.listen(0, '127.0.0.1');
  await new Promise((done) => listening.once('listening', done));
  await new Promise<void>((done) => tokens.listen(0, '127.0.0.1', done));
  settings = {
    MAIL_FROM: 'Agent <agent@acme.example>',
    MAIL_SMTP: `smtp://agent%40acme.example@127.0.0.1:${(listening.address() as AddressInfo).port}`,
    INTERNAL_DOMAINS: 'acme.example',
    MAIL_OAUTH_TOKEN_URL: `http://127.0.0.1:${(tokens.address() as AddressInfo).port}/token`,
    MAIL_OAUTH_CLIENT_ID: 'client',
    MAIL_OAUTH_REFRESH_TOKEN: 'refresh',
  };
});
afterAll(async () => {
  await new Promise<void>((done) => smtp.close(() => done()));
  await new Promise((done) => tokens.close(done));
});
beforeEach(() => {
  received.length = 0;
  offered.length = 0;
  issued = 0;
  valid = 'token-1';
});

const mail = {
  to: ['bob@acme.example'],
  subject: 'Delivery',
  body: 'Monday.\n\n-- \nSent by an AI agent.',
  audience: 'internal',
};

async function send(variables: Record<string, string>, times = 1) {
  const kit = await openKit(variables);
  const answers = [];
  for (let time = 0; time < times; time += 1) answers.push(await kit.call('send', mail));
  await kit.client.close();
  return answers;
}

describe('mail with OAuth', () => {
  it('signs in with a token for the refresh token, and uses it again', async () => {
    const answers = await send(settings, 2);
    expect(answers.map((it) => it.isError)).toEqual([false, false]);
    expect([offered, issued, received.length]).toEqual([['token-1', 'token-1'], 1, 2]);
  });

  it('asks for another token once when the server refuses the one it has', async () => {
    valid = 'token-2';
    const [answer] = await send(settings);
    expect([answer?.isError, [...new Set(offered)], received.length]).toEqual([false, ['token-1', 'token-2'], 1]);
  });

  it('says that the token was refused, without it, and sends nothing', async () => {
    valid = 'none';
    const [answer] = await send(settings);
    expect([answer?.isError, answer?.outcome, issued, received]).toEqual([true, 'none', 2, []]);
    expect(answer?.said).toContain('refused the access token of MAIL_SMTP');
    expect(answer?.said).not.toMatch(/token-\d/);
  });

  it("uses a given access token, such as the caller's own", async () => {
    const [answer] = await send({ ...settings, MAIL_OAUTH_ACCESS_TOKEN: 'token-1' });
    expect([answer?.isError, issued]).toEqual([false, 0]);
    valid = 'another';
    const [refused] = await send({ ...settings, MAIL_OAUTH_ACCESS_TOKEN: 'token-1' });
    expect([refused?.isError, issued]).toEqual([true, 0]);
  });
});
