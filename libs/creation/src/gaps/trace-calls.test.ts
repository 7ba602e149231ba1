import type { SuccessfulCall } from '@assay/gateway';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { InMemoryGapStore } from '../testing/in-memory-gap-store.js';
import { TraceCalls } from './trace-calls.js';

function setUp() {
  const clock = new FakeClock();
  let turns = 0;
  const after = (delayMs: number, run: () => void) => {
    if (delayMs > 0) return clock.after(delayMs, run);
    turns += 1;
    queueMicrotask(run);
    return () => undefined;
  };
  const store = new InMemoryGapStore();
  const problems: unknown[] = [];
  const calls = new TraceCalls({ store, clock: { now: clock.now, after }, onProblem: (cause) => problems.push(cause) });
  let next = 0;
  const call = (parts: Partial<SuccessfulCall>): string => {
    next += 1;
    const id = `call-${next}`;
    const own = { organisationId: 'o', principalId: 'p', session: 's', tool: 'acme/a', version: '1.0.0' };
    calls.note({ id, ...own, input: {}, output: {}, ...parts });
    return id;
  };
  const stored = async () => {
    await calls.flush();
    return store.calls({ organisationId: 'o', since: 0, limit: 200 });
  };
  return { clock, store, problems, calls, call, stored, turns: () => turns };
}

describe('traces of calls', () => {
  it('have where arguments came from, and no value', async () => {
    const { call, stored } = setUp();
    const first = call({ input: { query: 'tea in stock' }, output: { items: [{ id: 'item-4711' }] } });
    call({ tool: 'acme/b', input: { id: 'item-4711', count: 2, why: 'tea in stock' } });
    const traced = await stored();
    expect(traced.map(({ parameters }) => parameters)).toEqual([
      { query: null },
      {
        id: { call: first, of: 'output', path: ['items', '0', 'id'] },
        count: null,
        why: { call: first, of: 'input', path: ['query'] },
      },
    ]);
    expect(JSON.stringify(traced)).not.toMatch(/4711|tea in/);
  });

  it('know values of the same caller and session only', async () => {
    const { call, stored } = setUp();
    call({ output: { id: 'item-4711' } });
    const input = { id: 'item-4711' };
    call({ input, session: 't' });
    call({ input, principalId: 'q' });
    call({ input, organisationId: 'x' });
    expect((await stored()).slice(1).map(({ parameters }) => parameters)).toEqual([{ id: null }, { id: null }]);
  });

  it('are written in groups, and at most 60 of a caller in a minute', async () => {
    const { clock, call, store, stored, turns } = setUp();
    for (let at = 0; at < 70; at += 1) call({});
    expect(await store.calls({ organisationId: 'o', since: 0, limit: 200 })).toEqual([]);
    expect(await stored()).toHaveLength(60);
    expect(turns()).toBe(15);
    clock.advance(60_000);
    call({});
    expect(await stored()).toHaveLength(61);
  });

  it('that cannot be written are reported and dropped', async () => {
    const clock = new FakeClock();
    const problems: unknown[] = [];
    const cause = new Error('away');
    const store = { addCalls: () => Promise.reject(cause) };
    const calls = new TraceCalls({ store, clock, onProblem: (it) => problems.push(it) });
    const own = { organisationId: 'o', principalId: 'p', session: null, tool: 'acme/a', version: '1.0.0' };
    calls.note({ id: 'x', ...own, input: {}, output: {} });
    await calls.flush();
    expect(problems).toEqual([cause]);
  });
});
