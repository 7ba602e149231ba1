import { officialMetaKey } from '@assay/contracts';
import { Directory } from '@assay/identity';
import { type Failure, fail, ok } from '@assay/kernel';
import { FakeClock, FakeRandom, InMemoryNotices, ManualJobs } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { InMemoryMirrorStore } from '../testing/in-memory-mirror-store.js';
import { InMemoryRegistryServerStore } from '../testing/in-memory-registry-server-store.js';
import { FollowMirrors } from './follow-mirrors.js';
import type { Mirror, RegistrySource } from './mirror.js';

const minute = 60_000;

/** Another registry: versions with the time of their last change, listed in order, two per page. */
class OtherRegistry implements RegistrySource {
  readonly asked: { cursor: string | null; updatedSince: string | null }[] = [];
  readonly rows = new Map<string, { updatedAt: string; status: string }>();
  failure: Failure | undefined;
  /** Called before each answer. */
  before: () => void = () => undefined;

  put(version: string, updatedAt: string, status = 'active'): void {
    this.rows.set(version, { updatedAt, status });
  }

  objection = async (): Promise<null> => null;

  async page(_: string, query: Parameters<RegistrySource['page']>[1]): ReturnType<RegistrySource['page']> {
    this.asked.push(query);
    this.before();
    if (this.failure !== undefined) return fail(this.failure.code, this.failure.message, this.failure);
    const all = [...this.rows]
      .filter(([, { updatedAt }]) => query.updatedSince === null || updatedAt > query.updatedSince)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .filter(([version]) => query.cursor === null || version > query.cursor);
    const shown = all.slice(0, 2);
    const entries = shown.map(([version, row]) => ({
      server: { name: 'com.example/weather', description: 'Weather.', version },
      _meta: { [officialMetaKey]: { ...row } },
    }));
    return ok({ entries, nextCursor: all.length > 2 ? (shown.at(-1)?.[0] ?? null) : null });
  }
}

async function setUp(parts: Partial<Mirror> = {}) {
  const clock = new FakeClock(Date.UTC(2026, 5, 1));
  const mirrors = new InMemoryMirrorStore();
  const servers = new InMemoryRegistryServerStore(clock.now);
  const notices = new InMemoryNotices();
  const source = new OtherRegistry();
  const mirror: Mirror = {
    id: 'mirror-one',
    organisationId: 'org-acme',
    url: 'https://registry.example',
    everyMs: 10 * minute,
    createdAt: clock.now(),
    createdBy: 'principal-ann',
    syncedTo: null,
    walk: null,
    lastSuccessAt: null,
    lastAttemptAt: null,
    nextAt: clock.now(),
    failures: 0,
    error: null,
    skipped: 0,
    skippedExample: null,
    ...parts,
  };
  await mirrors.addMirror(mirror);
  const jobs = new ManualJobs();
  const follow = new FollowMirrors({
    ...{ mirrors, servers, source, notices, jobs, clock },
    random: new FakeRandom(),
    revocationOf: () => null,
    directory: new Directory(),
  });
  /** Walks what is due. */
  const pass = async () => {
    await jobs.run('mirrors.sweep');
    await jobs.runQueued();
  };
  const now = async () => (await mirrors.findMirror('mirror-one')) as Mirror;
  const versions = async () => (await servers.versions('com.example/weather')).map((it) => it.version).sort();
  return { clock, mirrors, servers, notices, source, follow, jobs, pass, now, versions };
}

