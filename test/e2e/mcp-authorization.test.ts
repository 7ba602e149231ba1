import type { KeyView, Me } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from '../fixtures/browser.js';
import { httpManifest } from '../fixtures/manifests.js';
import { beginIn, decideIn, newPkce, shownTo, signedIn } from '../fixtures/oauth-flow.js';
import { type House, startHouse } from './house.js';

// The requirements of the authorization server: OAuth 2.1, RFC 7009, 7591, 8414, 8707, 9207, client ID metadata documents,
// and the authorization chapters of the MCP revisions 2025-11-25 and 2026-07-28.

const redirect = 'http://127.0.0.1:33418/callback';
let house: House;
let issuer: string;
let ann: Browser;

beforeAll(async () => {
  house = await startHouse();
  issuer = house.url.replace('127.0.0.1', 'localhost');
  ann = await signedIn(house.url, house.admin, 'ann', ['publisher']);
  await ann.post('/v1/namespaces', { name: 'acme', visibility: 'private' });
  await ann.post('/v1/tools', httpManifest('acme/orders', { auth: { scopes: ['orders:write'] } }));
});
afterAll(() => house.stop());

const form = async <T>(path: string, body: Record<string, string>, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${issuer}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(body),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: (text === '' ? {} : JSON.parse(text)) as T };
};

type OAuthError = { error: string; error_description?: string };
type Tokens = { access_token: string; refresh_token: string; expires_in: number; token_type: string; scope: string };
type Registered = { client_id: string; client_secret?: string } & Record<string, unknown>;

const register = (parts: object = {}) =>
  house.anonymous.post<Registered & OAuthError>('/oauth/register', {
    ...{ client_name: 'Editor', redirect_uris: [redirect], token_endpoint_auth_method: 'none' },
    ...parts,
  });

let client: string;
beforeAll(async () => {
  client = (await register()).body.client_id;
});

const resource = () => `${house.url}/mcp`;

function authorize(challenge: string, parts: Record<string, string | undefined> = {}): string {
  const asked = {
    ...{ response_type: 'code', client_id: client, redirect_uri: redirect, state: 'xyz', resource: resource() },
    ...{ scope: 'registry:read tools:call', code_challenge: challenge, code_challenge_method: 'S256', ...parts },
  };
  const given = Object.entries(asked).filter((it): it is [string, string] => it[1] !== undefined);
  return `${issuer}/oauth/authorize?${new URLSearchParams(given)}`;
}

async function codeFor(parts: Record<string, string | undefined> = {}, decision: object = {}) {
  const { verifier, challenge } = newPkce();
  const id = await beginIn(ann, authorize(challenge, parts));
  const sent = await decideIn(ann, id, { decision: 'allow', ...decision });
  return { sent, verifier, code: sent.searchParams.get('code') ?? '' };
}

const exchange = <T = Tokens>(code: string, verifier: string, parts: Record<string, string> = {}) =>
  form<T>('/oauth/token', {
    ...{ grant_type: 'authorization_code', code, redirect_uri: redirect, client_id: client },
    ...{ code_verifier: verifier, ...parts },
  });

const refresh = <T = Tokens>(token: string, parts: Record<string, string> = {}) =>
  form<T>('/oauth/token', { grant_type: 'refresh_token', refresh_token: token, client_id: client, ...parts });

async function tokensFor(parts: Record<string, string | undefined> = {}, decision: object = {}): Promise<Tokens> {
  const { code, verifier } = await codeFor(parts, decision);
  const { status, body } = await exchange(code, verifier);
  expect([status, body]).toEqual([200, expect.objectContaining({ access_token: expect.any(String) })]);
  return body;
}

const initialize = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const use = async (token: string, path = '/mcp', body: object = initialize) =>
  house.client(token).post(path, body, { headers: { accept: 'application/json, text/event-stream' } });

describe('the metadata of the authorization server', () => {
  it.each(['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'])('%s', async (path) => {
    const answer = await fetch(`${issuer}${path}`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      registration_endpoint: `${issuer}/oauth/register`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: expect.arrayContaining(['authorization_code', 'refresh_token']),
      token_endpoint_auth_methods_supported: expect.arrayContaining(['none']),
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      scopes_supported: expect.not.arrayContaining(['admin']),
    });
  });

  it('publishes the key of the installation', async () => {
    const own = (await house.anonymous.get<{ keys: { keyId: string }[] }>('/.well-known/assay-keys.json')).body;
    const { keys } = (await (await fetch(`${issuer}/oauth/jwks`)).json()) as { keys: Record<string, string>[] };
    expect(keys.map((it) => it.kid)).toEqual([own.keys[0]?.keyId]);
    expect(keys[0]).not.toHaveProperty('d');
  });
});

