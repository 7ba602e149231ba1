import { FakeClock } from '@assay/kernel/testing';
import { type ProtectedApi, startProtectedApi } from '@assay/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GuardedOAuthClient } from './guarded-oauth-client.js';
import type { OAuthFetch } from './oauth-fetch.js';

let api: ProtectedApi;
beforeAll(async () => {
  api = await startProtectedApi();
});
afterAll(() => api.stop());
beforeEach(() => {
  Object.assign(api, { refuse: undefined, claims: undefined });
});

const client = (through: OAuthFetch = fetch) => new GuardedOAuthClient({ fetch: through, clock: new FakeClock() });
const json = (value: unknown, status = 200) => Response.json(value, { status });
const sentAs = ({ headers }: RequestInit): string => String(new Headers(headers).get('authorization'));
/** Answers by address; everything else is not there. */
const web =
  (pages: Readonly<Record<string, () => Response>>): OAuthFetch =>
  async (url) =>
    pages[url]?.() ?? new Response('not here', { status: 404 });

const metadata = (issuer: string, parts: object = {}) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  ...parts,
});
const party = { issuer: 'https://issuer.example', clientId: 'me' };
const wish = { scopes: [], resource: null };
const back = { redirectUri: 'https://assay.example/back', state: 's' };

describe('finding an issuer', () => {
  it('goes by the challenge, the well-known document and the issuer’s own metadata', async () => {
    expect(await client().discover(`${api.origin}/api/orders`)).toEqual({
      ok: true,
      value: { issuer: api.issuer, resource: `${api.origin}/api`, scopes: ['read'] },
    });
  });

  it('believes no document about another resource, and no issuer of another name', async () => {
    const document = (resource: string) => () => json({ resource, authorization_servers: ['https://issuer.example'] });
    const of = (resource: string) =>
      client(
        web({
          'https://api.example/.well-known/oauth-protected-resource': document(resource),
          'https://issuer.example/.well-known/oauth-authorization-server': () => json(metadata('https://evil.example')),
        }),
      ).discover('https://api.example');
    expect(await of('https://other.example')).toMatchObject({ ok: false, error: { code: 'upstream_error' } });
    expect(await of('https://api.example/deeper')).toMatchObject({ ok: false });
    const lying = await of('https://api.example');
    expect(lying).toMatchObject({ ok: false, error: { code: 'upstream_error' } });
  });

  it('reads OpenID Connect metadata where there is no other', async () => {
    const issuer = 'https://issuer.example/a';
    const found = client(
      web({
        'https://api.example/.well-known/oauth-protected-resource': () =>
          json({ resource: 'https://api.example', authorization_servers: [issuer] }),
        'https://issuer.example/a/.well-known/openid-configuration': () => json(metadata(issuer)),
      }),
    );
    expect(await found.discover('https://api.example')).toMatchObject({ ok: true, value: { issuer } });
  });

  it('sends secrets nowhere in the clear, save on this machine', async () => {
    for (const address of ['http://api.example', 'http://10.0.0.1', 'ftp://api.example'])
      expect(await client().discover(address)).toMatchObject({ ok: false, error: { code: 'invalid_request' } });
    expect(await client(web({})).discover('https://api.example')).toMatchObject({
      ok: false,
      error: { issues: [{ path: '/credential/issuer' }] },
    });
  });

  it('says of the egress guard’s refusal what it is', async () => {
    const forbidden = Object.assign(new Error('The host is not public.'), { name: 'AddressForbiddenError' });
    const through: OAuthFetch = async () => {
      throw new TypeError('fetch failed', { cause: forbidden });
    };
    expect(await client(through).discover('https://api.example')).toMatchObject({
      ok: false,
      error: { code: 'address_forbidden' },
    });
  });
});

