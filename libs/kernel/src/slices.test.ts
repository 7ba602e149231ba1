import { describe, expect, it } from '@jest/globals';
import { runAtOnce, runInSlices, runWithoutBlocking, type SliceClock, type Sliced, sliceMs } from './slices.js';

/** A clock that only work advances; scheduled callbacks run one by one, each in a turn of its own. */
class WorkClock implements SliceClock {
  now = 0;
  readonly #queue: (() => void)[] = [];
  monotonic = (): number => this.now;
  after = (_delayMs: number, run: () => void): (() => void) => {
    this.#queue.push(run);
    return () => {};
  };

  /** The duration of each turn of the event loop, until nothing is scheduled. */
  async turns(): Promise<number[]> {
    const held: number[] = [];
    for (let run = this.#queue.shift(); run !== undefined; run = this.#queue.shift()) {
      const begun = this.now;
      run();
      held.push(this.now - begun);
      await Promise.resolve();
    }
    return held;
  }
}

/** Work of a given number of steps, each of which takes 1 ms of this clock. */
function* work(steps: number, clock: WorkClock, onStep: () => void = () => {}): Sliced<number> {
  for (let at = 0; at < steps; at += 1) {
    clock.now += 1;
    onStep();
    yield;
  }
  return steps;
}

const never = new AbortController().signal;

describe('runInSlices', () => {
  it('stops after each slice', async () => {
    const clock = new WorkClock();
    const ended = runInSlices(work(95, clock), clock, never);
    const held = await clock.turns();
    expect(await ended).toEqual({ ok: true, value: 95 });
    expect(Math.max(...held)).toBeLessThanOrEqual(sliceMs);
    expect(held.length).toBe(10);
  });

  it('alternates between all work of a clock, one slice each', async () => {
    const clock = new WorkClock();
    const log: string[] = [];
    const ended = Promise.all(
      ['a', 'b'].map((it) =>
        runInSlices(
          work(30, clock, () => log.push(it)),
          clock,
          never,
        ),
      ),
    );
    const held = await clock.turns();
    await ended;
    expect(Math.max(...held)).toBeLessThanOrEqual(sliceMs);
    expect(log.indexOf('b')).toBe(sliceMs);
    expect(log.lastIndexOf('a')).toBeGreaterThan(log.indexOf('b'));
  });

  it('ends with the reason of the signal', async () => {
    const clock = new WorkClock();
    const controller = new AbortController();
    let steps = 0;
    const onStep = () => {
      steps += 1;
      if (steps === 25) controller.abort('deadline');
    };
    const ended = runInSlices(work(1_000, clock, onStep), clock, controller.signal);
    await clock.turns();
    expect(await ended).toEqual({ ok: false, error: 'deadline' });
    expect(steps).toBe(30);
  });

  it('rejects with what the work throws', async () => {
    const clock = new WorkClock();
    function* failing(): Sliced<never> {
      yield;
      throw new SyntaxError('broken');
    }
    const ended = expect(runInSlices(failing(), clock, never)).rejects.toThrow('broken');
    await clock.turns();
    await ended;
  });

  it('gives the same result when run in one go', () => {
    expect(runAtOnce(work(5, new WorkClock()))).toBe(5);
  });
});

describe('runWithoutBlocking', () => {
  it('ends small work without a turn of the event loop', async () => {
    const clock = new WorkClock();
    const ended = runWithoutBlocking(work(sliceMs - 1, clock), clock);
    expect(await clock.turns()).toEqual([]);
    expect(await ended).toBe(sliceMs - 1);
  });

  it('runs the rest of larger work in slices', async () => {
    const clock = new WorkClock();
    const ended = runWithoutBlocking(work(3 * sliceMs, clock), clock);
    expect(clock.now).toBe(sliceMs);
    const held = await clock.turns();
    expect(await ended).toBe(3 * sliceMs);
    expect(held.every((it) => it <= sliceMs)).toBe(true);
  });

  it('rejects with what the work throws, in its first slice and later', async () => {
    const clock = new WorkClock();
    function* failing(after: number): Sliced<never> {
      yield* work(after, clock);
      throw new SyntaxError('broken');
    }
    await expect(runWithoutBlocking(failing(0), clock)).rejects.toThrow('broken');
    const ended = expect(runWithoutBlocking(failing(3 * sliceMs), clock)).rejects.toThrow('broken');
    await clock.turns();
    await ended;
  });
});