describe('a sign-in of a client', () => {
  it('shows the person the client, its scopes and the namespaces, and gives it a key with their consent', async () => {
    const { verifier, challenge } = newPkce();
    const id = await beginIn(ann, authorize(challenge, { scope: 'registry:read tools:call admin' }));
    const shown = await shownTo(ann, id);
    expect(shown.status).toBe(200);
    expect(shown.body).toMatchObject({
      client: { id: client, name: 'Editor', host: null },
      redirect: { host: '127.0.0.1:33418', isLocal: true },
      resource: { address: resource(), kind: 'gateway' },
      person: 'ann',
      namespaces: expect.arrayContaining(['acme']),
      warnings: [expect.stringMatching(/registered itself/), expect.stringMatching(/program on your machine/)],
    });
    expect(shown.body.scopes.map(({ name, isGrantable }) => [name, isGrantable])).toEqual(
      expect.arrayContaining([
        ['registry:read', true],
        ['tools:call', true],
      ]),
    );
    const sent = await decideIn(ann, id, { decision: 'allow' });
    expect(`${sent.origin}${sent.pathname}`).toBe(redirect);
    expect(sent.searchParams.get('state')).toBe('xyz');
    expect(sent.searchParams.get('iss')).toBe(issuer);
    const { status, headers, body } = await exchange(sent.searchParams.get('code') ?? '', verifier);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toContain('no-store');
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3_600, refresh_token: expect.any(String) });
    expect(body.scope.split(' ').sort()).toEqual(['registry:read', 'tools:call']);
    expect((await use(body.access_token)).status).toBe(200);
  });

  it('makes a key that is listed and revoked as such, and its tokens end with it', async () => {
    const { access_token, refresh_token } = await tokensFor({}, { namespaces: ['acme'] });
    const { body } = await ann.get<Me>('/v1/me');
    const [key] = body.clients;
    expect(key).toMatchObject({
      principal: { name: 'ann' },
      scopes: ['registry:read', 'tools:call'],
      namespaces: ['acme'],
      client: { id: client, name: 'Editor', resource: resource() },
    });
    const listed = await ann.get<{ items: KeyView[] }>('/v1/keys');
    expect(listed.body.items.map((it) => it.id)).toContain(key?.id);
    expect((await ann.delete(`/v1/keys/${key?.id}`)).status).toBe(204);
    expect((await use(access_token)).status).toBe(401);
    expect((await refresh<OAuthError>(refresh_token)).body.error).toBe('invalid_grant');
  });

  it('is for one MCP address: its token is refused at others, and by the REST API', async () => {
    const { access_token } = await tokensFor({ resource: `${issuer}/mcp` });
    expect((await use(access_token)).status).toBe(200);
    expect((await use(access_token, '/mcp/toolsets/desk')).status).toBe(401);
    expect((await house.client(access_token).get('/v1/me')).status).toBe(401);
  });

  it('asks for more scopes with another sign-in', async () => {
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call' };
    const asked = { ...call, params: { name: 'call_tool', arguments: { tool: 'acme/orders', arguments: {} } } };
    const { access_token } = await tokensFor({ scope: 'registry:read' });
    const refused = await use(access_token, '/mcp', asked);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toContain('scope="tools:call orders:write"');
    const wider = await tokensFor({ scope: 'registry:read tools:call' });
    expect((await use(wider.access_token, '/mcp', asked)).headers.get('www-authenticate')).toContain('orders:write');
  });

  it('without scopes or a resource is for finding and calling tools at /mcp', async () => {
    const { access_token, scope } = await tokensFor({ scope: undefined, resource: undefined });
    expect(scope.split(' ').sort()).toEqual(['registry:read', 'tools:call']);
    expect((await use(access_token)).status).toBe(200);
  });

  it('refused by the person tells the client so', async () => {
    const id = await beginIn(ann, authorize(newPkce().challenge));
    const sent = await decideIn(ann, id, { decision: 'deny' });
    expect(Object.fromEntries(sent.searchParams)).toMatchObject({ error: 'access_denied', state: 'xyz', iss: issuer });
    expect((await shownTo(ann, id)).status).toBe(404);
  });
});

