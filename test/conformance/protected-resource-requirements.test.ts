import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type House, startHouse } from '../e2e/house.js';
import { MovedClock } from '../e2e/moved-clock.js';
import { httpManifest } from '../fixtures/manifests.js';
import { signedIn } from '../fixtures/oauth-flow.js';
import { AuthorizationClient } from './authorization-client.js';

// Each MUST of a protected resource, one test each: RFC 6750 and 9728, OAuth 2.1 (draft-ietf-oauth-v2-1-13), and the
// authorization chapters and security practices of the MCP revisions 2025-11-25 and 2026-07-28.

const upstreamSaw: IncomingHttpHeaders[] = [];
let upstream: Server;
let house: House;
let client: AuthorizationClient;
let access: string;
const clock = new MovedClock();

beforeAll(async () => {
  upstream = createServer((request, response) => {
    upstreamSaw.push(request.headers);
    request
      .resume()
      .on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'));
  });
  await new Promise<void>((resolve) => {
    upstream.listen(0, '127.0.0.1', resolve);
  });
  house = await startHouse({}, clock);
  const ann = await signedIn(house.url, house.admin, 'ann', ['publisher']);
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
  await ann.post('/v1/namespaces', { name: 'acme' });
  await ann.post('/v1/tools', httpManifest('acme/orders', { endpoint: { url }, annotations: { readOnlyHint: true } }));
  client = new AuthorizationClient(house.url.replace('127.0.0.1', 'localhost'), `${house.url}/mcp`, ann);
  client.id = String((await client.register()).body.client_id);
  access = (await client.tokens()).access;
});
afterAll(async () => {
  await house.stop();
  upstream.closeAllConnections();
  upstream.close();
});

const message = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const initialize = message('initialize', {
  ...{ protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});
const call = message('tools/call', {
  name: 'call_tool',
  arguments: { tool: 'acme/orders', arguments: { item: 'tea' } },
});

const ask = (body: string, headers: Record<string, string> = {}, path = '/mcp') =>
  client.send('POST', `${house.url}${path}`, body, {
    ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    ...headers,
  });
const withToken = (token: string) => ({ authorization: `Bearer ${token}` });
const challengeOf = ({ headers }: { headers: Headers }) => headers.get('www-authenticate') ?? '';
const parameter = (challenge: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1];
const metadata = (path = '/mcp') => client.send('GET', `${house.url}/.well-known/oauth-protected-resource${path}`);

describe('RFC 9728, metadata', () => {
  it('section 3.2: is JSON with status 200, the path of the resource behind the well-known one', async () => {
    const { status, headers } = await metadata();
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^application\/json/)]);
  });

  it.each(['/mcp', '/mcp/toolsets/desk', '/mcp/servers/acme/shop'])(
    'section 3.3: the resource of %s is the identifier that the well-known address was made of',
    async (path) => {
      expect((await metadata(path)).body.resource).toBe(`${house.url}${path}`);
    },
  );

  it('section 1.2: the identifier has no fragment', async () => {
    expect(String((await metadata()).body.resource)).not.toContain('#');
  });

  it('section 3.2: leaves out claims without elements', async () => {
    const empty = Object.entries((await metadata()).body).filter(([, it]) => Array.isArray(it) && it.length === 0);
    expect(empty).toEqual([]);
  });

  it('MCP: names an authorization server, whose metadata has this issuer', async () => {
    const [server] = (await metadata()).body.authorization_servers as string[];
    const { status, body } = await client.send('GET', `${server}/.well-known/oauth-authorization-server`);
    expect([status, body.issuer]).toEqual([200, server]);
  });

  it('section 5.1: the challenge of a refusal leads to the metadata of the address that refused', async () => {
    for (const path of ['/mcp', '/mcp/toolsets/desk']) {
      const challenge = challengeOf(await ask(call, {}, path));
      const { status, body } = await client.send('GET', parameter(challenge, 'resource_metadata') ?? '');
      expect([status, body.resource]).toEqual([200, `${house.url}${path}`]);
    }
  });
});

