import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type House, startHouse } from '../e2e/house.js';
import { newPkce, signedIn } from '../fixtures/oauth-flow.js';
import { AuthorizationClient, redirect } from './authorization-client.js';

// Each MUST of an authorization server, one test each: OAuth 2.1 (draft-ietf-oauth-v2-1-13), RFC 7009, 7591, 7636, 8414, 8707
// and 9207, as the authorization chapters of the MCP revisions 2025-11-25 and 2026-07-28 require them. The conformance tool has
// no scenarios for servers.

let house: House;
let client: AuthorizationClient;

beforeAll(async () => {
  house = await startHouse();
  const ann = await signedIn(house.url, house.admin, 'ann', ['publisher']);
  client = new AuthorizationClient(house.url.replace('127.0.0.1', 'localhost'), `${house.url}/mcp`, ann);
  client.id = String((await client.register()).body.client_id);
});
afterAll(() => house.stop());

const metadata = () => client.send('GET', '/.well-known/oauth-authorization-server');
const initialize = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const use = async (token: string, path = '/mcp') =>
  (await house.client(token).post(path, initialize, { headers: { accept: 'application/json, text/event-stream' } }))
    .status;
const failed = (status: number, error: string) => ({ status, body: { error } });

describe('RFC 8414, metadata', () => {
  it('section 3.2: is JSON with status 200 at the well-known address', async () => {
    const { status, headers } = await metadata();
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^application\/json/)]);
  });

  it('section 3.3: the issuer is the identifier that the well-known address was made of', async () => {
    expect((await metadata()).body.issuer).toBe(client.issuer);
  });

  it('section 2: the issuer has no query and no fragment', async () => {
    const { search, hash } = new URL(String((await metadata()).body.issuer));
    expect([search, hash]).toEqual(['', '']);
  });

  it.each(['authorization_endpoint', 'token_endpoint', 'response_types_supported'])('section 2: has %s', async (it) => {
    expect((await metadata()).body).toHaveProperty(it);
  });

  it('section 3.2: leaves out claims without elements', async () => {
    const empty = Object.entries((await metadata()).body).filter(
      ([, value]) => Array.isArray(value) && value.length === 0,
    );
    expect(empty).toEqual([]);
  });

  it('MCP: lists S256, without which clients refuse to proceed, and no plain challenge', async () => {
    expect((await metadata()).body.code_challenge_methods_supported).toEqual(['S256']);
  });

  it('MCP: OpenID discovery, where served, has code_challenge_methods_supported too', async () => {
    const { status, body } = await client.send('GET', '/.well-known/openid-configuration');
    expect([status, body.code_challenge_methods_supported]).toEqual([200, ['S256']]);
  });

  it('RFC 9207 section 3: announces the iss parameter', async () => {
    expect((await metadata()).body.authorization_response_iss_parameter_supported).toBe(true);
  });

  it('MCP: announces client ID metadata documents', async () => {
    expect((await metadata()).body.client_id_metadata_document_supported).toBe(true);
  });

  it('OAuth 2.1 section 3.1: no endpoint has a fragment', async () => {
    const endpoints = Object.entries((await metadata()).body).filter(([name]) => name.endsWith('_endpoint'));
    expect(endpoints.filter(([, url]) => String(url).includes('#'))).toEqual([]);
  });
});

