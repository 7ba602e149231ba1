import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditRecordView, DiscoveryAnswer, Entry, Envelope, RevocationView } from '@assay/contracts';
import { stdioUpstream } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import { type Client, everyRow, type Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';

type Revoked = RevocationView & Refusal;
type Answered = Envelope & Refusal & { alternatives: string[]; revocation: { id: string; reason: string } };
type Shown = Entry & Refusal & { warnings: string[]; alternatives: string[] };

let house: House;
let folder: string;
let effects: string;
let caller: Client;

beforeAll(async () => {
  house = await startHouse();
  folder = mkdtempSync(join(tmpdir(), 'assay-revocation-'));
  effects = join(folder, 'effects.log');
  caller = await house.as('carl');
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await importServer(house.admin, 'acme', stdioUpstream('plain', effects), 'local');
});
afterAll(async () => {
  await house.stop();
  rmSync(folder, { recursive: true, force: true });
});

const reason = 'It loses orders.';
const revoke = (target: string, by = house.admin) => by.post<Revoked>('/v1/revocations', { target, reason });
const lift = (id: string, by = house.admin) => by.delete<Revoked>(`/v1/revocations/${id}?reason=Fixed.`);
const publish = async (name: string, versions = ['1.0.0'], parts = {}) => {
  for (const version of versions) {
    const { status } = await house.admin.post('/v1/tools', httpManifest(name, { version, ...parts }));
    expect(status).toBe(201);
  }
};
const resolve = (tool: string, range = '', by = house.admin) =>
  by.get<Shown>(`/v1/tools/${tool}/resolve${range && `?range=${encodeURIComponent(range)}`}`);
const call = (tool: string, input: object = {}, parts: object = {}) =>
  caller.post<Answered>('/v1/invocations', { tool: `acme/${tool}`, input, ...parts });
const effectLines = () => (existsSync(effects) ? readFileSync(effects, 'utf8').split('\n').filter(Boolean) : []);
const effect = (line: string, from: number) =>
  eventually(() => effectLines().slice(from).includes(line) || undefined, `the upstream writes "${line}"`);

describe('a revocation', () => {
  it('of a range takes it out of use, leaves tombstones, and gives it back when it is lifted', async () => {
    await publish('acme/orders', ['1.0.0', '1.1.0', '2.0.0']);
    const { status, body } = await revoke('acme/orders@^1');
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      target: 'acme/orders@^1',
      reason,
      state: 'active',
      versions: 2,
      revokedAt: expect.any(String),
      revokedBy: 'user:administrator',
      cause: null,
      appeal: null,
      lifted: null,
    });
    for (const range of ['1.0.0', '^1', '~1.1']) {
      expect(await resolve('acme/orders', range)).toMatchObject({
        status: 410,
        body: { code: 'version_revoked', revocation: { id: body.id, reason }, alternatives: ['acme/orders@2.0.0'] },
      });
    }
    expect((await resolve('acme/orders')).body.version).toBe('2.0.0');
    const tombstone = { status: 'REVOKED', revocation: { id: body.id, reason, since: body.revokedAt } };
    expect((await house.admin.get('/v1/tools/acme/orders/versions/1.1.0')).body).toMatchObject(tombstone);
    const { items } = (await house.admin.get<{ items: Entry[] }>('/v1/tools/acme/orders/versions')).body;
    expect(items.map((it) => it.status)).toEqual(['ACTIVE', 'REVOKED', 'REVOKED']);
    const lifted = await lift(body.id);
    expect(lifted).toMatchObject({
      status: 200,
      body: { id: body.id, state: 'lifted', lifted: { by: 'user:administrator', reason: 'Fixed.' } },
    });
    expect((await resolve('acme/orders', '^1')).body).toMatchObject({ version: '1.1.0', revocation: null });
    const actions = (await everyRow<AuditRecordView>(house.admin, '/v1/audit?subject=acme/orders@^1')).map(
      (it) => it.action,
    );
    expect(actions).toEqual(['tool.reinstate', 'tool.revoke']);
  });

  it('is one for a target, however often and by how many it is asked for', async () => {
    await publish('acme/twice');
    const answers = await Promise.all(Array.from({ length: 8 }, () => revoke('acme/twice')));
    expect(answers.map((it) => it.status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map((it) => it.body.id)).size).toBe(1);
    const id = answers[0]?.body.id as string;
    const [first, second] = [await lift(id), await lift(id)];
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
    const again = await revoke('acme/twice');
    expect([again.status, again.body.id === id]).toEqual([201, false]);
    const states = (await everyRow<RevocationView>(house.admin, '/v1/revocations'))
      .filter((it) => it.target === 'acme/twice')
      .map((it) => it.state);
    expect(states).toEqual(['active', 'lifted']);
    for (const state of ['active', 'lifted']) {
      const rows = await everyRow<RevocationView>(house.admin, `/v1/revocations?state=${state}&limit=1`);
      expect(new Set(rows.map((it) => it.state))).toEqual(new Set([state]));
    }
  });

  it('covers what is published later, of a tool and of a whole namespace', async () => {
    await house.admin.post('/v1/namespaces', { name: 'doomed', visibility: 'public' });
    await publish('doomed/one');
    await revoke('doomed/one@>=1');
    await publish('doomed/one', ['1.1.0']);
    expect((await resolve('doomed/one')).status).toBe(410);
    await revoke('doomed/*');
    await publish('doomed/two');
    expect(await resolve('doomed/two')).toMatchObject({ status: 410, body: { revocation: { reason } } });
    const { items } = (await house.anonymous.get<{ items: Entry[] }>('/v1/tools?namespace=doomed')).body;
    expect(items.map((it) => `${it.name} ${it.status}`)).toEqual(['doomed/one REVOKED', 'doomed/two REVOKED']);
  });

  it('names other tools of the same capability that the caller may call', async () => {
    const capabilities = ['commerce.refund'];
    for (const name of ['acme/refund', 'acme/refund-too']) await publish(name, ['1.0.0'], { capabilities });
    await publish('acme/refund-not', ['1.0.0'], { capabilities: ['commerce.order'] });
    await revoke('acme/refund');
    expect((await resolve('acme/refund')).body.alternatives).toEqual(['acme/refund-too@1.0.0']);
    expect((await resolve('acme/refund', '', caller)).body.alternatives).toEqual([]);
    const reader = await house.as('rita', { role: 'reader' });
    expect((await resolve('acme/refund', '', reader)).body.alternatives).toEqual(['acme/refund-too@1.0.0']);
  });

  it('takes a tool out of search, and puts it back', async () => {
    const find = async () => {
      const body = { query: 'polishes amber trombones', constraints: { minTrust: 0 } };
      const { results } = (await house.admin.post<DiscoveryAnswer>('/v1/discover', body)).body;
      return results.map((it) => `${it.tool}@${it.version}`);
    };
    await publish('acme/polish', ['1.0.0', '2.0.0'], { description: 'Polishes amber trombones' });
    expect(await find()).toEqual(['acme/polish@2.0.0']);
    await revoke('acme/polish@2.0.0');
    expect(await find()).toEqual(['acme/polish@1.0.0']);
    const whole = await revoke('acme/polish');
    expect(await find()).toEqual([]);
    await lift(whole.body.id);
    expect(await find()).toEqual(['acme/polish@1.0.0']);
  });

  it('follows what it covers through every change of name, and is asked for by any of them', async () => {
    await house.admin.post('/v1/namespaces', { name: 'before' });
    await publish('before/tool');
    const { body } = await revoke('before/tool@^1');
    const renamed = [
      await house.admin.post('/v1/tools/before/tool/rename', { to: 'before/instrument' }),
      await house.admin.post('/v1/namespaces/before/rename', { to: 'after' }),
    ];
    expect(renamed.map((it) => it.status)).toEqual([200, 200]);
    for (const name of ['before/tool', 'before/instrument', 'after/instrument']) {
      expect(await resolve(name)).toMatchObject({ status: 410, body: { revocation: { id: body.id } } });
    }
    const again = await revoke('before/tool@1');
    expect([again.status, again.body.id, again.body.target]).toEqual([200, body.id, 'after/instrument@^1']);
    expect((await lift(body.id)).status).toBe(200);
    expect((await resolve('before/tool')).status).toBe(200);
  });

  it('survives a restart', async () => {
    await publish('acme/lasting');
    const { body } = await revoke('acme/lasting');
    await house.restart();
    caller = await house.as('carl');
    expect(await resolve('acme/lasting')).toMatchObject({ status: 410, body: { revocation: { id: body.id } } });
    expect((await lift(body.id)).status).toBe(200);
    expect((await resolve('acme/lasting')).status).toBe(200);
  });
});

