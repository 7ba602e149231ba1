import { FakeClock } from '@assay/kernel/testing';
import { beforeEach, expect, it } from '@jest/globals';
import { type DrainParts, drain } from './drain.js';

let clock: FakeClock;
let done: string[];
let requests: number;
let calls: number;
let parts: DrainParts;

beforeEach(() => {
  clock = new FakeClock();
  done = [];
  requests = 0;
  calls = 0;
  parts = {
    clock,
    requests: {
      drain: () => void done.push('drain'),
      endStreams: () => void done.push('end streams'),
      get underWay() {
        return requests;
      },
    },
    stopListening: () => void done.push('stop listening'),
    beginNothing: () => void done.push('begin nothing'),
    callsUnderWay: () => calls,
    cutOff: async () => {
      done.push('cut off');
      calls = 0;
    },
    drainMs: 5_000,
    graceMs: 30_000,
  };
});

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 50) {
    clock.advance(50);
    await turns();
  }
}
const never = new AbortController().signal;
const stopped = ['drain', 'stop listening', 'begin nothing', 'end streams'];

it('listens on for a while, then waits for what is under way, and cuts nothing off', async () => {
  calls = 1;
  const drained = drain(parts, never);
  await pass(4_900);
  expect(done).toEqual(['drain']);
  await pass(100);
  expect(done).toEqual(stopped);
  await pass(20_000);
  calls = 0;
  await pass(50);
  await drained;
  expect(done).toEqual(stopped);
});

it('cuts off what takes longer than the grace, and lets its answers out', async () => {
  calls = 3;
  requests = 3;
  const drained = drain(parts, never);
  await pass(34_950);
  expect(done).toEqual(stopped);
  await pass(50);
  expect(done).toEqual([...stopped, 'cut off']);
  requests = 0;
  await pass(50);
  await drained;
});

it('waits for no client that does not read its last answer', async () => {
  requests = 1;
  let isOver = false;
  const drained = drain({ ...parts, drainMs: 0, graceMs: 0 }, never).then(() => {
    isOver = true;
  });
  await pass(500);
  expect(isOver).toBe(false);
  await pass(600);
  await drained;
});

it('skips the first part in a hurry, and nothing else', async () => {
  calls = 1;
  const hurry = new AbortController();
  const drained = drain(parts, hurry.signal);
  await pass(1_000);
  hurry.abort();
  await turns();
  expect(done).toEqual(stopped);
  await pass(1_000);
  expect(done).toEqual(stopped);
  calls = 0;
  await pass(50);
  await drained;
});