describe('RFC 6750 and OAuth 2.1, requests with a token', () => {
  it('OAuth 2.1 section 5.1.1: are taken with the Authorization header', async () => {
    expect((await ask(initialize, withToken(access))).status).toBe(200);
  });

  it('RFC 9110 section 11.1: the scheme has no case', async () => {
    expect((await ask(initialize, { authorization: `bearer ${access}` })).status).toBe(200);
  });

  it('MCP: are not taken with a token in the query', async () => {
    expect((await ask(call, {}, `/mcp?auth=required&access_token=${access}`)).status).toBe(401);
  });

  it('OAuth 2.1 section 5.1: are not taken with a token in a form', async () => {
    const { status } = await ask(`access_token=${access}`, { 'content-type': 'application/x-www-form-urlencoded' });
    expect(status).toBeGreaterThanOrEqual(400);
  });

  it('RFC 6750 section 3: a refusal has a challenge of the scheme Bearer with parameters', async () => {
    const refused = await ask(call);
    expect([refused.status, challengeOf(refused)]).toEqual([401, expect.stringMatching(/^Bearer [a-z_]+="/)]);
  });

  it('RFC 6750 section 3.1: a refusal of a request without a token names no error', async () => {
    expect(parameter(challengeOf(await ask(call)), 'error')).toBeUndefined();
  });

  it('MCP: an invalid token gets 401', async () => {
    const refused = await ask(call, withToken('nobody-issued-it'));
    expect([refused.status, parameter(challengeOf(refused), 'error')]).toEqual([401, 'invalid_token']);
  });

  it('MCP: an expired token gets 401', async () => {
    const brief = (await client.tokens()).access;
    expect((await ask(initialize, withToken(brief))).status).toBe(200);
    clock.ahead += 3_601_000;
    const refused = await ask(call, withToken(brief));
    expect([refused.status, parameter(challengeOf(refused), 'error')]).toEqual([401, 'invalid_token']);
    clock.ahead = 0;
  });

  it('MCP: a token that was revoked gets 401', async () => {
    const ended = (await client.tokens()).access;
    await client.send('POST', '/oauth/revoke', new URLSearchParams({ token: ended, client_id: client.id }).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect((await ask(call, withToken(ended))).status).toBe(401);
  });

  it('MCP: a token for another resource gets 401', async () => {
    const other = (await client.tokens({ resource: `${house.url}/mcp/toolsets/desk` })).access;
    const refused = await ask(call, withToken(other));
    expect([refused.status, parameter(challengeOf(refused), 'error')]).toEqual([401, 'invalid_token']);
  });

  it('MCP: a token without the scope gets 403 with all scopes and the metadata', async () => {
    const reader = (await client.tokens({ scope: 'registry:read' })).access;
    const refused = await ask(call, withToken(reader));
    const challenge = challengeOf(refused);
    expect([refused.status, parameter(challenge, 'error')]).toEqual([403, 'insufficient_scope']);
    expect(parameter(challenge, 'scope')?.split(' ')).toContain('tools:call');
    expect(parameter(challenge, 'resource_metadata')).toContain('/.well-known/oauth-protected-resource/mcp');
  });

  it('MCP: a refused request had no effect', async () => {
    const before = upstreamSaw.length;
    for (const headers of [{}, withToken('nobody-issued-it')]) await ask(call, headers);
    expect(upstreamSaw).toHaveLength(before);
  });
});

describe('MCP security practices', () => {
  /** Headers of a new session. */
  async function inSession(by: Record<string, string>): Promise<Record<string, string>> {
    const { status, headers } = await ask(initialize, by);
    const id = headers.get('mcp-session-id') ?? '';
    expect([status, id]).toEqual([200, expect.stringMatching(/./)]);
    return { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
  }

  it('a token that arrived is not passed to an upstream', async () => {
    const own = withToken((await client.tokens()).access);
    const answer = await ask(call, { ...(await inSession(own)), ...own });
    expect(answer.status).toBe(200);
    const seen = upstreamSaw.at(-1);
    expect(seen).toBeDefined();
    expect(seen?.authorization).toBeUndefined();
  });

  it('a session does not authenticate: each request carries the token', async () => {
    const { access: own } = await client.tokens();
    const session = await inSession(withToken(own));
    expect((await ask(call, session)).status).toBe(401);
    expect((await ask(call, { ...session, ...withToken(own) })).status).toBe(200);
  });

  it('a session is of the person who opened it, and of nobody else', async () => {
    const session = await inSession(withToken((await client.tokens()).access));
    const bob = await signedIn(house.url, house.admin, 'bob', ['publisher']);
    const other = new AuthorizationClient(client.issuer, client.resource, bob);
    other.id = client.id;
    expect((await ask(call, { ...session, ...withToken((await other.tokens()).access) })).status).toBe(404);
  });

  it('every client is consented to by itself, also one that the person knows', async () => {
    const again = String((await client.register({ client_name: 'Editor' })).body.client_id);
    for (const id of [client.id, again])
      expect((await client.open({ client_id: id })).sentTo?.pathname).toMatch(/^\/consent\//);
  });
});