describe('OAuth 2.1, the authorization endpoint', () => {
  it('section 3.1: supports GET', async () => {
    expect((await client.open()).sentTo?.pathname).toMatch(/^\/consent\//);
  });

  it('section 3.1: has no cross-origin resource sharing', async () => {
    const url = client.authorizationUrl(newPkce().challenge);
    const { headers } = await client.send('GET', url, undefined, { origin: 'https://other.example' });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('section 4.1.1: requires a code challenge of public clients', async () => {
    const { sentTo } = await client.open({ code_challenge: undefined, code_challenge_method: undefined });
    expect(sentTo?.searchParams.get('error')).toBe('invalid_request');
  });

  it('RFC 7636 section 4.4.1: refuses a challenge method that it does not support', async () => {
    expect((await client.open({ code_challenge_method: 'plain' })).sentTo?.searchParams.get('error')).toBe(
      'invalid_request',
    );
  });

  it('RFC 7636 section 4.2: refuses a challenge that is none', async () => {
    expect((await client.open({}, 'too-short')).sentTo?.searchParams.get('error')).toBe('invalid_request');
  });

  it('section 4.1.1: does not send the browser to an address that is not registered', async () => {
    const { status, sentTo } = await client.open({ redirect_uri: 'https://evil.example/callback' });
    expect([status, sentTo]).toEqual([400, undefined]);
  });

  it('section 4.1.1: does not send the browser anywhere for an unknown client', async () => {
    const { status, sentTo } = await client.open({ client_id: 'nobody' });
    expect([status, sentTo]).toEqual([400, undefined]);
  });

  it('section 2.3.1: compares redirect addresses as strings', async () => {
    for (const address of [`${redirect}/`, `${redirect}?more=1`, redirect.replace('callback', 'Callback')])
      expect([address, (await client.open({ redirect_uri: address })).status]).toEqual([address, 400]);
  });

  it('section 8.4.2: takes any port of a loopback address', async () => {
    const { sentTo } = await client.open({ redirect_uri: redirect.replace('33418', '50123') });
    expect(sentTo?.pathname).toMatch(/^\/consent\//);
  });

  it('section 10.1: has no implicit grant', async () => {
    const { sentTo } = await client.open({ response_type: 'token' });
    expect(new URLSearchParams(sentTo?.search || sentTo?.hash.slice(1)).get('error')).toBe('unsupported_response_type');
  });

  it('section 3.1: ignores parameters that it does not know, and those without a value', async () => {
    expect((await client.open({ novelty: 'x', nonce: '' })).sentTo?.pathname).toMatch(/^\/consent\//);
  });

  it('section 3.1: refuses a parameter that is given twice', async () => {
    const url = `${client.authorizationUrl(newPkce().challenge)}&scope=tools%3Acall`;
    const answer = await client.person.get<string>(url, { redirect: 'manual' });
    const sentTo = new URL(answer.headers.get('location') ?? 'none:');
    expect([answer.status === 400 || sentTo.searchParams.get('error') === 'invalid_request']).toEqual([true]);
  });

  it('section 4.1.2.1: an error has the state of the request', async () => {
    expect((await client.open({ response_type: 'token' })).sentTo?.href).toContain('state=xyz');
  });

  it('section 4.1.2: a response has the state of the request', async () => {
    expect((await client.code()).sent.get('state')).toBe('xyz');
  });

  it('RFC 9207 section 2: a response has the issuer', async () => {
    expect((await client.code()).sent.get('iss')).toBe(client.issuer);
  });

  it('RFC 9207 section 2: an error has the issuer', async () => {
    expect((await client.open({ prompt: 'none' })).sentTo?.searchParams.get('iss')).toBe(client.issuer);
  });

  it('section 7.5.1: does not redirect with a status that repeats a POST', async () => {
    expect([302, 303]).toContain((await client.open()).status);
  });

  it('section 7.9: the page that asks for consent cannot be framed', async () => {
    const { sentTo } = await client.open();
    const { headers } = await client.send('GET', sentTo?.href ?? '', undefined, { accept: 'text/html' });
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it.each([
    ['has a fragment', (resource: string) => `${resource}#part`],
    ['is not absolute', () => '/mcp'],
    ['is not a resource of this server', () => 'https://other.example/mcp'],
  ])('RFC 8707 section 2: refuses a resource that %s', async (_, resource) => {
    const { sentTo } = await client.open({ resource: resource(client.resource) });
    expect(sentTo?.searchParams.get('error')).toBe('invalid_target');
  });
});

describe('OAuth 2.1, codes', () => {
  it('section 4.1.3: a code is used once, and what was issued for it ends with a second use', async () => {
    const code = await client.code();
    const first = await client.exchange(code);
    expect(await client.exchange(code)).toMatchObject(failed(400, 'invalid_grant'));
    expect([first.status, await use(String(first.body.access_token))]).toEqual([200, 401]);
  });

  it('section 4.1.3: a code is bound to its client', async () => {
    const other = String((await client.register({ client_name: 'Other' })).body.client_id);
    expect(await client.exchange(await client.code(), { client_id: other })).toMatchObject(
      failed(400, 'invalid_grant'),
    );
  });

  it('section 10.2: a code is bound to its redirect address, for clients that send it', async () => {
    const answer = await client.exchange(await client.code(), { redirect_uri: 'http://127.0.0.1:1/callback' });
    expect(answer).toMatchObject(failed(400, 'invalid_grant'));
  });

  it('section 4.1.3: a code is exchanged with its verifier', async () => {
    const answer = await client.exchange({ ...(await client.code()), verifier: newPkce().verifier });
    expect(answer).toMatchObject(failed(400, 'invalid_grant'));
  });

  it('RFC 7636 section 4.6: a code with a challenge is not exchanged without a verifier', async () => {
    const answer = await client.exchange(await client.code(), { code_verifier: undefined });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/^invalid_(grant|request)$/)]);
  });

  it('RFC 7636 section 4.1: a verifier has at least 43 characters', async () => {
    const answer = await client.exchange({ ...(await client.code()), verifier: 'v'.repeat(42) });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/^invalid_(grant|request)$/)]);
  });

  it('section 4.1.2: a code ends within ten minutes', async () => {
    const { code } = await client.code();
    const [row] = await house.sql<{ seconds: number }>(
      `SELECT extract(epoch FROM max(expires_at) - now())::float8 AS seconds FROM authorization_records
       WHERE kind = 'AuthorizationCode'`,
    );
    expect(code).not.toBe('');
    expect(row?.seconds).toBeGreaterThan(0);
    expect(row?.seconds).toBeLessThanOrEqual(600);
  });

  it('RFC 8707 section 2.2: a token is for no other resource than the code', async () => {
    const answer = await client.exchange(await client.code(), { resource: `${house.url}/mcp/toolsets/desk` });
    expect(answer).toMatchObject(failed(400, 'invalid_target'));
  });

  it('section 7.2: codes and tokens cannot be guessed', async () => {
    const code = await client.code();
    const { body } = await client.exchange(code);
    for (const secret of [code.code, body.access_token, body.refresh_token])
      expect(String(secret).length).toBeGreaterThanOrEqual(22);
  });
});

describe('OAuth 2.1, the token endpoint', () => {
  it('section 3.2: takes POST alone', async () => {
    const { status } = await client.send('GET', '/oauth/token?grant_type=authorization_code');
    expect(status).toBeGreaterThanOrEqual(400);
  });

  it('section 3.2: takes no parameters from the address', async () => {
    const { code, verifier } = await client.code();
    const query = new URLSearchParams({
      ...{ grant_type: 'authorization_code', code, redirect_uri: redirect, client_id: client.id },
      code_verifier: verifier,
    });
    const { status } = await client.send('POST', `/oauth/token?${query}`, '', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(status).toBeGreaterThanOrEqual(400);
  });

  it('section 3.2: refuses a parameter that is given twice', async () => {
    const { code, verifier } = await client.code();
    const query = `grant_type=authorization_code&code=${code}&redirect_uri=${encodeURIComponent(redirect)}`;
    const body = `${query}&client_id=${client.id}&code_verifier=${verifier}&code=${code}`;
    expect(await client.token(body)).toMatchObject(failed(400, 'invalid_request'));
  });

  it('section 3.2: ignores parameters that it does not know', async () => {
    expect((await client.exchange(await client.code(), { novelty: 'x' })).status).toBe(200);
  });

  it('section 3.2.3: an answer with tokens is not cached, and names the type', async () => {
    const { headers, body } = await client.exchange(await client.code());
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body).toMatchObject({
      token_type: 'Bearer',
      access_token: expect.any(String),
      expires_in: expect.any(Number),
    });
  });

  it('section 3.2.3: names the scope where it is not what was asked for', async () => {
    const { body } = await client.tokens({ scope: undefined });
    expect(String(body.scope).split(' ').toSorted()).toEqual(['registry:read', 'tools:call']);
  });

  it('MCP: access tokens are short-lived', async () => {
    expect((await client.tokens()).body.expires_in).toBeLessThanOrEqual(3_600);
  });

  it.each([
    ['password', 'unsupported_grant_type'],
    ['urn:example:other', 'unsupported_grant_type'],
  ])('section 10.1: refuses the grant %s', async (grant_type, error) => {
    const answer = await client.token({ grant_type, client_id: client.id, username: 'ann', password: 'x' });
    expect(answer).toMatchObject(failed(400, error));
  });

  it('section 3.2.4: refuses an unknown client with invalid_client', async () => {
    const { status, body } = await client.exchange(await client.code(), { client_id: 'nobody' });
    expect([400, 401]).toContain(status);
    expect(body.error).toBe('invalid_client');
  });

  it('section 2.4: authenticates a client that has a secret', async () => {
    const { body } = await client.register({ token_endpoint_auth_method: 'client_secret_post' });
    const answer = await client.token({
      ...{ grant_type: 'refresh_token', refresh_token: 'x', client_id: String(body.client_id) },
      client_secret: 'wrong',
    });
    expect(answer).toMatchObject(failed(401, 'invalid_client'));
  });

  it('section 3.2.4: a client that failed with the Authorization header gets a challenge of its scheme', async () => {
    const { body } = await client.register({ token_endpoint_auth_method: 'client_secret_basic' });
    const basic = Buffer.from(`${String(body.client_id)}:wrong`).toString('base64');
    const { status, headers } = await client.token(
      { grant_type: 'refresh_token', refresh_token: 'x' },
      { authorization: `Basic ${basic}` },
    );
    expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Basic /)]);
  });
});

