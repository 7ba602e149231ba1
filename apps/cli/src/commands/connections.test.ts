import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const connection = {
  id: 'c1',
  server: 'acme/orders',
  origin: 'https://orders.example',
  namespaces: [],
  owner: 'carl',
  shared: false,
  principals: null,
  kind: 'bearer',
  in: null,
  name: null,
  oauth2: null,
  state: 'ready',
  problem: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
};
const oauth2 = {
  grant: 'authorization_code',
  issuer: 'https://issuer.example',
  clientId: null,
  scopes: ['a', 'b'],
  resource: null,
  tokenExpiresAt: null,
};
const waiting = { ...connection, kind: 'oauth2', oauth2, state: 'unauthorised' };

const added = async (stdin: string, ...options: string[]) =>
  (await assay(['connections', 'add', ...options], { stdin, answers: { 'POST /v1/connections': connection } })).asked[0]
    ?.body;

describe('connections', () => {
  it('are added with a secret from standard input, never from the command line', async () => {
    expect(await added('s3cret-token\n', 'acme/orders')).toEqual({
      server: 'acme/orders',
      credential: { kind: 'bearer', token: 's3cret-token' },
    });
    expect(await added('pw', 'acme/orders', '--kind', 'basic', '--user', 'ann')).toMatchObject({
      credential: { kind: 'basic', username: 'ann', password: 'pw' },
    });
    const key = ['--kind', 'api-key', '--in', 'header', '--name', 'x-key'];
    expect(await added('k', 'https://api.example', '--namespace', 'acme,other', ...key)).toEqual({
      origin: 'https://api.example',
      namespaces: ['acme', 'other'],
      credential: { kind: 'apiKey', in: 'header', name: 'x-key', value: 'k' },
    });
    expect(await added('k', 'acme/orders', '--shared', '--principal', 'carl,dora')).toMatchObject({
      shared: true,
      principals: ['carl', 'dora'],
    });
  });

  it('take OAuth credentials, secrets line by line', async () => {
    const client = ['--client-id', 'me', '--issuer', 'https://issuer.example'];
    expect(await added('cs', 'acme/orders', '--kind', 'client-credentials', ...client, '--scope', 'a b')).toMatchObject(
      {
        credential: {
          kind: 'oauth2',
          grant: 'client_credentials',
          clientId: 'me',
          clientSecret: 'cs',
          scopes: ['a', 'b'],
        },
      },
    );
    const refreshing = ['--kind', 'refresh-token', ...client, '--client-secret'];
    expect(await added('rt\ncs\n', 'acme/orders', ...refreshing)).toMatchObject({
      credential: { grant: 'refresh_token', refreshToken: 'rt', clientSecret: 'cs' },
    });
    expect(await added('', 'acme/orders', '--kind', 'authorization-code')).toEqual({
      server: 'acme/orders',
      credential: { kind: 'oauth2', grant: 'authorization_code' },
    });
    expect(await added('{"kind":"bearer","token":"t"}', 'acme/orders', '--credential', '-')).toMatchObject({
      credential: { kind: 'bearer', token: 't' },
    });
  });

  it('want their secret: exit 2 and how to give it', async () => {
    const { code, err } = await assay(['connections', 'add', 'acme/orders'], { stdin: '' });
    expect(code).toBe(2);
    expect(err).toContain('No token given: type it, pipe it in, or use --credential');
    const nameless = await assay(['connections', 'add', 'acme/orders', '--kind', 'basic'], { stdin: 'pw' });
    expect({ code: nameless.code, err: nameless.err }).toEqual({ code: 2, err: expect.stringContaining('--user') });
  });

  it('are listed and shown without what is secret', async () => {
    const broken = { ...waiting, id: 'c2', state: 'broken', problem: 'The issuer says no.' };
    const answers = {
      'GET /v1/connections?limit=50': { items: [connection, broken], nextCursor: null },
      'GET /v1/connections/c2': broken,
    };
    const { out } = await assay(['connections'], { answers });
    expect(out).toMatch(/c1 +ready +bearer +acme\/orders +carl/);
    expect(out).toMatch(/c2 +broken +oauth2 authorization code/);
    expect((await assay(['connections', 'show', 'c2'], { answers })).out).toMatch(/problem +The issuer says no\./);
  });

  it('say how to go on when somebody has to say yes, and finish with the code', async () => {
    const answers = {
      'POST /v1/connections': waiting,
      'POST /v1/connections/c1/authorize': { url: 'https://issuer.example/go', expiresAt: '2026-11-01T00:10:00.000Z' },
      'POST /v1/connections/c1/confirm': connection,
    };
    const made = await assay(['connections', 'add', 'acme/orders', '--kind', 'authorization-code'], { answers });
    expect(made.err).toContain('assay connections authorize c1');
    const begun = await assay(['connections', 'authorize', 'c1', '--scope', 'more'], { answers });
    expect(begun.out).toBe('https://issuer.example/go\n');
    expect(begun.asked[0]?.body).toEqual({ scopes: ['more'] });
    const done = await assay(['connections', 'authorize', 'c1', '--code', 'K7QF-2MXD'], { answers });
    expect(done.asked.map((it) => [it.line, it.body])).toEqual([
      ['POST /v1/connections/c1/confirm', { code: 'K7QF-2MXD' }],
    ]);
    expect({ code: done.code, out: done.out }).toEqual({ code: 0, out: expect.stringMatching(/state +ready/) });
  });

  it('are rotated, removed and re-encrypted', async () => {
    const answers = {
      'POST /v1/connections/c1/rotate': connection,
      'DELETE /v1/connections/c1': new Response(null, { status: 204 }),
      'POST /v1/secrets/reseal': { resealed: 3, kept: 1 },
    };
    const rotated = await assay(['connections', 'rotate', 'c1'], { answers, stdin: 'new-token' });
    expect(rotated.asked[0]?.body).toEqual({ credential: { kind: 'bearer', token: 'new-token' } });
    expect((await assay(['connections', 'remove', 'c1'], { answers })).out).toContain('Removed c1');
    const sealed = await assay(['connections', 'reseal'], { answers });
    expect(sealed.out).toContain('Sealed 3 secrets again; 1');
    expect(sealed.err).toContain('ASSAY_ENCRYPTION_KEY_OLD');
  });
});