describe('a call of a revoked version', () => {
  it('is refused with the reason, by name, by range and by exact pin', async () => {
    const { body } = await revoke('acme/local.add');
    for (const tool of ['local.add', 'local.add@^1', 'local.add@1.0.0']) {
      expect(await call(tool, { a: 1, b: 2 })).toMatchObject({
        status: 410,
        body: { code: 'version_revoked', error: { outcome: 'none' }, revocation: { id: body.id, reason } },
      });
    }
    expect((await call('local.echo', { message: 'on' })).status).toBe(200);
    await lift(body.id);
    expect((await call('local.add', { a: 1, b: 2 })).status).toBe(200);
  });

  it('that is under way is aborted at the upstream, and its record says that the outcome is unknown', async () => {
    const id = crypto.randomUUID();
    const from = effectLines().length;
    const answer = call('local.slow', { ms: 60_000 }, { id });
    const reading = call('local.echo', { message: 'x' });
    await effect('started', from);
    const { body } = await revoke('acme/local.slow');
    expect(await answer).toMatchObject({
      status: 410,
      body: {
        code: 'version_revoked',
        detail: expect.stringContaining('was revoked during the call'),
        error: { outcome: 'unknown', retryable: false },
        attempted: [{ tool: 'acme/local.slow', reason: 'version_revoked' }],
      },
    });
    await effect('cancelled', from);
    expect((await reading).status).toBe(200);
    expect((await caller.get<Answered>(`/v1/invocations/${id}`)).body).toMatchObject({
      status: 'denied',
      error: { code: 'version_revoked', outcome: 'unknown' },
    });
    await lift(body.id);
  });
});