describe('OAuth 2.1, refresh tokens', () => {
  it('section 4.3.1: are rotated for public clients, and a second use ends the grant', async () => {
    const { refresh } = await client.tokens();
    const next = await client.refresh(refresh);
    expect(next.body.refresh_token).not.toBe(refresh);
    expect(await client.refresh(refresh)).toMatchObject(failed(400, 'invalid_grant'));
    expect(await use(String(next.body.access_token))).toBe(401);
  });

  it('section 4.3.1: are bound to their client', async () => {
    const other = String((await client.register({ client_name: 'Other' })).body.client_id);
    const { refresh } = await client.tokens();
    expect(await client.refresh(refresh, { client_id: other })).toMatchObject(failed(400, 'invalid_grant'));
  });

  it('section 4.3.1: give no scope that was not granted', async () => {
    const { refresh } = await client.tokens({ scope: 'registry:read' });
    expect(await client.refresh(refresh, { scope: 'registry:read tools:call' })).toMatchObject(
      failed(400, 'invalid_scope'),
    );
  });

  it('RFC 8707 section 2.2: give tokens for no other resource', async () => {
    const { refresh } = await client.tokens();
    const answer = await client.refresh(refresh, { resource: `${house.url}/mcp/toolsets/desk` });
    expect(answer).toMatchObject(failed(400, 'invalid_target'));
  });
});

