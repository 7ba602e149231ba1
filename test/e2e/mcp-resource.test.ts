import type { KeyView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { httpManifest } from '../fixtures/manifests.js';
import { beginIn, decideIn, shownTo, signedIn } from '../fixtures/oauth-flow.js';
import { type OidcIssuer, startOidcIssuer } from '../fixtures/oidc-issuer.js';
import { RememberingOAuth } from '../fixtures/remembering-oauth.js';
import { type House, startHouse } from './house.js';
import { mcpClients } from './mcp-clients.js';

// The requirements of a protected resource: RFC 9728, RFC 6750, and the authorization chapters of the MCP revisions
// 2025-11-25 and 2026-07-28.

const audience = 'https://assay.example';
let issuer: OidcIssuer;
let house: House;
let closed: House;

beforeAll(async () => {
  issuer = await startOidcIssuer(audience);
  house = await startHouse({ OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: audience });
  closed = await startHouse({ ASSAY_ANONYMOUS_READS: 'false' });
  await house.admin.post('/v1/namespaces', { name: 'acme', visibility: 'public' });
  await house.admin.post('/v1/tools', httpManifest('acme/orders', { auth: { scopes: ['orders:write'] } }));
  await house.admin.post('/v1/endorsements', { tool: 'acme/orders' });
  await house.admin.post('/v1/toolsets', { name: 'desk', tools: [{ tool: 'acme/orders', as: 'order' }] });
});
afterAll(async () => {
  await Promise.all([house.stop(), closed.stop()]);
  await issuer.stop();
});

const connect = mcpClients();

const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const call = (name: string, input: object = {}) => message('tools/call', { name, arguments: input });
const initialize = message('initialize', {
  ...{ protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});

async function send(path: string, body: object, token?: string, at: House = house) {
  const headers = { accept: 'application/json, text/event-stream', ...(token && { authorization: `Bearer ${token}` }) };
  const { status, headers: answered, body: said } = await at.anonymous.post<{ code?: string }>(path, body, { headers });
  return { status, challenge: answered.get('www-authenticate') ?? '', code: said?.code };
}

const metadataOf = (path: string) => `${house.url}/.well-known/oauth-protected-resource${path}`;

describe('the metadata of a protected resource', () => {
  // address of the metadata, address of the resource
  it.each([
    ['/.well-known/oauth-protected-resource', '/mcp'],
    ['/.well-known/oauth-protected-resource/mcp', '/mcp'],
    ['/.well-known/oauth-protected-resource/mcp/toolsets/desk', '/mcp/toolsets/desk'],
    ['/.well-known/oauth-protected-resource/mcp/toolsets/none-such', '/mcp/toolsets/none-such'],
    ['/.well-known/oauth-protected-resource/mcp/servers/acme/shop', '/mcp/servers/acme/shop'],
    ['/mcp/.well-known/oauth-protected-resource', '/mcp'],
    ['/mcp/servers/acme/shop/.well-known/oauth-protected-resource', '/mcp/servers/acme/shop'],
  ])('at %s is of %s', async (path, resource) => {
    const { status, headers, body } = await house.anonymous.get<object>(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(body).toMatchObject({
      resource: `${house.url}${resource}`,
      authorization_servers: [issuer.url],
      scopes_supported: ['registry:read', 'tools:call'],
      bearer_methods_supported: ['header'],
    });
  });

  it('names the host that the client uses, as far as it is one of this server', async () => {
    const { port } = new URL(house.url);
    const local = await fetch(`http://localhost:${port}/.well-known/oauth-protected-resource/mcp`);
    expect(await local.json()).toMatchObject({ resource: `http://localhost:${port}/mcp` });
  });

  it('does not list scopes that no client may hold, or offline_access', async () => {
    const { body } = await house.anonymous.get<{ scopes_supported: string[] }>('/.well-known/oauth-protected-resource');
    expect(body.scopes_supported).not.toContain('admin');
    expect(body.scopes_supported).not.toContain('offline_access');
  });

  it('names this server as its own authorization server where no issuer is configured', async () => {
    const { body } = await closed.anonymous.get('/.well-known/oauth-protected-resource');
    expect(body).toMatchObject({ authorization_servers: [closed.url.replace('127.0.0.1', 'localhost')] });
  });
});

describe('a caller without a credential', () => {
  it('initialises, lists, searches and describes what is public', async () => {
    expect((await send('/mcp', initialize)).status).toBe(200);
    const stateless = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const accept = 'application/json, text/event-stream';
    const listed = await house.anonymous.post('/mcp', message('tools/list', { _meta: meta }), {
      headers: { ...stateless, accept },
    });
    expect(listed.status).toBe(200);
    for (const [name, input] of [
      ['search_tools', { query: 'order' }],
      ['describe_tools', { tools: ['acme/orders'] }],
    ] as const) {
      const answer = await house.anonymous.post(
        '/mcp',
        message('tools/call', { name, arguments: input, _meta: meta }),
        { headers: { ...stateless, 'mcp-method': 'tools/call', 'mcp-name': name, accept } },
      );
      expect([name, answer.status]).toEqual([name, 200]);
    }
  });

  // path, body
  it.each([
    ['/mcp', call('call_tool', { tool: 'acme/orders', arguments: { item: 'x' } })],
    ['/mcp', call('call_tool', { tool: 'acme/none-such', arguments: {} })],
    ['/mcp', call('execute_tool_plan', { steps: [] })],
    ['/mcp', call('start_saga', { steps: [] })],
    ['/mcp', call('run_code', { code: '1' })],
    ['/mcp', call('no_such_tool')],
    ['/mcp', [message('tools/list'), call('call_tool', {})]],
    ['/mcp/servers/acme/none-such', call('anything')],
    ['/mcp/toolsets/desk', call('order', { item: 'x' })],
    ['/mcp/toolsets/none-such', initialize],
  ])('is asked to sign in for a call at %s, whatever it names: %j', async (path, body) => {
    const { status, challenge, code } = await send(path, body);
    expect({ status, code }).toEqual({ status: 401, code: 'unauthenticated' });
    expect(challenge).toBe(
      `Bearer realm="assay", resource_metadata="${metadataOf(path)}", scope="registry:read tools:call"`,
    );
  });

  it('is asked with the first request where the address says so, and its metadata has no query', async () => {
    const { status, challenge } = await send('/mcp?auth=required&tools=code', initialize);
    expect(status).toBe(401);
    expect(challenge).toContain(`resource_metadata="${metadataOf('/mcp')}"`);
    expect((await send('/mcp/servers/acme/shop?auth=required', initialize)).status).toBe(401);
    expect(await send('/mcp?auth=maybe', initialize)).toMatchObject({ status: 422, code: 'invalid_request' });
  });

  it('is asked for everything where anonymous reads are off', async () => {
    for (const body of [initialize, message('tools/list'), call('search_tools', { query: 'x' })]) {
      expect(await send('/mcp', body, undefined, closed)).toMatchObject({
        status: 401,
        challenge: expect.stringContaining('resource_metadata='),
      });
    }
  });
});

describe('an access token', () => {
  const tokenFor = (path: string, parts: object = {}) =>
    issuer.token({ aud: `${house.url}${path}`, azp: 'editor', scope: 'registry:read tools:call', ...parts });

  it('is accepted at the address it is for, by every name of this host', async () => {
    expect((await send('/mcp', initialize, await tokenFor('/mcp'))).status).toBe(200);
    expect((await send('/mcp?auth=required', initialize, await tokenFor('/mcp'))).status).toBe(200);
    const { port } = new URL(house.url);
    const local = await issuer.token({ aud: `http://localhost:${port}/mcp`, scope: 'tools:call' });
    const answer = await fetch(`http://localhost:${port}/mcp`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${local}`, 'content-type': 'application/json' },
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(initialize),
    });
    expect(answer.status).toBe(200);
    await answer.text();
  });

  // what is wrong with it, token
  it.each([
    ['for another MCP address', () => tokenFor('/mcp/toolsets/desk')],
    ['for another server', () => issuer.token({ aud: 'https://other.example/mcp' })],
    ['for the address with its query', () => tokenFor('/mcp?auth=required')],
    ['that has expired', () => tokenFor('/mcp', { exp: 1_000 })],
    ['of another issuer', () => tokenFor('/mcp', { iss: 'https://issuer.example' })],
    ['that nobody issued', async () => 'not-a-token'],
  ])('%s is refused with invalid_token', async (_, make) => {
    const { status, challenge } = await send('/mcp', initialize, await make());
    expect(status).toBe(401);
    expect(challenge).toMatch(/^Bearer realm="assay", error="invalid_token", error_description="[^"]+", /);
    expect(challenge).toContain(`resource_metadata="${metadataOf('/mcp')}"`);
  });

  it('is not taken from the query', async () => {
    const path = `/mcp?auth=required&access_token=${await tokenFor('/mcp')}`;
    expect((await send(path, initialize)).status).toBe(401);
  });

  it('is refused by the REST API, whose audience it is not', async () => {
    expect((await house.client(await tokenFor('/mcp')).get('/v1/me')).status).toBe(401);
  });

  it('without the scope gets 403 with the scope, and its session goes on', async () => {
    const reader = await tokenFor('/mcp', { scope: 'registry:read' });
    const { status, challenge } = await send('/mcp', call('call_tool', { tool: 'acme/none' }), reader);
    expect(status).toBe(403);
    expect(challenge).toMatch(/error="insufficient_scope".*scope="tools:call", resource_metadata=/);
    expect((await send('/mcp', initialize, reader)).status).toBe(200);
  });

  // path, body: everything the call needs is named at once
  it.each([
    ['/mcp', call('call_tool', { tool: 'acme/orders', arguments: { item: 'x' } })],
    ['/mcp', call('execute_tool_plan', { steps: [{ id: 'a', tool: 'acme/orders', arguments: { item: 'x' } }] })],
    ['/mcp/toolsets/desk', call('order', { item: 'x' })],
  ])('at %s is asked for the scopes of the tool, all at once', async (path, body) => {
    const { status, challenge } = await send(path, body, await tokenFor(path, { scope: 'registry:read' }));
    expect(status).toBe(403);
    expect(challenge).toContain('scope="tools:call orders:write"');
  });

  it('acts as an agent of its subject', async () => {
    const text = 'forbid(principal, action == Action::"call", resource) when { principal.kind == "agent" };';
    expect((await house.admin.put('/v1/policies/no-agents', { text })).status).toBe(201);
    const token = await tokenFor('/mcp', { scope: 'registry:read tools:call orders:write' });
    const client = await connect(`${house.url}/mcp`, token, '2026-07-28');
    const called = await client.callTool({
      name: 'call_tool',
      arguments: { tool: 'acme/orders', arguments: { item: 'x' } },
    });
    expect(called).toMatchObject({ isError: true, structuredContent: { error: { code: 'denied' } } });
    expect(JSON.stringify(called)).toContain('no-agents');
    await house.admin.delete('/v1/policies/no-agents');
  });
});

describe('the official client', () => {
  it('signs in with its OAuth provider, lists and calls, and begins again when its access is ended', async () => {
    const rosa = await signedIn(closed.url, closed.admin, 'rosa', ['caller']);
    const oauth = new RememberingOAuth();
    const transport = () => new StreamableHTTPClientTransport(new URL(`${closed.url}/mcp`), { authProvider: oauth });
    const first = transport();
    const refused = new Client({ name: 'official', version: '1.0.0' });
    await expect(refused.connect(first)).rejects.toThrow();
    const id = await beginIn(rosa, oauth.sentTo?.href ?? '');
    expect((await shownTo(rosa, id)).body).toMatchObject({ client: { name: 'The official client' } });
    await first.finishAuth((await decideIn(rosa, id, { decision: 'allow' })).searchParams);
    const client = new Client({ name: 'official', version: '1.0.0' });
    await client.connect(transport());
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('search_tools');
    const found = await client.callTool({ name: 'search_tools', arguments: { query: 'send mail' } });
    expect(found.isError).not.toBe(true);
    await client.close();
    const keys = (await rosa.get<{ items: KeyView[] }>('/v1/keys')).body.items;
    const granted = keys.find((it) => it.client?.name === 'The official client');
    await rosa.delete(`/v1/keys/${granted?.id}`);
    oauth.sentTo = undefined;
    await expect(new Client({ name: 'official', version: '1.0.0' }).connect(transport())).rejects.toThrow();
    expect(oauth.sentTo).toBeDefined();
  });
});
