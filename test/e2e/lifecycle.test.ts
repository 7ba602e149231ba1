import type { AuditRecordView, CheckAnswer, Entry, Envelope, NotificationView } from '@assay/contracts';
import { JOBS, LIFECYCLE_SWEEP } from '@assay/server';
import { stdioUpstream } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import { type Client, everyRow, type Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';
import { MovedClock } from './moved-clock.js';

type Answered = Entry & Refusal & { readonly warnings: string[] };

const dayMs = 86_400_000;
const tool = 'acme/local.add';

const movedClock = new MovedClock();

let house: House;
let owner: Client;
let caller: Client;

beforeAll(async () => {
  house = await startHouse({}, movedClock);
  owner = await house.as('olga', { role: 'publisher' });
  caller = await house.as('carl');
  await house.admin.post('/v1/namespaces', { name: 'acme', visibility: 'public' });
  await house.admin.post('/v1/namespaces/acme/members', { principal: 'olga' });
  await importServer(house.admin, 'acme', stdioUpstream('plain', ''), 'local');
});
afterAll(() => house.stop());

const versionsOf = (name: string) => `/v1/tools/${name}/versions`;
const change = (version: string, body: object, by = owner, name = tool) =>
  by.patch<Answered>(`${versionsOf(name)}/${version}/status`, body);
const resolve = (range: string, name = tool) => caller.get<Answered>(`/v1/tools/${name}/resolve?range=${range}`);
const call = (range: string) =>
  caller.post<Envelope & Refusal>('/v1/invocations', { tool: `${tool}@${range}`, input: { a: 1, b: 2 } });
const sweep = () => house.application.get(LIFECYCLE_SWEEP).run(new AbortController().signal);
const publish = async (name: string, ...versions: string[]) => {
  for (const version of versions) {
    const { status } = await owner.post('/v1/tools', httpManifest(name, { version }));
    if (status !== 201) throw new Error(`${name}@${version} was not published: ${status}`);
  }
};
/** `kind subject` of a principal's notifications, the oldest first. */
const noticesOf = async (client: Client) =>
  (await everyRow<NotificationView>(client, '/v1/notifications'))
    .map(({ kind, subject }) => `${kind} ${subject}`)
    .reverse();
const inDays = (days: number) => new Date(movedClock.now() + days * dayMs).toISOString();

describe('a status', () => {
  it('is changed by an owner with a reason, shown, recorded, and repeated without effect', async () => {
    await publish('acme/plain', '1.0.0');
    const sunsetAt = inDays(45);
    const body = { status: 'DEPRECATED', reason: 'a better one is coming', sunsetAt };
    const changed = await change('1.0.0', body, owner, 'acme/plain');
    expect(changed).toMatchObject({
      status: 200,
      body: { status: 'DEPRECATED', statusReason: 'a better one is coming', sunsetAt },
    });
    const again = await change('1.0.0', { status: 'DEPRECATED', reason: body.reason }, owner, 'acme/plain');
    expect(again.body).toMatchObject({ statusReason: body.reason, sunsetAt });
    const shown = await house.anonymous.get<Entry>(`${versionsOf('acme/plain')}/1.0.0`);
    expect(shown.body).toMatchObject({ status: 'DEPRECATED', sunsetAt });
    const records = await everyRow<AuditRecordView>(
      house.admin,
      '/v1/audit?action=tool.status&subject=acme/plain@1.0.0',
    );
    expect(records).toMatchObject([{ details: { from: 'ACTIVE', to: 'DEPRECATED', sunsetAt, reason: body.reason } }]);
  });

  it('of a deprecated version gets another reason, and keeps its date', async () => {
    await publish('acme/reasoned', '1.0.0');
    const sunsetAt = inDays(45);
    await change('1.0.0', { status: 'DEPRECATED', reason: 'old', sunsetAt }, owner, 'acme/reasoned');
    const other = await change('1.0.0', { status: 'DEPRECATED', reason: 'use sales' }, owner, 'acme/reasoned');
    expect(other.body).toMatchObject({ status: 'DEPRECATED', statusReason: 'use sales', sunsetAt });
  });

  it('stays ACTIVE beside a new major that keeps older ones, until its owner deprecates it', async () => {
    await publish('acme/kept', '1.0.0');
    const check = await owner.post<CheckAnswer>('/v1/tools/check', httpManifest('acme/kept', { version: '2.0.0' }));
    expect(check.body.deprecates).toMatchObject([{ version: '1.0.0', atStage: null }]);
    await owner.post('/v1/tools', httpManifest('acme/kept', { version: '2.0.0', keepOlder: true }));
    const first = () => house.anonymous.get<Entry>(`${versionsOf('acme/kept')}/1.0.0`);
    expect((await first()).body.status).toBe('ACTIVE');
    await change('1.0.0', { status: 'DEPRECATED', reason: 'now' }, owner, 'acme/kept');
    expect((await first()).body.status).toBe('DEPRECATED');
  });

  it('takes a date alone for its beginning in UTC', async () => {
    await publish('acme/dated', '1.0.0');
    const day = inDays(60).slice(0, 10);
    const changed = await change('1.0.0', { status: 'DEPRECATED', reason: 'r', sunsetAt: day }, owner, 'acme/dated');
    expect(changed.body.sunsetAt).toBe(`${day}T00:00:00.000Z`);
  });

  it('is refused with what would do, and nothing changes', async () => {
    await publish('acme/refused', '1.0.0');
    const early = await change(
      '1.0.0',
      { status: 'DEPRECATED', reason: 'r', sunsetAt: inDays(29) },
      owner,
      'acme/refused',
    );
    expect(early).toMatchObject({
      status: 422,
      body: { code: 'invalid_request', earliest: expect.any(String), errors: [{ path: '/sunsetAt' }] },
    });
    const refused = (body: object, by = owner) => change('1.0.0', body, by, 'acme/refused');
    const later = {
      status: 'DEPRECATED',
      reason: 'r',
      sunsetAt: (early.body as unknown as { earliest: string }).earliest,
    };
    // The last of these falls into the year 10,000 in UTC, which no time in an answer can say.
    for (const sunsetAt of ['0001-01-01', '1969-12-31T00:00:00Z', '9999-12-31T23:59:59-23:59'])
      expect(await refused({ ...later, sunsetAt })).toMatchObject({
        status: 422,
        body: { errors: [{ path: '/sunsetAt', message: 'must lie in the years 1970 to 9999' }] },
      });
    expect(await refused({ status: 'SUNSET', reason: 'r' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await refused({ status: 'YANKED' })).toMatchObject({ status: 422, body: { errors: [{ path: '/reason' }] } });
    expect(await refused({ status: 'REVOKED', reason: 'r' })).toMatchObject({ status: 422 });
    expect(await refused({ status: 'YANKED', reason: 'r', sunsetAt: inDays(60) })).toMatchObject({ status: 422 });
    expect(await refused({ status: 'YANKED', reason: 'r' }, caller)).toMatchObject({ status: 403 });
    const stranger = await house.as('sam', { role: 'publisher' });
    expect(await refused({ status: 'YANKED', reason: 'r' }, stranger)).toMatchObject({
      status: 403,
      body: { code: 'namespace_forbidden' },
    });
    expect(await change('7.0.0', { status: 'YANKED', reason: 'r' }, owner, 'acme/refused')).toMatchObject({
      status: 404,
    });
    const { body } = await house.anonymous.get<Entry>(`${versionsOf('acme/refused')}/1.0.0`);
    expect(body).toMatchObject({ status: 'ACTIVE', statusReason: null, sunsetAt: null });
    expect((await refused(later)).status).toBe(200);
    const soon = await refused({ status: 'SUNSET', reason: 'r' });
    expect(soon).toMatchObject({ status: 409, body: { sunsetAt: expect.any(String) } });
  });

  it('is changed by one of several at once', async () => {
    await publish('acme/raced', '1.0.0');
    const statuses = ['YANKED', 'DEPRECATED', 'YANKED', 'DEPRECATED', 'YANKED', 'DEPRECATED'];
    const answers = await Promise.all(
      statuses.map((status, index) => change('1.0.0', { status, reason: `rival ${index}` }, owner, 'acme/raced')),
    );
    const records = await everyRow<AuditRecordView>(
      house.admin,
      '/v1/audit?action=tool.status&subject=acme/raced@1.0.0',
    );
    // Rivals that came after the first may have found its state and changed that: the records are one walk.
    const steps = records.map(({ details }) => [details.from, details.to]).reverse();
    expect(steps.map(([from]) => from)).toEqual(['ACTIVE', ...steps.slice(0, -1).map(([, to]) => to)]);
    const { body } = await house.anonymous.get<Entry>(`${versionsOf('acme/raced')}/1.0.0`);
    expect(steps.at(-1)?.[1]).toBe(body.status);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  });

  it('keeps a yanked version for exact pins, and brings it back', async () => {
    await publish('acme/yanked', '1.0.0', '1.1.0');
    await change('1.1.0', { status: 'YANKED', reason: 'it leaks' }, owner, 'acme/yanked');
    const range = await owner.get<Answered>('/v1/tools/acme/yanked/resolve?range=^1');
    expect(range.body).toMatchObject({
      version: '1.0.0',
      warnings: ['1.1.0 is newer but was passed over: yanked: resolves for an exact pin only'],
    });
    const pinned = await owner.get<Answered>('/v1/tools/acme/yanked/resolve?range=1.1.0');
    expect(pinned.body).toMatchObject({
      version: '1.1.0',
      status: 'YANKED',
      warnings: [expect.stringContaining('yanked')],
    });
    await change('1.1.0', { status: 'ACTIVE', reason: 'it did not' }, owner, 'acme/yanked');
    expect((await owner.get<Answered>('/v1/tools/acme/yanked/resolve')).body.version).toBe('1.1.0');
  });

  it('lists versions within a range, pre-releases too', async () => {
    await publish('acme/many', '1.0.0', '1.1.0-rc.1', '2.0.0');
    const within = await everyRow<Entry>(house.anonymous, `${versionsOf('acme/many')}?range=^1`);
    expect(within.map(({ version }) => version)).toEqual(['1.1.0-rc.1', '1.0.0']);
    expect(await house.anonymous.get(`${versionsOf('acme/many')}?range=soon`)).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/query/range' }] },
    });
  });
});

describe('a new major', () => {
  it('gives users of the old one 30 days, tells them three times, and then the old one has ended', async () => {
    expect((await call('^1')).status).toBe(200);
    expect((await caller.put('/v1/pins', { tool, range: '^1' })).status).toBe(200);
    const first = await house.anonymous.get<Entry>(`/v1/tools/${tool}`);
    const published = await owner.post<Entry>('/v1/tools', manifestOf(first.body, '2.0.0'));
    expect(published.status).toBe(201);

    const old = await resolve('^1');
    expect(old.body).toMatchObject({
      version: '1.0.0',
      status: 'DEPRECATED',
      statusReason: '2.0.0 takes the place of 1.x',
      warnings: [expect.stringMatching(/^1\.0\.0 is deprecated and ends on .*: move to 2\.0\.0$/)],
    });
    const sunsetAt = Date.parse(old.body.sunsetAt as string);
    expect(sunsetAt - movedClock.now()).toBeGreaterThan(29.9 * dayMs);
    expect((await call('^1')).body).toMatchObject({ status: 'succeeded', warnings: old.body.warnings });
    expect(await noticesOf(caller)).toEqual([`version.deprecated ${tool}@1.0.0`]);
    expect(await noticesOf(owner)).toContain(`version.deprecated ${tool}@1.0.0`);

    movedClock.ahead += sunsetAt - 7 * dayMs - movedClock.now() + 1_000;
    await sweep();
    await sweep();
    expect(await noticesOf(caller)).toEqual(
      ['version.deprecated', 'version.sunset-soon'].map((kind) => `${kind} ${tool}@1.0.0`),
    );

    movedClock.ahead += 7 * dayMs;
    await Promise.all([sweep(), sweep()]);
    expect(await noticesOf(caller)).toEqual(
      ['version.deprecated', 'version.sunset-soon', 'version.sunset'].map((kind) => `${kind} ${tool}@1.0.0`),
    );
    const records = await everyRow<AuditRecordView>(house.admin, `/v1/audit?action=tool.status&subject=${tool}@1.0.0`);
    expect(records.map(({ details, principal }) => [details.to, principal])).toEqual([
      ['SUNSET', null],
      ['DEPRECATED', null],
    ]);
    const gone = { code: 'version_sunset', successor: `${tool}@2.0.0`, alternatives: [`${tool}@2.0.0`] };
    expect(await resolve('^1')).toMatchObject({ status: 410, body: gone });
    const refused = await call('1.0.0');
    expect(refused).toMatchObject({
      status: 410,
      body: { ...gone, detail: expect.stringContaining(`Use ${tool}@2.0.0.`) },
    });
    const entry = await house.anonymous.get<Entry>(`${versionsOf(tool)}/1.0.0`);
    expect(entry).toMatchObject({ status: 200, body: { status: 'SUNSET' } });
    expect(await change('1.0.0', { status: 'ACTIVE', reason: 'please' })).toMatchObject({ status: 409 });
    expect((await call('^2')).body.status).toBe('succeeded');
  });

  it('is not found by search under what has ended, and is under what has come', async () => {
    const { body } = await caller.post<{ results: { tool: string; version: string }[] }>('/v1/discover', {
      query: 'add numbers',
    });
    expect(body.results.find((it) => it.tool === tool)?.version).toBe('2.0.0');
  });

  it('needs nobody to remember it: the running server looks by itself', async () => {
    await publish('acme/swept', '1.0.0');
    await change('1.0.0', { status: 'DEPRECATED', reason: 'old', sunsetAt: inDays(31) }, owner, 'acme/swept');
    movedClock.ahead += 31 * dayMs;
    await house.application.get(JOBS).stop();
    // Turns go by the database's own time, which stands still here.
    expect(
      await house.sql(
        "UPDATE pgboss.job SET start_after = now() WHERE singleton_key = 'lifecycle' AND state = 'created' RETURNING name",
      ),
    ).toHaveLength(1);
    await house.restart();
    await eventually(async () => {
      const { body } = await house.anonymous.get<Entry>(`${versionsOf('acme/swept')}/1.0.0`);
      return body.status === 'SUNSET' || undefined;
    }, 'the version is sunset');
  });
});

/** The manifest within an entry, under another number. */
function manifestOf(entry: Entry, version: string): object {
  const kept = [
    'name',
    'title',
    'description',
    'capabilities',
    'inputSchema',
    'outputSchema',
    'protocol',
    'endpoint',
    'annotations',
  ];
  const parts = Object.entries(entry).filter(([key, value]) => kept.includes(key) && value !== undefined);
  return { ...Object.fromEntries(parts), version };
}
