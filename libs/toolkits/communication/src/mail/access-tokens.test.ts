import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccessTokens } from './access-tokens.js';

const asked: Record<string, string>[] = [];
let answer: { status: number; body: unknown };
let tokenUrl: string;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += String(chunk);
  });
  request.on('end', () => {
    asked.push(Object.fromEntries(new URLSearchParams(body)));
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
});

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  tokenUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  asked.length = 0;
  answer = { status: 200, body: { access_token: 'first', expires_in: 3_600 } };
});

function setUp(parts: object = {}) {
  let now = 0;
  const oauth = { tokenUrl, clientId: 'client', clientSecret: '', refreshToken: 'refresh-1', scope: '', ...parts };
  return { tokens: new AccessTokens(oauth, () => now), later: (ms: number) => (now += ms) };
}

describe('AccessTokens', () => {
  it('asks once for many calls, and again shortly before the end', async () => {
    const { tokens, later } = setUp({ clientSecret: 's', scope: 'mail' });
    expect(await Promise.all([tokens.token(), tokens.token(), tokens.token()])).toEqual(['first', 'first', 'first']);
    expect(asked).toEqual([
      {
        grant_type: 'refresh_token',
        refresh_token: 'refresh-1',
        client_id: 'client',
        client_secret: 's',
        scope: 'mail',
      },
    ]);
    later(3_600_000 - 61_000);
    expect(await tokens.token()).toBe('first');
    answer.body = { access_token: 'second', expires_in: '3600' };
    later(1_001);
    expect(await tokens.token()).toBe('second');
    expect(asked).toHaveLength(2);
  });

  it('uses the refresh token that the server gave last, and leaves out what is empty', async () => {
    const { tokens } = setUp();
    answer.body = { access_token: 'first', refresh_token: 'refresh-2' };
    await tokens.token();
    expect(tokens.forget('first')).toBe(true);
    await tokens.token();
    expect(asked.map((it) => [it.refresh_token, 'client_secret' in it, 'scope' in it])).toEqual([
      ['refresh-1', false, false],
      ['refresh-2', false, false],
    ]);
  });

  it('keeps a newer token when an older one is forgotten', async () => {
    const { tokens } = setUp();
    await tokens.token();
    tokens.forget('other');
    await tokens.token();
    expect(asked).toHaveLength(1);
  });

  it.each([
    [400, { error: 'invalid_grant', error_description: 'Token has been revoked.' }, /revoked.*sign in again/],
    [401, { error: 'invalid_client' }, /invalid_client/],
    [503, {}, /503/],
    [200, { token_type: 'Bearer' }, /without an access token/],
  ])('refuses on %s %j, and contains no token', async (status, body, says) => {
    const { tokens } = setUp();
    answer = { status, body };
    const error = await tokens.token().catch((it: Error) => it);
    expect(String(error)).toMatch(says);
    expect(String(error)).not.toContain('refresh-1');
    answer = { status: 200, body: { access_token: 'later' } };
    expect(await tokens.token()).toBe('later');
  });

  it('has nothing to ask for when a token is given', async () => {
    const tokens = new AccessTokens({ accessToken: 'given' });
    expect([await tokens.token(), tokens.forget('given'), asked]).toEqual(['given', false, []]);
  });
});