describe('everybody who', () => {
  it('used a tool, or owns it, is notified once, and again when it is lifted', async () => {
    const call = { tool: 'acme/local.whoami', input: {} };
    await (await house.as('una')).post('/v1/invocations', call);
    // Stopping writes down who has called.
    await house.restart();
    const user = await house.as('una');
    caller = await house.as('carl');
    const reportOf = async (by: Client) =>
      (await everyRow<{ kind: string; subject: string; details: { reason?: string } }>(by, '/v1/notifications'))
        .filter((it) => it.subject === 'acme/local.whoami')
        .map((it) => `${it.kind} ${it.details.reason}`);
    const { body } = await revoke('acme/local.whoami');
    expect(await reportOf(user)).toEqual([`tool.revoked ${reason}`]);
    expect(await reportOf(house.admin)).toEqual([`tool.revoked ${reason}`]);
    expect(await reportOf(await house.as('nobody'))).toEqual([]);
    await lift(body.id);
    expect(await reportOf(user)).toEqual(['tool.reinstated Fixed.', `tool.revoked ${reason}`]);
  });

  it.each([
    ['lacks the scope', { role: 'publisher' as const }, 'acme/orders', 403, 'forbidden'],
    ['is narrowed elsewhere', { scopes: ['registry:revoke'], namespaces: ['doomed'] }, 'acme/orders', 404, 'not_found'],
    [
      'is narrowed elsewhere, of a public tool',
      { scopes: ['registry:revoke'], namespaces: ['acme'] },
      'doomed/one@9',
      403,
      'forbidden',
    ],
    ['names no tool', { scopes: ['registry:revoke'] }, 'acme/never', 404, 'not_found'],
    ['names no namespace', { scopes: ['registry:revoke'] }, 'never/*', 404, 'not_found'],
    ['names no range', { scopes: ['registry:revoke'] }, 'acme/orders@soon', 422, 'invalid_request'],
    ['names a moving range', { scopes: ['registry:revoke'] }, 'acme/orders@latest', 422, 'invalid_request'],
    ['names nothing', { scopes: ['registry:revoke'] }, 'acme', 422, 'invalid_request'],
  ])('%s revokes nothing', async (_case, parts, target, status, code) => {
    const before = await everyRow(house.admin, '/v1/revocations');
    const by = await house.as(`revoker ${target}`.replaceAll(/[^a-z]/g, '-'), parts);
    expect(await revoke(target, by)).toMatchObject({ status, body: { code } });
    expect(await everyRow(house.admin, '/v1/revocations')).toEqual(before);
  });

  it('gives no reason revokes nothing', async () => {
    for (const body of [{ target: 'acme/orders' }, { target: 'acme/orders', reason: ' ' }, { reason }]) {
      expect((await house.admin.post('/v1/revocations', body)).status).toBe(422);
    }
    expect((await house.anonymous.post('/v1/revocations', { target: 'acme/orders', reason })).status).toBe(401);
  });

  it('may see a tool may see why it was revoked, and nobody else', async () => {
    const targets = async (by: Client) =>
      (await everyRow<RevocationView>(by, '/v1/revocations')).map((it) => it.target);
    expect(new Set(await targets(house.anonymous))).toEqual(new Set(['doomed/*', 'doomed/one@>=1']));
    expect(await targets(caller)).toContain('acme/orders@^1');
    expect((await lift('00000000-0000-7000-8000-000000000000')).status).toBe(404);
    const [hidden] = await everyRow<RevocationView>(house.admin, '/v1/revocations');
    const elsewhere = await house.as('ella', { scopes: ['registry:revoke'], namespaces: ['doomed'] });
    expect((await lift(hidden?.id as string, elsewhere)).status).toBe(404);
  });
});