describe('FollowMirrors', () => {
  it('walks everything first, then asks for what changed, with a little overlap', async () => {
    const { clock, source, now, versions, pass } = await setUp();
    for (const n of [1, 2, 3, 4, 5]) source.put(`1.${n}.0`, `2026-05-0${n}T00:00:00.000Z`);
    await pass();
    expect(await versions()).toEqual(['1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0']);
    expect(source.asked.map(({ cursor }) => cursor)).toEqual([null, '1.2.0', '1.4.0']);
    expect(await now()).toMatchObject({
      syncedTo: '2026-05-05T00:00:00.000Z',
      walk: null,
      lastSuccessAt: clock.now(),
      nextAt: clock.now() + 10 * minute,
    });
    source.asked.length = 0;
    source.put('1.1.0', '2026-05-06T00:00:00.000Z', 'deleted');
    await pass();
    expect(source.asked).toEqual([]);
    clock.advance(10 * minute);
    await pass();
    expect(source.asked).toEqual([{ cursor: null, updatedSince: '2026-05-04T23:59:00.000Z' }]);
    expect((await now()).syncedTo).toBe('2026-05-06T00:00:00.000Z');
  });

  it('goes on after a restart from the page it was at', async () => {
    const { source, follow, now, versions, pass } = await setUp();
    for (const n of [1, 2, 3, 4]) source.put(`1.${n}.0`, `2026-05-0${n}T00:00:00.000Z`);
    const stopping = new AbortController();
    source.before = () => source.asked.length === 2 && stopping.abort();
    await follow.follow('mirror-one', stopping.signal);
    expect((await now()).walk).toEqual({ since: null, cursor: '1.2.0', newest: '2026-05-02T00:00:00.000Z' });
    source.before = () => undefined;
    source.asked.length = 0;
    await pass();
    expect(source.asked.map(({ cursor }) => cursor)).toEqual(['1.2.0']);
    expect(await versions()).toHaveLength(4);
  });

  it('restarts the walk when a kept cursor is refused', async () => {
    const { source, now, versions, pass } = await setUp({
      walk: { since: null, cursor: 'of former times', newest: null },
      skipped: 3,
    });
    source.put('1.0.0', '2026-05-01T00:00:00.000Z');
    source.before = () => {
      source.failure =
        source.asked.length === 1 ? { code: 'invalid_request', message: 'no cursor of ours' } : undefined;
    };
    await pass();
    expect(await versions()).toEqual(['1.0.0']);
    expect(await now()).toMatchObject({ failures: 0, skipped: 0 });
  });

  it('backs off from a registry that fails, keeps what it has, and tells somebody at the third time', async () => {
    const { clock, source, now, notices, pass } = await setUp();
    source.failure = { code: 'upstream_unavailable', message: 'it is away' };
    for (const [attempt, wait] of [
      [1, 1],
      [2, 2],
      [3, 4],
    ] as const) {
      await pass();
      expect(await now()).toMatchObject({
        failures: attempt,
        error: 'it is away',
        nextAt: clock.now() + wait * minute,
      });
      clock.advance(wait * minute);
    }
    expect(notices.lines).toEqual(['mirror.failing https://registry.example']);
    source.failure = undefined;
    await pass();
    expect(await now()).toMatchObject({ failures: 0, error: null });
  });

  it('waits as long as it is asked to', async () => {
    const { clock, source, now, pass } = await setUp();
    source.failure = { code: 'upstream_unavailable', message: 'busy', retryAfterMs: 30 * minute };
    await pass();
    expect((await now()).nextAt).toBe(clock.now() + 30 * minute);
  });

  it('waits no longer than a quarter of a day, whatever it is asked', async () => {
    const { clock, source, now, pass } = await setUp();
    source.failure = { code: 'upstream_unavailable', message: 'busy', retryAfterMs: 1e30 };
    await pass();
    expect((await now()).nextAt).toBe(clock.now() + 6 * 60 * minute);
  });

  it('is not led astray by an entry dated in the future', async () => {
    const { clock, source, now, pass } = await setUp();
    source.put('1.0.0', '2026-05-01T00:00:00.000Z');
    source.put('2.0.0', '9999-12-31T00:00:00.000Z');
    await pass();
    expect((await now()).syncedTo).toBe(new Date(clock.now()).toISOString());
  });

  it('goes on at the next turn with a walk that takes long, with what it had counted', async () => {
    const { clock, source, now, versions, pass } = await setUp({ nextAt: 0 });
    for (const n of [1, 2, 3, 4, 5]) source.put(`1.${n}.0`, `2026-05-0${n}T00:00:00.000Z`);
    source.rows.set('0.0.0\0', { updatedAt: '2026-05-01T00:00:00.000Z', status: 'active' });
    source.before = () => clock.advance(31_000);
    await pass();
    expect(source.asked.map(({ cursor }) => cursor)).toEqual([null, '1.1.0']);
    expect(await now()).toMatchObject({ walk: { cursor: '1.3.0' }, failures: 0 });
    expect((await now()).nextAt).toBeLessThanOrEqual(clock.now());
    await pass();
    expect(await versions()).toEqual(['1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0']);
    expect(await now()).toMatchObject({ walk: null, skipped: 1 });
  });

  it('is failing, and holds up no other, when what came cannot be kept', async () => {
    const { mirrors, servers, source, now, pass, jobs } = await setUp();
    await mirrors.addMirror({ ...(await now()), id: 'mirror-two', url: 'https://two.example' });
    source.put('1.0.0', '2026-05-01T00:00:00.000Z');
    const change = servers.change.bind(servers);
    servers.change = () => {
      servers.change = change;
      return Promise.reject(new Error('no such column'));
    };
    await pass();
    expect(jobs.failures).toMatchObject([{ message: 'no such column' }]);
    expect(await now()).toMatchObject({ failures: 1, error: expect.stringContaining('could not be kept') });
    expect(await mirrors.findMirror('mirror-two')).toMatchObject({ failures: 0, lastSuccessAt: expect.anything() });
  });

  it('ends at a cursor that repeats', async () => {
    const { source, now, pass } = await setUp();
    source.page = async () => ok({ entries: [], nextCursor: 'again' });
    await pass();
    expect(await now()).toMatchObject({ failures: 1, error: 'It answers the same cursor again.' });
  });

  it('is walked when it is due, and when somebody asks for it', async () => {
    const { source, follow, jobs, pass } = await setUp();
    await follow.soon('mirror-one');
    await jobs.runQueued();
    expect(source.asked).toHaveLength(1);
    await pass();
    expect(source.asked).toHaveLength(1);
    await follow.soon('mirror-one');
    await follow.soon('mirror-gone');
    await jobs.runQueued();
    expect([source.asked.length, jobs.failures]).toEqual([2, []]);
  });

  it('hides what came in while the mirror was given up', async () => {
    const { source, mirrors, servers, pass } = await setUp();
    for (const n of [1, 2, 3, 4]) source.put(`1.${n}.0`, `2026-05-0${n}T00:00:00.000Z`);
    source.before = () => void (source.asked.length === 2 && mirrors.removeMirror('mirror-one'));
    await pass();
    expect(await servers.countFrom('mirror-one')).toBe(0);
    expect((await servers.versions('com.example/weather')).map(({ status }) => status)).toContain('deleted');
  });

  it('counts what it cannot take, with an example', async () => {
    const { source, now, pass } = await setUp();
    source.page = async () => ok({ entries: [{}, { server: { name: 'x' } }], nextCursor: null });
    await pass();
    expect(await now()).toMatchObject({ skipped: 2, skippedExample: 'an entry without a server', failures: 0 });
  });
});
