import type { AuthorizationView, ConnectionView, CreateConnection, Envelope, Problem } from '@assay/contracts';
import { createTestDatabase, type TestDatabase } from '@assay/persistence';
import { type ProtectedApi, startProtectedApi } from '@assay/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { MovedClock } from './moved-clock.js';

let database: TestDatabase;
let api: ProtectedApi;
let houses: readonly [House, House];
let key: string;
const clock = new MovedClock();
/** Seconds; a token that is good for no longer is renewed before it is used. */
const aboutToEnd = 20;

const carl = (replica: 0 | 1 = 0): Client => houses[replica].client(key);
const call = (client: Client) => client.post<Envelope & Refusal>('/v1/invocations', { tool: 'acme/read', input: {} });
const connect = (credential: CreateConnection['credential']) =>
  carl().post<ConnectionView & Problem>('/v1/connections', { server: 'acme/api', credential });
const machine = (parts: object = {}) =>
  ({
    kind: 'oauth2',
    grant: 'client_credentials',
    clientId: 'me',
    clientSecret: 'planted-client-secret',
    ...parts,
  }) as const;

/** Both replicas call with the connection as it is now. */
const known = (state: string) =>
  eventually(async () => {
    const { body } = await carl(1).get<{ items: ConnectionView[] }>('/v1/connections');
    return (body.items[0]?.state ?? 'none') === state ? true : undefined;
  }, `the other replica to know a connection that is ${state}`);

beforeAll(async () => {
  [database, api] = await Promise.all([createTestDatabase(), startProtectedApi()]);
  const shared = {
    DATABASE_URL: database.url,
    ASSAY_ENCRYPTION_KEY: 'the same secret on both replicas, of some length',
    ASSAY_SIGNING_KEY: 'another secret on both replicas, of some length',
    ASSAY_ADMIN_KEY: 'the-administrator-of-both-replicas',
  };
  houses = [await startHouse(shared, clock), await startHouse(shared, clock)];
  const [{ admin }] = houses;
  key = await houses[0].key('carl');
  await admin.post('/v1/namespaces', { name: 'acme' });
  await admin.post('/v1/servers', { name: 'acme/api', http: { url: `${api.origin}/api` } });
  await admin.post('/v1/tools', {
    name: 'acme/read',
    version: '1.0.0',
    description: 'Reads what only token holders may',
    inputSchema: { type: 'object' },
    protocol: 'http',
    endpoint: { server: 'acme/api', url: '/read', method: 'GET' },
    auth: { upstream: 'caller', scheme: { type: 'oauth2' } },
    annotations: { readOnlyHint: true },
    visibility: 'organisation',
  });
  await admin.post('/v1/endorsements', { tool: 'acme/read', organisation: 'default' });
});
afterAll(async () => {
  for (const house of houses) await house.stop();
  await database.drop();
  await api.stop();
});
beforeEach(async () => {
  Object.assign(api, { refuse: undefined, hold: undefined, claims: undefined, lifetimeS: 3_600 });
  const { body } = await carl().get<{ items: ConnectionView[] }>('/v1/connections');
  for (const { id } of body.items) await carl().delete(`/v1/connections/${id}`);
  await known('none');
  api.asked.length = 0;
});

