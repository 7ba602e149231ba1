import { beforeEach, describe, expect, it } from '@jest/globals';
import { StopSignals } from './stop-signals.js';

let now: number;
let ended: number;
beforeEach(() => {
  now = 0;
  ended = 0;
});

const signals = (isTerminal: boolean) =>
  new StopSignals({
    isTerminal,
    monotonic: () => now,
    endNow: () => {
      ended += 1;
    },
  });

describe('in a terminal', () => {
  it('Ctrl-C stops in a hurry, a second one ends at once', async () => {
    const watched = signals(true);
    watched.take('SIGINT');
    await watched.asked;
    expect(watched.hurry.aborted).toBe(true);
    now = 1_000;
    watched.take('SIGINT');
    expect(ended).toBe(1);
  });

  it('one Ctrl-C that arrives several times, also as SIGTERM, is one', () => {
    const watched = signals(true);
    watched.take('SIGINT');
    now = 20;
    watched.take('SIGINT');
    now = 2_000;
    watched.take('SIGTERM');
    expect(ended).toBe(0);
  });

  it('SIGTERM takes its time, until Ctrl-C', async () => {
    const watched = signals(true);
    watched.take('SIGTERM');
    await watched.asked;
    expect(watched.hurry.aborted).toBe(false);
    watched.take('SIGINT');
    expect([watched.hurry.aborted, ended]).toEqual([true, 0]);
  });
});

it('without a terminal no signal hurries, however often it comes', async () => {
  const watched = signals(false);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM', 'SIGINT'] as const) {
    now += 1_000;
    watched.take(signal);
  }
  await watched.asked;
  expect([watched.hurry.aborted, ended]).toEqual([false, 0]);
});