describe('RFC 7591, registration', () => {
  it('section 3.2.1: answers 201 with the client and its metadata, not cached', async () => {
    const { status, headers, body } = await client.register();
    expect([status, headers.get('cache-control')]).toEqual([201, expect.stringContaining('no-store')]);
    expect(body).toMatchObject({
      ...{ client_id: expect.any(String), client_name: 'Editor', redirect_uris: [redirect] },
      ...{ token_endpoint_auth_method: 'none', grant_types: expect.any(Array), response_types: ['code'] },
    });
  });

  it('section 3.2.1: client ids are unique', async () => {
    expect((await client.register()).body.client_id).not.toBe((await client.register()).body.client_id);
  });

  it('section 3.2.1: a secret has the time at which it expires', async () => {
    const { body } = await client.register({ token_endpoint_auth_method: 'client_secret_post' });
    expect(body).toMatchObject({ client_secret: expect.any(String), client_secret_expires_at: expect.any(Number) });
  });

  it('section 2: ignores metadata that it does not know', async () => {
    const { status, body } = await client.register({ novelty: 'x' });
    expect([status, body.novelty]).toEqual([201, undefined]);
  });

  it('section 2: requires redirect addresses', async () => {
    expect((await client.register({ redirect_uris: undefined })).status).toBe(400);
  });

  it('section 3.2.2: refuses wrong metadata with 400 and an error', async () => {
    const { status, headers, body } = await client.register({ redirect_uris: ['http://app.example/callback'] });
    expect([status, body.error]).toEqual([400, expect.stringMatching(/^invalid_(redirect_uri|client_metadata)$/)]);
    expect(headers.get('cache-control')).toContain('no-store');
  });

  it('section 2.1: refuses response types without their grant', async () => {
    const { status, body } = await client.register({ grant_types: ['client_credentials'], response_types: ['code'] });
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata']);
  });

  it('MCP: redirect addresses are https or on this machine', async () => {
    for (const address of ['http://app.example/cb', 'ftp://app.example/cb', 'javascript:alert(1)', 'data:text/html,x'])
      expect([address, (await client.register({ redirect_uris: [address] })).status]).toEqual([address, 400]);
  });
});

describe('RFC 7009, revocation', () => {
  const revoke = (token: string, id = client.id) =>
    client.send('POST', '/oauth/revoke', new URLSearchParams({ token, client_id: id }).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });

  it('section 2.1: a revoked refresh token ends the access tokens of its grant', async () => {
    const { access, refresh } = await client.tokens();
    expect([(await revoke(refresh)).status, await use(access)]).toEqual([200, 401]);
    expect(await client.refresh(refresh)).toMatchObject(failed(400, 'invalid_grant'));
  });

  it('section 2.2: answers 200 for a token that is none', async () => {
    expect((await revoke('nobody-knows-it')).status).toBe(200);
  });

  it('section 2.1: revokes no token of another client', async () => {
    const { access, refresh } = await client.tokens();
    const other = String((await client.register({ client_name: 'Other' })).body.client_id);
    await revoke(refresh, other);
    expect(await use(access)).toBe(200);
  });
});