describe('who decides', () => {
  it('is the browser that the client opened, and no other one', async () => {
    const id = await beginIn(ann, authorize(newPkce().challenge));
    const bob = await signedIn(house.url, house.admin, 'bob', ['caller']);
    expect((await shownTo(bob, id)).status).toBe(404);
    const path = `/v1/authorization/interactions/${id}/decision`;
    expect((await bob.post(path, { decision: 'allow' })).status).toBe(404);
    expect((await ann.post(path, { decision: 'allow' }, { csrf: null })).status).toBe(403);
  });

  it('is a person in a session, never a key or nobody', async () => {
    const id = await beginIn(ann, authorize(newPkce().challenge));
    const path = `/v1/authorization/interactions/${id}`;
    expect((await house.anonymous.get(path)).status).toBe(401);
    expect((await house.admin.get(path, { headers: { cookie: ann.cookie } })).status).toBe(403);
  });

  it('grants nothing beyond what they have, and what they see', async () => {
    const id = await beginIn(ann, authorize(newPkce().challenge, { scope: 'tools:call trust:attest' }));
    const { body } = await shownTo(ann, id);
    expect(body.scopes).toEqual([
      expect.objectContaining({ name: 'tools:call', isGrantable: true }),
      expect.objectContaining({ name: 'trust:attest', isGrantable: false }),
    ]);
    const path = `/v1/authorization/interactions/${id}/decision`;
    for (const wrong of [{ scopes: ['trust:attest'] }, { scopes: ['admin'] }, { namespaces: ['nowhere'] }]) {
      const answer = await ann.post(path, { decision: 'allow', ...wrong });
      expect([wrong, answer.status]).toEqual([wrong, 422]);
    }
    expect((await ann.post(path, { decision: 'perhaps' })).status).toBe(422);
    expect((await decideIn(ann, id, { decision: 'allow' })).searchParams.get('code')).toBeTruthy();
  });
});