describe('asking for consent', () => {
  const at = (parts: object) =>
    client(
      web({
        'https://issuer.example/.well-known/oauth-authorization-server': () => json(metadata(party.issuer, parts)),
      }),
    ).begin(party, { scopes: ['a', 'b'], resource: 'https://api.example' }, back);

  it('goes with PKCE, state, scopes and resource', async () => {
    const begun = await at({});
    const asked = begun.ok ? Object.fromEntries(new URL(begun.value.url).searchParams) : {};
    expect(asked).toMatchObject({
      ...{ response_type: 'code', client_id: 'me', redirect_uri: back.redirectUri, state: 's' },
      ...{ code_challenge_method: 'S256', scope: 'a b', resource: 'https://api.example' },
    });
    expect(asked.code_challenge).toMatch(/^[\w-]{43}$/);
  });

  it('is not asked for without S256, nor at an address that is none', async () => {
    expect(await at({ code_challenge_methods_supported: ['plain'] })).toMatchObject({ ok: false });
    for (const endpoint of ['javascript:alert(1)', 'http://issuer.example/authorize'])
      expect(await at({ authorization_endpoint: endpoint })).toMatchObject({
        ok: false,
        error: { code: 'upstream_error' },
      });
  });

  it('says where to register when the issuer registers nobody by itself', async () => {
    const made = await client(
      web({ 'https://issuer.example/.well-known/oauth-authorization-server': () => json(metadata(party.issuer)) }),
    ).register(party.issuer, back.redirectUri, []);
    expect(made).toMatchObject({ ok: false, error: { message: expect.stringContaining(back.redirectUri) } });
  });
});

describe('asking for tokens', () => {
  const known = { issuer: '', clientId: 'me', clientSecret: 'planted-secret' };
  const asking = () => client().refresh({ ...known, issuer: api.issuer }, 'planted-refresh', wish);

  it('tells no from later, and repeats no secret that the issuer echoes', async () => {
    api.refuse = { status: 400, error: 'invalid_grant' };
    const refused = await asking();
    expect(refused).toMatchObject({ ok: false, error: { code: 'credential_refused' } });
    expect(JSON.stringify(refused)).not.toContain('planted');
    api.refuse = { status: 500, error: 'server_error' };
    expect(await asking()).toMatchObject({ ok: false, error: { code: 'upstream_unavailable' } });
    api.refuse = undefined;
    expect(await asking()).toMatchObject({ ok: true, value: { refreshToken: expect.any(String) } });
  });

  it.each([
    [
      'the header it was sent',
      (init: RequestInit) => json({ error: 'invalid_grant', error_description: sentAs(init) }, 400),
    ],
    [
      'a token in what is no JSON',
      () => new Response('{"access_token": planted-token}', { headers: { 'content-type': 'application/json' } }),
    ],
  ])('repeats nothing when the issuer answers with %s', async (_, answer) => {
    const { issuer } = party;
    const through: OAuthFetch = async (url, init) =>
      init.method === 'POST'
        ? answer(init)
        : web({ [`${issuer}/.well-known/oauth-authorization-server`]: () => json(metadata(issuer)) })(url, init);
    const found = await client(through).clientCredentials({ ...known, issuer }, wish);
    expect(found).toMatchObject({ ok: false });
    expect(JSON.stringify(found)).not.toMatch(/planted|bWU6/);
  });

  it('sends the client’s secret in the body only where the header is not taken', async () => {
    const seen: RequestInit[] = [];
    const issuer = party.issuer;
    const through =
      (methods: string[]): OAuthFetch =>
      async (url, init) => {
        if (init.method === 'POST') {
          seen.push(init);
          return json({ access_token: 'a', token_type: 'bearer' });
        }
        return web({
          [`${issuer}/.well-known/oauth-authorization-server`]: () =>
            json(metadata(issuer, { token_endpoint_auth_methods_supported: methods })),
        })(url, init);
      };
    const ask = (methods: string[]) => client(through(methods)).clientCredentials({ ...known, issuer }, wish);
    expect(await ask(['client_secret_post'])).toMatchObject({ ok: true, value: { accessToken: 'a', expiresAt: null } });
    await ask(['client_secret_basic', 'client_secret_post']);
    expect(String(seen[0]?.body)).toContain('client_secret=planted-secret');
    expect(String(seen[1]?.body)).not.toContain('planted-secret');
  });
});
