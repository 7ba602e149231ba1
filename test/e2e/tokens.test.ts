import type { Me, Problem } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import { type OidcIssuer, startOidcIssuer, unsigned } from '../fixtures/oidc-issuer.js';
import { type House, startHouse } from './house.js';

const audience = 'https://assay.example';
let issuer: OidcIssuer;
let house: House;

beforeAll(async () => {
  issuer = await startOidcIssuer(audience);
  house = await startHouse({ OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: audience });
});
afterAll(async () => {
  await house.stop();
  await issuer.stop();
});

const me = (token: string) => house.client(token).get<Me & Problem>('/v1/me');

describe('a token of the configured issuer', () => {
  it('is a principal of the installation’s organisation with the scopes it carries', async () => {
    const { status, body } = await me(await issuer.token({ scope: 'registry:read tools:call' }));
    expect(status).toBe(200);
    expect(body).toEqual({
      principal: { id: expect.any(String), kind: 'user', name: 'oidc:ann' },
      organisation: 'default',
      scopes: ['registry:read', 'tools:call'],
      namespaces: [],
      clients: [],
    });
    expect((await me(await issuer.token())).body.principal?.id).toBe(body.principal?.id);
  });

  it('lets its bearer publish, and keeps what they own for their next token', async () => {
    const scope = 'registry:publish registry:read';
    const client = house.client(await issuer.token({ sub: 'pat', scope }));
    expect((await client.post('/v1/namespaces', { name: 'pats' })).status).toBe(201);
    const next = house.client(await issuer.token({ sub: 'pat', scope, jti: 'two' }));
    expect((await next.post('/v1/tools', httpManifest('pats/tool'))).status).toBe(201);
  });

  it('of a client that acts for itself is a service', async () => {
    const { body } = await me(await issuer.token({ sub: 'batch', client_id: 'batch' }));
    expect(body.principal).toMatchObject({ kind: 'service', name: 'oidc:batch' });
  });

  it('never names a principal that holds keys', async () => {
    const { body } = await me(await issuer.token({ sub: 'administrator' }));
    expect(body.principal?.name).toBe('oidc:administrator');
    expect(body.namespaces).toEqual([]);
  });

  it('costs one request for keys, however many calls', async () => {
    for (let call = 0; call < 5; call += 1) await me(await issuer.token());
    expect(issuer.keyRequests).toBe(1);
  });

  it('stands beside API keys', async () => {
    expect((await house.admin.get<Me>('/v1/me')).body.principal?.name).toBe('administrator');
  });
});

describe('a token is refused', () => {
  const hour = 3_600;
  const soon = () => Math.floor(Date.now() / 1_000) + hour;
  it.each([
    ['for another audience', () => issuer.token({ aud: 'https://other.example' }), /"aud"/],
    ['that has expired', () => issuer.token({ exp: soon() - 2 * hour }), /expired/],
    ['that never expires', () => issuer.token({ exp: undefined }), /"exp"/],
    ['that is not valid yet', () => issuer.token({ nbf: soon() }), /"nbf"/],
    ['of another issuer', () => issuer.token({ iss: 'https://issuer.example' }), /"iss"/],
    ['signed with a key the issuer does not publish', () => issuer.forged(), /not valid here/],
    ['without a subject', () => issuer.token({ sub: undefined }), /"sub"/],
    ['of a subject that cannot be a name', () => issuer.token({ sub: 'a b' }), /cannot be a principal/],
    [
      'that nobody signed',
      () => unsigned({ iss: issuer.url, aud: audience, sub: 'ann', exp: soon() }),
      /not valid here/,
    ],
    [
      'whose claims were changed',
      async () => swapped(await issuer.token(), await issuer.token({ sub: 'eve' })),
      /not valid/,
    ],
    ['that is no token', () => 'a.b.c', /not valid here/],
  ])('%s', async (_, make, reason) => {
    const { status, headers, body } = await me(await make());
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'unauthenticated' });
    expect(body.detail).toMatch(reason);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  it('and never logged', async () => {
    const token = await issuer.forged();
    await me(token);
    expect(house.logs()).not.toContain(token.split('.')[2]);
  });
});

/** The claims of one token under the signature of another. */
const swapped = (signed: string, other: string): string => {
  const [head, , signature] = signed.split('.');
  return [head, other.split('.')[1], signature].join('.');
};