describe('client credentials', () => {
  it('find their issuer from the server, ask for a token of that resource, and carry it', async () => {
    const made = await connect(machine());
    expect(made).toMatchObject({
      status: 201,
      body: { state: 'ready', oauth2: { issuer: api.issuer, scopes: ['read'], resource: `${api.origin}/api` } },
    });
    expect(await call(carl())).toMatchObject({ status: 200, body: { output: { path: '/api/read' } } });
    expect(api.asked).toEqual([
      expect.objectContaining({ grant_type: 'client_credentials', resource: `${api.origin}/api`, scope: 'read' }),
    ]);
    expect(api.asked[0]?.authorization).toMatch(/^Basic /);
  });

  it('get one new token before the old one ends, however many calls want it on two replicas', async () => {
    api.lifetimeS = aboutToEnd;
    await connect(machine());
    await known('ready');
    api.lifetimeS = 3_600;
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => call(carl(at % 2 === 0 ? 0 : 1))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(api.asked).toHaveLength(2);
  });

  it('get a new one when the upstream refuses a token that was to be good still, and the call is made once more', async () => {
    await connect(machine());
    api.forget();
    const answers = await Promise.all([call(carl()), call(carl()), call(carl())]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(api.asked).toHaveLength(2);
  });

  it('are refused at once when they are wrong, without repeating what the issuer echoes', async () => {
    api.refuse = { status: 401, error: 'invalid_client' };
    const refused = await connect(machine({ clientSecret: 'planted-wrong-secret' }));
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_request' } });
    expect(refused.body.detail).toContain('invalid_client');
    expect((await carl().get<{ items: unknown[] }>('/v1/connections')).body.items).toEqual([]);
  });

  it('break when the issuer rejects them: calls report it, and their owner is notified once', async () => {
    api.lifetimeS = aboutToEnd;
    const { body: made } = await connect(machine());
    api.refuse = { status: 400, error: 'invalid_client' };
    const answers = await Promise.all([call(carl()), call(carl())]);
    for (const { status, body } of answers) {
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'connection_needed' });
      expect(body.detail).toContain(`assay connections rotate ${made.id}`);
    }
    expect(api.asked).toHaveLength(2);
    const shown = await eventually(async () => {
      const { body } = await carl().get<ConnectionView>(`/v1/connections/${made.id}`);
      return body.state === 'broken' ? body : undefined;
    }, 'the connection to be shown as broken');
    expect(shown.problem).toContain('invalid_client');
    const reports = await carl().get<{ items: { kind: string; text: string }[] }>('/v1/notifications');
    expect(reports.body.items.filter((it) => it.kind === 'connection.broken')).toEqual([
      expect.objectContaining({ text: expect.stringContaining('assay connections rotate') }),
    ]);
    api.refuse = undefined;
    expect((await carl().post(`/v1/connections/${made.id}/rotate`, { credential: machine() })).status).toBe(200);
    expect((await call(carl())).status).toBe(200);
  });

  it('do not break when the issuer is away', async () => {
    api.lifetimeS = aboutToEnd;
    await connect(machine());
    api.refuse = { status: 503, error: 'temporarily_unavailable' };
    expect(await call(carl())).toMatchObject({ status: 502, body: { code: 'upstream_unavailable' } });
    api.refuse = undefined;
    expect((await call(carl())).status).toBe(200);
  });

  it('believe no issuer that calls itself by another name', async () => {
    api.claims = 'https://issuer.example';
    // Its own document was read before, and is kept: this one is new.
    const lying = await connect(machine({ issuer: `${api.issuer}/` }));
    expect(lying).toMatchObject({ status: 502, body: { code: 'upstream_error' } });
  });
});

describe('a refresh token', () => {
  it('is redeemed at once, and the one that comes with each answer from then on', async () => {
    const given = { grant: 'refresh_token', clientSecret: undefined, refreshToken: 'planted-first-refresh' } as const;
    api.lifetimeS = aboutToEnd;
    await connect({ ...machine(), ...given });
    api.lifetimeS = 3_600;
    expect((await call(carl())).status).toBe(200);
    expect(api.asked.map((it) => it.refresh_token)).toEqual(['planted-first-refresh', api.given.at(-3)]);
  });
});

