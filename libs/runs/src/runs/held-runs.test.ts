import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { HeldRuns } from './held-runs.js';
import { LiveRun } from './live-run.js';
import { type Run, type RunStore, runDefaults, type TakenRun } from './run.js';

const row = (id: string): Run => ({
  ...{ id, organisationId: 'o', principalId: 'p', keyId: null, idempotencyKey: null, digest: 'd' },
  ...{ notation: 'plan', status: 'running', traceId: 't', startedAt: 0, endedAt: null },
});
const taken = (id: string, parts: Partial<TakenRun> = {}): TakenRun => ({
  run: row(id),
  work: { body: {}, scopes: [], namespaces: null, pins: {} },
  steps: [],
  isCancelled: false,
  ...parts,
});
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
};

/** A holder over a store whose answers a test writes down. */
function holding(takes: TakenRun[][], renewed: Pick<RunStore, 'renew'>['renew'] = async () => new Map()) {
  const clock = new FakeClock();
  const problems: unknown[] = [];
  const asked: string[][] = [];
  const store = {
    renew: async (holder: string, ids: readonly string[], leaseMs: number) => {
      asked.push([...ids]);
      return renewed(holder, ids, leaseMs);
    },
    take: async () => takes.shift() ?? [],
    release: async () => undefined,
  };
  const held = new HeldRuns({ store, holder: 'one', clock, onProblem: (cause) => problems.push(cause) });
  const live = (id: string, isKept = true): LiveRun => {
    const each = new LiveRun(row(id), { isKept, written: Promise.resolve() }, held.nextName());
    held.add(each);
    return each;
  };
  return { held, clock, problems, live, asked };
}

describe('runs that are held', () => {
  it('are taken up all at once, however many a dead replica left, and one that cannot be keeps nobody waiting', async () => {
    const first = Array.from({ length: 20 }, (_, at) => taken(`r${at}`));
    const { held, problems } = holding([first, [taken('bad'), taken('last')], [taken('never')]]);
    const resumed: string[] = [];
    held.start(({ run }) => {
      if (run.id === 'bad') throw new Error('bad');
      resumed.push(run.id);
    });
    await turns();
    expect(resumed).toEqual([...first.map(({ run }) => run.id), 'last']);
    expect(problems).toEqual([new Error('bad')]);
    await held.stop();
  });

  it('begin no step and are taken up no more while the server drains, save those that a request waits for', async () => {
    const { held, live, clock } = holding([[], [taken('late')]]);
    const resumed: string[] = [];
    held.start(({ run }) => void resumed.push(run.id));
    await turns();
    const [alone, awaited] = [live('alone', false), live('awaited', false)];
    awaited.isAwaited = true;
    await held.mayBegin(alone);
    held.beginNothing();
    await held.mayBegin(awaited);
    let mayGoOn = false;
    const waiting = held.mayBegin(alone).then(() => {
      mayGoOn = true;
    });
    clock.advance(runDefaults.renewEveryMs);
    await turns();
    expect([mayGoOn, resumed]).toEqual([false, []]);
    alone.leave();
    await waiting;
    alone.end(undefined);
    awaited.end(undefined);
    await held.stop();
  });

  it('are renewed while they are executed, and not after they were released', async () => {
    const { held, live, clock, asked } = holding([], async (_holder, ids) => {
      return new Map(ids.filter((id) => id !== 'b').map((id) => [id, { cancelled: id === 'c' }]));
    });
    const [a, b, c] = [live('a'), live('b'), live('c')];
    held.start(() => undefined);
    await turns();
    expect([a.left.aborted, b.left.aborted, c.left.aborted]).toEqual([false, true, false]);
    expect([a.controller.signal.aborted, c.controller.signal.reason]).toEqual([false, 'cancelled']);
    clock.advance(2_000);
    await turns();
    expect(asked).toEqual([
      ['a', 'b', 'c'],
      ['a', 'c'],
    ]);
    for (const each of [a, b, c]) each.end(undefined);
    await held.stop();
  });

  it('are released once they could not be renewed for so long that others may take them, unless nobody else can', async () => {
    const { held, live, clock, problems } = holding([], () => Promise.reject(new Error('away')));
    const [kept, unkept] = [live('a'), live('b', false)];
    held.start(() => undefined);
    await turns();
    for (let passed = 0; passed < runDefaults.letGoAfterMs; passed += runDefaults.renewEveryMs) {
      expect(kept.left.aborted).toBe(false);
      clock.advance(runDefaults.renewEveryMs);
      await turns();
    }
    expect([kept.left.aborted, unkept.left.aborted]).toEqual([true, false]);
    expect(problems.length).toBeGreaterThan(1);
    for (const each of [kept, unkept]) each.end(undefined);
    await held.stop();
  });

  it('are not taken up here again before they have ended here', async () => {
    const takes = [[taken('a')]];
    const { held, live, clock } = holding(takes, async () => new Map());
    const first = live('a');
    const resumed: string[] = [];
    held.start(({ run }) => resumed.push(run.id));
    await turns();
    expect([first.left.aborted, resumed]).toEqual([true, []]);
    const second = live('a');
    first.end(undefined);
    await turns();
    expect([held.find('a', 'p'), held.countOf('p')]).toEqual([second, 1]);
    second.end(undefined);
    await turns();
    expect([held.find('a', 'p'), held.countOf('p')]).toEqual([undefined, 0]);
    takes.push([taken('a')]);
    clock.advance(2_000);
    await turns();
    expect(resumed).toEqual(['a']);
    await held.stop();
  });

  it('have another name each time they are carried out', () => {
    const { held } = holding([]);
    expect(held.nextName()).not.toBe(held.nextName());
  });
});
