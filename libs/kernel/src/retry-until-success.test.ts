import { describe, expect, it } from '@jest/globals';
import { retryUntilSuccess } from './retry-until-success.js';
import { FakeClock } from './testing/fake-system.js';

function setUp(failures: number) {
  const clock = new FakeClock();
  const controller = new AbortController();
  const problems: unknown[] = [];
  const pauses: number[] = [];
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries <= failures) throw new Error(`try ${tries}`);
    return tries;
  };
  const after = (ms: number, run: () => void) => {
    pauses.push(ms);
    const stop = clock.after(ms, run);
    queueMicrotask(() => clock.advance(ms));
    return stop;
  };
  const { signal } = controller;
  const onProblem = (cause: unknown) => void problems.push((cause as Error).message);
  const settings = { clock: { after }, signal, firstPauseMs: 50, maxPauseMs: 200, onProblem };
  return { run: () => retryUntilSuccess(work, settings), controller, problems, pauses };
}

describe('retryUntilSuccess', () => {
  it('returns the result of the work', async () => {
    expect(await setUp(0).run()).toEqual({ done: 1 });
  });

  it('retries with pauses that double up to a maximum, and reports each failure', async () => {
    const { run, problems, pauses } = setUp(4);
    expect(await run()).toEqual({ done: 5 });
    expect(problems).toEqual(['try 1', 'try 2', 'try 3', 'try 4']);
    expect(pauses).toEqual([50, 100, 200, 200]);
  });

  it('ends when the signal aborts', async () => {
    const { run, controller, problems } = setUp(4);
    controller.abort();
    expect(await run()).toBe('ended');
    expect(problems).toEqual(['try 1']);
  });
});
