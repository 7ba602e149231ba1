import type { Reply } from '@assay/gateway';
import { FakeClock } from '@assay/kernel/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { LiveTasks } from './live-tasks.js';

let clock: FakeClock;
let tasks: LiveTasks;
beforeEach(() => {
  clock = new FakeClock();
  tasks = new LiveTasks(clock);
});

const hour = 3_600_000;

function aCall() {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const questions: Record<string, unknown> = {};
  const call = { isAborted: false };
  return {
    call,
    questions,
    end: async (reply: Reply) => {
      resolve(reply);
      await promise;
      await Promise.resolve();
    },
    continuing: {
      pending: () => ({ ...questions }),
      answer: (responses: object) => {
        for (const key of Object.keys(responses)) delete questions[key];
      },
      abort: () => {
        call.isAborted = true;
      },
      ended: promise,
    },
  };
}

const add = (id: string, it = aCall(), principal = 'ann', session?: string) => {
  tasks.add(id, { principal, session }, it.continuing);
  return it;
};

describe('a task', () => {
  it('works, asks, and ends with the result of its call', async () => {
    const it = add('t');
    expect(tasks.find('t', 'ann')?.status).toBe('working');
    it.questions.name = { method: 'elicitation/create' };
    expect(tasks.find('t', 'ann')).toMatchObject({ status: 'input_required', inputRequests: { name: {} } });
    expect(tasks.answer('t', 'ann', { name: { action: 'accept' } })).toBe(true);
    expect(tasks.find('t', 'ann')?.status).toBe('working');
    await it.end({ result: { content: [] } });
    expect(tasks.find('t', 'ann')).toMatchObject({ status: 'completed', reply: { result: { content: [] } } });
  });

  it('fails when its call ends with an error of the protocol', async () => {
    const it = add('t');
    await it.end({ error: { code: -32_603, message: 'No.' } });
    expect(tasks.find('t', 'ann')?.status).toBe('failed');
  });

  it('stays cancelled, however its call ends', async () => {
    const it = add('t');
    expect(tasks.cancel('t', 'ann')).toBe(true);
    expect(it.call.isAborted).toBe(true);
    await it.end({ result: {} });
    expect(tasks.find('t', 'ann')?.status).toBe('cancelled');
  });

  it('is for its principal only', () => {
    const it = add('t');
    expect(tasks.find('t', 'eve')).toBeUndefined();
    expect(tasks.cancel('t', 'eve')).toBe(false);
    expect(tasks.answer('t', 'eve', {})).toBe(false);
    expect(it.call.isAborted).toBe(false);
  });

  it('is listed in its session, the newest first', () => {
    add('t1', aCall(), 'ann', 's');
    add('t2', aCall(), 'ann', 's');
    add('t3', aCall(), 'ann', 'another');
    expect(tasks.list('ann', 's').map(({ id }) => id)).toEqual(['t2', 't1']);
  });

  it('is forgotten an hour after it has ended, and not before', async () => {
    const it = add('t');
    clock.advance(2 * hour);
    await it.end({ result: {} });
    clock.advance(hour - 1);
    expect(tasks.find('t', 'ann')).toBeDefined();
    clock.advance(1);
    expect(tasks.find('t', 'ann')).toBeUndefined();
  });
});

it('limits the tasks of one principal; an ended task makes room for another', async () => {
  const first = add('t0');
  for (let count = 1; count < 200; count += 1) add(`t${count}`);
  expect(tasks.makeRoom('ann')).toBe(false);
  expect(tasks.makeRoom('bob')).toBe(true);
  await first.end({ result: {} });
  expect(tasks.makeRoom('ann')).toBe(true);
  expect(tasks.find('t0', 'ann')).toBeUndefined();
});
