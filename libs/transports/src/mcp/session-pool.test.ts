import { err, ok, type Result, startDeadline } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import type { Server } from '@assay/registry';
import { serverRecord } from '@assay/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { HealthBoard } from './health.js';
import type { OpenFailure } from './open-session.js';
import type { SessionEvents, UpstreamSession } from './session.js';
import { type PoolOptions, SessionPool } from './session-pool.js';

interface Opened {
  readonly server: Server;
  readonly events: SessionEvents | null;
  readonly signal: AbortSignal;
  closed: boolean;
}

let clock: FakeClock;
let opened: Opened[];
let outcome: () => Promise<OpenFailure | null>;
let health: HealthBoard;

const pool = (more: Partial<PoolOptions> = {}) =>
  new SessionPool({
    open: async (server, { events, signal }): Promise<Result<UpstreamSession, OpenFailure>> => {
      const record: Opened = { server, events, signal, closed: false };
      opened.push(record);
      const failure = await outcome();
      if (failure !== null) return err(failure);
      const close = async () => {
        record.closed = true;
      };
      return ok({ peer: { name: 'x', version: '1' }, request: async () => ok({}), close });
    },
    clock,
    health,
    onToolsChanged: () => {},
    idleMs: 300_000,
    connectTimeoutMs: 15_000,
    maxProcesses: 3,
    maxSessions: 10,
    ...more,
  });

const stdio = (name: string, more: Partial<Server> = {}) => serverRecord(name, { command: 'x' }, more);
const http = (name: string) => serverRecord(name, { url: 'http://x.example/mcp' });
const deadline = () => startDeadline(clock, 30_000);

async function lease(from: SessionPool, server: Server, principal = 'a') {
  const got = await from.acquire(server, principal, deadline());
  if (!got.ok) throw new Error(got.error.message);
  return got.value;
}
const use = async (from: SessionPool, server: Server, principal = 'a') =>
  (await lease(from, server, principal)).release();
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  clock = new FakeClock();
  opened = [];
  outcome = async () => null;
  health = new HealthBoard(clock);
});

describe('a pool of sessions', () => {
  it('keeps one for each caller, and one for all of a stateless server', async () => {
    const sessions = pool();
    await use(sessions, stdio('s'), 'a');
    await use(sessions, stdio('s'), 'a');
    await use(sessions, stdio('s'), 'b');
    expect(opened).toHaveLength(2);
    await use(sessions, stdio('t', { stateless: true }), 'a');
    await use(sessions, stdio('t', { stateless: true }), 'b');
    expect(opened).toHaveLength(3);
  });

  it('closes idle ones after five minutes, not busy ones', async () => {
    const sessions = pool();
    const busy = await lease(sessions, stdio('busy'));
    await use(sessions, stdio('idle'));
    clock.advance(200_000);
    await settled();
    expect(opened.map((each) => each.closed)).toEqual([false, false]);
    clock.advance(100_000);
    await settled();
    expect(opened.map((each) => each.closed)).toEqual([false, true]);
    busy.release();
    clock.advance(300_000);
    clock.advance(75_000);
    await settled();
    expect(opened.map((each) => each.closed)).toEqual([true, true]);
    expect(sessions.size).toBe(0);
  });

  it('closes the least recently used idle process when there are too many', async () => {
    const sessions = pool();
    for (const name of ['one', 'two', 'three', 'one']) {
      await use(sessions, stdio(name));
      clock.advance(1);
    }
    await use(sessions, stdio('four'));
    expect(opened.filter((each) => each.closed).map((each) => each.server.name)).toEqual(['two']);
    await use(sessions, http('web'));
    expect(opened.filter((each) => each.closed)).toHaveLength(1);
  });

  it('says so when every process is busy, which is no fault of the server', async () => {
    const sessions = pool({ maxProcesses: 1 });
    const busy = await lease(sessions, stdio('one'));
    const refused = await sessions.acquire(stdio('two'), 'a', deadline());
    expect(refused).toMatchObject({ ok: false, error: { code: 'unavailable', outcome: 'none', retryAfterMs: 1_000 } });
    busy.release();
    await use(sessions, stdio('two'));
    expect(opened.map((each) => each.server.name)).toEqual(['one', 'two']);
  });

  it('retires sessions of an older record: at once when idle, else after their last use', async () => {
    const sessions = pool();
    await use(sessions, stdio('s'), 'idle');
    const busy = await lease(sessions, stdio('s'), 'busy');
    await use(sessions, stdio('s', { updatedAt: 2 }), 'a');
    expect(opened.map((each) => each.closed)).toEqual([true, false, false]);
    busy.release();
    await settled();
    expect(opened.map((each) => each.closed)).toEqual([true, true, false]);
  });

  it('backs off after failures, doubling to five seconds, and forgets them after a success', async () => {
    const sessions = pool();
    outcome = async () => ({
      code: 'upstream_unavailable',
      message: 'dead',
      outcome: 'none',
      ownerDetail: 'secret log',
    });
    const began = clock.now();
    const waits: (number | undefined)[] = [];
    for (let attempt = 0; attempt < 7; attempt++) {
      await sessions.acquire(stdio('s'), 'a', deadline());
      const refused = await sessions.acquire(stdio('s'), 'b', deadline());
      expect(refused).toMatchObject({ ok: false, error: { code: 'upstream_unavailable' } });
      expect(refused).not.toHaveProperty('error.ownerDetail');
      waits.push(refused.ok ? undefined : refused.error.retryAfterMs);
      clock.advance(waits.at(-1) ?? 0);
    }
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
    expect(opened).toHaveLength(7);
    expect(health.of('id-of-s')).toEqual({ state: 'down', since: began, detail: 'dead\nsecret log' });
    outcome = async () => null;
    await use(sessions, stdio('s'));
    expect(health.of('id-of-s').state).toBe('up');
  });

  it('gives up opening after its time-out, and a waiting caller at its deadline', async () => {
    const sessions = pool();
    outcome = () => new Promise(() => {});
    const early = startDeadline(clock, 1_000);
    const waiting = sessions.acquire(stdio('s'), 'a', early);
    await settled();
    clock.advance(1_000);
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'deadline_exceeded', outcome: 'none' } });
    expect(opened[0]?.signal.aborted).toBe(false);
    clock.advance(14_000);
    expect(opened[0]?.signal.aborted).toBe(true);
    expect(opened).toHaveLength(1);
  });

  it('replaces a session that ended', async () => {
    const sessions = pool();
    await use(sessions, stdio('s'));
    opened[0]?.events?.ended('it crashed');
    expect(health.of('id-of-s')).toMatchObject({ state: 'down', detail: 'it crashed' });
    await use(sessions, stdio('s'));
    expect(opened).toHaveLength(2);
  });

  it('closes everything, also what was still opening', async () => {
    const sessions = pool();
    let finish = () => {};
    await use(sessions, stdio('s'));
    outcome = () =>
      new Promise((resolve) => {
        finish = () => resolve(null);
      });
    const waiting = sessions.acquire(stdio('t'), 'a', deadline());
    await settled();
    const closing = sessions.close();
    expect(opened[1]?.signal.aborted).toBe(true);
    finish();
    await closing;
    await waiting;
    expect(opened.map((each) => each.closed)).toEqual([true, true]);
    expect(await sessions.acquire(stdio('s'), 'a', deadline())).toMatchObject({
      ok: false,
      error: { code: 'unavailable' },
    });
  });
});

