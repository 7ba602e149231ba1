import type { Invoke } from '@assay/contracts';
import type { Invoked } from '@assay/gateway';
import { FakeClock } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { TakeTurns } from './take-turns.js';

const caller = aCaller();
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** Calls that end when the test ends them, recorded in the order they started. */
function held(atOnce: number) {
  const begun: Invoke[] = [];
  const ends: (() => void)[] = [];
  const clock = new FakeClock();
  const invoke = {
    run: (request: Invoke): Promise<Invoked> => {
      begun.push(request);
      return new Promise((resolve) => ends.push(() => resolve({} as Invoked)));
    },
  };
  const filterChanges = new TakeTurns({ invoke, clock, atOnce, isComposition: (it) => it.startsWith('acme/whole') });
  const call = (run: string, tool: string, more: { deadlineMs?: number; signal?: AbortSignal } = {}) => {
    const { signal, ...rest } = more;
    return filterChanges.run({ tool, input: {}, ...rest }, { caller, traceId: run, ...(signal && { signal }) });
  };
  const endOne = async () => {
    ends.shift()?.();
    await turns();
  };
  return { begun, call, endOne, clock, names: () => begun.map((it) => it.tool) };
}

describe('the calls of all runs', () => {
  it('go so many at a time, and runs take turns when there is no place', async () => {
    const { call, endOne, names } = held(2);
    for (const each of ['a1', 'a2', 'a3', 'a4', 'a5']) void call('long', each);
    void call('short', 'b1');
    void call('short', 'b2');
    void call('third', 'c1');
    await turns();
    expect(names()).toEqual(['a1', 'a2']);
    for (let each = 0; each < 6; each += 1) await endOne();
    expect(names()).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5']);
    for (let each = 0; each < 2; each += 1) await endOne();
    void call('late', 'd1');
    void call('late', 'd2');
    await turns();
    expect(names().slice(8)).toEqual(['d1', 'd2']);
  });

  it('spend their time while they wait, and go on at its end, or when nobody wants them, to be ended', async () => {
    const { begun, call, clock } = held(1);
    void call('one', 'first');
    const gone = new AbortController();
    void call('two', 'in-time', { deadlineMs: 1_000 });
    void call('two', 'unwanted', { signal: gone.signal });
    void call('three', 'unwanted-before', { signal: AbortSignal.abort() });
    await turns();
    expect(begun.map((it) => it.tool)).toEqual(['first', 'unwanted-before']);
    gone.abort();
    await turns();
    clock.advance(400);
    await turns();
    clock.advance(600);
    await turns();
    expect(begun.map(({ tool, deadlineMs }) => [tool, deadlineMs]).slice(2)).toEqual([
      ['unwanted', 600_000],
      ['in-time', 1],
    ]);
  });

  it('give the place of one that waited on with the time it has left', async () => {
    const { begun, call, clock, endOne } = held(1);
    void call('one', 'first');
    void call('two', 'second', { deadlineMs: 1_000 });
    clock.advance(250);
    await endOne();
    expect(begun[1]).toMatchObject({ tool: 'second', deadlineMs: 750 });
    void call('three', 'third');
    await turns();
    expect(begun).toHaveLength(2);
    await endOne();
    expect(begun).toHaveLength(3);
  });

  it('of compositions take no place, since their own calls do', async () => {
    const { call, names } = held(1);
    void call('one', 'acme/whole@1.0.0');
    void call('one', 'acme/whole@1.0.0');
    void call('one', 'part');
    await turns();
    expect(names()).toEqual(['acme/whole@1.0.0', 'acme/whole@1.0.0', 'part']);
  });

  it('pause when they have been begun for long, so that the server has a turn', async () => {
    let time = 0;
    const due: (() => void)[] = [];
    const clock = {
      monotonic: () => time,
      after: (_ms: number, run: () => void) => {
        due.push(run);
        return () => undefined;
      },
    };
    const begun: string[] = [];
    const invoke = {
      run: async ({ tool = '' }: Invoke): Promise<Invoked> => {
        begun.push(tool);
        // Each takes the processor for so long.
        time += 4;
        return {} as Invoked;
      },
    };
    const filterChanges = new TakeTurns({ invoke, clock, isComposition: () => false });
    for (const tool of ['1', '2', '3', '4', '5', '6'])
      void filterChanges.run({ tool, input: {} }, { caller, traceId: 't' });
    await turns();
    expect(begun).toEqual(['1', '2', '3']);
    for (const run of due.splice(0)) run();
    await turns();
    expect(begun).toHaveLength(6);
  });

  it('give their place back when they go wrong', async () => {
    const clock = new FakeClock();
    const invoke = { run: () => Promise.reject(new Error('bug')) };
    const filterChanges = new TakeTurns({ invoke, clock, atOnce: 1, isComposition: () => false });
    for (let each = 0; each < 3; each += 1)
      await expect(filterChanges.run({ tool: 'a', input: {} }, { caller, traceId: 't' })).rejects.toThrow('bug');
  });
});