describe('an authorization by code', () => {
  const begin = async (id: string) =>
    (await carl().post<AuthorizationView & Problem>(`/v1/connections/${id}/authorize`, {})).body;
  /** What a browser does: the issuer agrees at once and sends it back. */
  const browse = async (url: string) => {
    const agreed = await fetch(url, { redirect: 'manual' });
    const back = agreed.headers.get('location') ?? '';
    const page = await fetch(back);
    return { back, status: page.status, html: await page.text(), headers: page.headers };
  };
  const codeOf = (html: string) => /class="code">([A-Z0-9-]+)</.exec(html)?.[1] ?? '';
  const confirm = (id: string, code: string, client = carl()) =>
    client.post<ConnectionView & Problem>(`/v1/connections/${id}/confirm`, { code });

  it('goes by way of a browser and of the code its page shows, with PKCE and a client that registers itself', async () => {
    const { body: made } = await connect({ kind: 'oauth2', grant: 'authorization_code' });
    expect(made.state).toBe('unauthorised');
    expect((await call(carl())).body.detail).toContain(`assay connections authorize ${made.id}`);
    const { url } = await begin(made.id);
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      resource: `${api.origin}/api`,
      scope: 'read',
      redirect_uri: `${houses[0].url}/oauth/callback`,
    });
    const page = await browse(url);
    expect({ status: page.status, policy: page.headers.get('content-security-policy') }).toEqual({
      status: 200,
      policy: expect.stringContaining("default-src 'none'"),
    });
    expect(page.html).toContain('carl');
    expect((await call(carl())).status).toBe(403);
    const done = await confirm(made.id, codeOf(page.html).toLowerCase().replace('-', ''));
    expect(done).toMatchObject({ status: 200, body: { state: 'ready', oauth2: { scopes: ['read'] } } });
    expect((await call(carl())).status).toBe(200);
    expect(api.asked[0]).toMatchObject({ grant_type: 'authorization_code', code_verifier: expect.any(String) });
  });

  it('takes an answer once, only with the state it gave, and nobody else’s word for it', async () => {
    const { body: made } = await connect({ kind: 'oauth2', grant: 'authorization_code' });
    const { url } = await begin(made.id);
    const page = await browse(url);
    expect((await fetch(page.back)).status).toBe(404);
    expect((await fetch(`${houses[0].url}/oauth/callback?state=made-up&code=x`)).status).toBe(404);
    const dora = await houses[0].as('dora');
    expect((await confirm(made.id, codeOf(page.html), dora)).status).toBe(404);
    for (const _ of Array(5)) expect((await confirm(made.id, 'AAAA-AAAA')).body.code).toBe('invalid_request');
    expect((await confirm(made.id, codeOf(page.html))).body.code).toBe('conflict');
    const { url: later } = await begin(made.id);
    clock.ahead += 11 * 60_000;
    expect((await browse(later)).status).toBe(404);
  });

  it('says what the issuer said when it refuses, and takes no answer of another issuer', async () => {
    const { body: made } = await connect({ kind: 'oauth2', grant: 'authorization_code' });
    const answer = async (change: (back: URL) => void) => {
      const { url } = await begin(made.id);
      const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '');
      change(back);
      const page = await fetch(back);
      return { status: page.status, html: await page.text() };
    };
    const denied = await answer((back) => {
      back.searchParams.delete('code');
      back.searchParams.set('error', 'access_denied');
      back.searchParams.set('error_description', '<script>no</script>');
    });
    expect(denied.status).toBe(424);
    expect(denied.html).toContain('access_denied (&lt;script&gt;no&lt;/script&gt;)');
    const mixedUp = await answer((back) => back.searchParams.set('iss', 'https://other.example'));
    expect(mixedUp.status).toBe(502);
    expect(api.asked).toEqual([]);
  });
});

describe('tokens, secrets and codes', () => {
  it('appear in plain text in no table, log line or answer', async () => {
    const planted = [...api.given, 'planted-client-secret', 'planted-wrong-secret', 'planted-first-refresh'];
    expect(planted.length).toBeGreaterThan(10);
    const found = (text: string) => planted.filter((it) => text.includes(it));
    const [house] = houses;
    const tables = await house.sql<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    );
    for (const { name } of tables) {
      const rows = await house.sql(`SELECT it::text AS row FROM ${name} it`);
      expect({ name, found: found(rows.map(({ row }) => row).join('\n')) }).toEqual({ name, found: [] });
    }
    for (const { logs } of houses) {
      expect(found(logs())).toEqual([]);
      expect(logs()).not.toContain('callback?');
    }
    for (const path of ['/v1/audit?limit=200', '/v1/connections', '/v1/notifications'])
      expect(found(JSON.stringify((await house.admin.get(path)).body))).toEqual([]);
  });
});