describe('sessions that carry a credential', () => {
  const credential = (key: string, shared = false) => ({ connectionId: key.split(':')[0] ?? '', key, shared });
  const carry = async (from: SessionPool, server: Server, principal: string, of: ReturnType<typeof credential>) => {
    const got = await from.acquire(server, principal, deadline(), of);
    if (!got.ok) throw new Error(got.error.message);
    return got.value;
  };

  it('belong to one caller and one credential, also where the server is anybody’s', async () => {
    const sessions = pool();
    const server = serverRecord('s', { url: 'http://x.example/mcp' }, { stateless: true });
    await use(sessions, server, 'a');
    for (const [principal, key] of [
      ['a', 'c1:1'],
      ['a', 'c1:1'],
      ['b', 'c2:1'],
      ['a', 'c1:2'],
    ] as const)
      (await carry(sessions, server, principal, credential(key))).release();
    expect(opened).toHaveLength(4);
  });

  it('are shared by all whom a connection is shared with, save processes that keep state', async () => {
    const sessions = pool();
    for (const principal of ['a', 'b'])
      (await carry(sessions, http('s'), principal, credential('c1:1', true))).release();
    expect(opened).toHaveLength(1);
    for (const principal of ['a', 'b'])
      (await carry(sessions, stdio('t'), principal, credential('c2:1', true))).release();
    expect(opened).toHaveLength(3);
  });

  it('end with their connection, once nobody uses them; others stay', async () => {
    const sessions = pool();
    await use(sessions, http('s'), 'a');
    const held = await carry(sessions, http('s'), 'a', credential('c1:1'));
    sessions.retireConnection('c1');
    await settled();
    expect(opened.map(({ closed }) => closed)).toEqual([false, false]);
    held.release();
    await settled();
    expect(opened.map(({ closed }) => closed)).toEqual([false, true]);
  });

  it('that cannot be opened with one caller’s credential keep nobody else waiting', async () => {
    const sessions = pool();
    outcome = async () => ({ code: 'upstream_error', message: 'no', outcome: 'none' });
    expect(await sessions.acquire(http('s'), 'a', deadline(), credential('c1:1'))).toMatchObject({ ok: false });
    outcome = async () => null;
    (await carry(sessions, http('s'), 'b', credential('c2:1'))).release();
    expect(opened).toHaveLength(2);
  });
});