describe('an authorization request is refused', () => {
  const opened = (parts: Record<string, string | undefined>, challenge = newPkce().challenge) =>
    ann.get<string>(authorize(challenge, parts), { redirect: 'manual' });

  // problem, request: nobody is sent to an address that is not registered
  it.each([
    ['of an unknown client', { client_id: 'nobody' }],
    ['with another redirect address', { redirect_uri: 'https://evil.example/callback' }],
    ['with a redirect address that only begins the same', { redirect_uri: `${redirect}/more` }],
    ['without a redirect address', { redirect_uri: undefined }],
  ])('on a page, %s', async (_, parts) => {
    const { status, headers } = await opened(parts);
    expect([status, headers.get('location')]).toEqual([400, null]);
  });

  // problem, request, error at the client
  it.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for an implicit token', { response_type: 'token' }, 'unsupported_response_type'],
    ['for another server', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['for the REST API', { resource: `${'http://127.0.0.1'}/v1` }, 'invalid_target'],
    ['without asking anybody', { prompt: 'none' }, 'interaction_required'],
  ])('at the client, %s', async (_, parts, error) => {
    const { headers } = await opened(parts);
    const sent = new URL(headers.get('location') ?? 'none:');
    expect(sent.href.startsWith(redirect)).toBe(true);
    const said = new URLSearchParams(sent.search || sent.hash.slice(1));
    expect(Object.fromEntries(said)).toMatchObject({ error, state: 'xyz', iss: issuer });
  });

  it('of a client whose document is on a private address, which is not connected to', async () => {
    const { status } = await opened({ client_id: 'https://127.0.0.1:9/client.json' });
    expect(status).toBe(400);
    expect((await opened({ client_id: 'https://169.254.169.254/latest/meta-data' })).status).toBe(400);
  });

  it('shows what a stranger sent as text', async () => {
    const { body, headers } = await ann.get<string>(authorize('x', { client_id: '<script>alert(1)</script>' }), {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    });
    expect(body).not.toContain('<script>');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

describe('a code', () => {
  it('is exchanged once; a second time ends the consent', async () => {
    const { code, verifier } = await codeFor();
    const first = await exchange(code, verifier);
    expect(first.status).toBe(200);
    expect((await exchange<OAuthError>(code, verifier)).body.error).toBe('invalid_grant');
    expect((await use(first.body.access_token)).status).toBe(401);
    expect((await refresh<OAuthError>(first.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('of concurrent exchanges at most one succeeds', async () => {
    const { code, verifier } = await codeFor();
    const answers = await Promise.all([1, 2, 3, 4].map(() => exchange<OAuthError>(code, verifier)));
    expect(answers.filter((it) => it.status === 200).length).toBeLessThanOrEqual(1);
  });

  // problem, changed parameters
  it.each([
    ['another verifier', { code_verifier: 'v'.repeat(43) }, 'invalid_grant'],
    ['another redirect address', { redirect_uri: 'http://127.0.0.1:1/callback' }, 'invalid_grant'],
    ['another resource', { resource: 'http://127.0.0.1:1/mcp' }, 'invalid_target'],
    ['an unknown client', { client_id: 'nobody' }, 'invalid_client'],
  ])('is not exchanged with %s', async (_, parts, error) => {
    const { code, verifier } = await codeFor();
    const { status, body } = await exchange<OAuthError>(code, verifier, parts);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body.error).toBe(error);
  });

  it('is not exchanged by another client', async () => {
    const { code, verifier } = await codeFor();
    const other = (await register({ client_name: 'Other' })).body.client_id;
    expect((await exchange<OAuthError>(code, verifier, { client_id: other })).body.error).toBe('invalid_grant');
  });
});

describe('a refresh token', () => {
  it('is rotated, and its second use ends the consent', async () => {
    const first = await tokensFor();
    const second = await refresh(first.refresh_token);
    expect(second.status).toBe(200);
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    expect((await use(second.body.access_token)).status).toBe(200);
    expect((await use(first.access_token)).status).toBe(200);
    expect((await refresh<OAuthError>(first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await use(second.body.access_token)).status).toBe(401);
    expect((await refresh<OAuthError>(second.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('gets a narrower token on request, and none that is wider or for another address', async () => {
    const first = await tokensFor();
    const narrow = await refresh(first.refresh_token, { scope: 'registry:read' });
    expect(narrow.body.scope).toBe('registry:read');
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'call_tool', arguments: {} } };
    expect((await use(narrow.body.access_token, '/mcp', call)).status).toBe(403);
    const wider = await refresh<OAuthError>(narrow.body.refresh_token, { scope: 'tools:call registry:publish' });
    expect(wider.body.error).toBe('invalid_scope');
  });

  it('is revoked with everything of the consent, as an access token is', async () => {
    const given = await tokensFor();
    expect((await form('/oauth/revoke', { token: given.refresh_token, client_id: client })).status).toBe(200);
    expect((await use(given.access_token)).status).toBe(401);
    const again = await tokensFor();
    expect((await form('/oauth/revoke', { token: again.access_token, client_id: client })).status).toBe(200);
    expect((await use(again.access_token)).status).toBe(401);
    expect((await form('/oauth/revoke', { token: 'nobody-knows-it', client_id: client })).status).toBe(200);
  });

  it('loses what its person loses', async () => {
    const carl = await signedIn(house.url, house.admin, 'carl', ['caller']);
    const { verifier, challenge } = newPkce();
    const sent = await decideIn(carl, await beginIn(carl, authorize(challenge)), { decision: 'allow' });
    const { body } = await exchange(sent.searchParams.get('code') ?? '', verifier);
    expect((await use(body.access_token)).status).toBe(200);
    const accounts = await house.admin.get<{ items: { id: string; name: string }[] }>('/v1/accounts');
    const id = accounts.body.items.find((it) => it.name === 'carl')?.id;
    expect((await house.admin.patch(`/v1/accounts/${id}`, { disabled: true })).status).toBe(200);
    expect((await use(body.access_token)).status).toBe(401);
  });
});

describe('registration', () => {
  it('gives a public client an id and no secret, and another one a secret', async () => {
    const { status, body } = await register();
    expect(status).toBe(201);
    expect(body).toMatchObject({ client_name: 'Editor', redirect_uris: [redirect] });
    expect(body).not.toHaveProperty('client_secret');
    const secret = await register({ token_endpoint_auth_method: 'client_secret_post' });
    expect(secret.body.client_secret).toEqual(expect.any(String));
  });

  // problem, metadata
  it.each([
    ['an address without https', { redirect_uris: ['http://app.example/callback'] }],
    ['a script for an address', { redirect_uris: ['javascript:alert(1)'] }],
    ['a fragment', { redirect_uris: ['https://app.example/cb#x'] }],
    ['no address', { redirect_uris: [] }],
    ['an implicit grant', { grant_types: ['implicit'], response_types: ['token'] }],
    ['a name without end', { client_name: 'x'.repeat(300) }],
  ])('refuses %s', async (_, parts) => {
    const { status, body } = await register(parts);
    expect([status, body.error]).toEqual([400, expect.stringMatching(/^invalid_(redirect_uri|client_metadata)$/)]);
  });

  it('refuses what is not JSON', async () => {
    const answer = await house.anonymous.post<OAuthError>('/oauth/register', '{"client_name":');
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
  });
});

it('stores and logs no token, code or client secret', async () => {
  const { code, verifier } = await codeFor();
  const { body } = await exchange(code, verifier);
  const rows = JSON.stringify([
    await house.sql('SELECT * FROM authorization_records'),
    await house.sql('SELECT * FROM api_keys'),
  ]);
  for (const secret of [code, body.access_token, body.refresh_token]) {
    expect(rows).not.toContain(secret);
    expect(house.logs()).not.toContain(secret);
  }
});
