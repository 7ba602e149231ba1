import { expect, it } from '@jest/globals';
import { InMemoryDurableRuns } from './in-memory-durable-runs.js';

it('executes what is woken, by its name or by what it waits for, and keeps it until it ends', async () => {
  const runs = new InMemoryDurableRuns();
  let came: 'ended' | { readonly wakeInMs: number; readonly waitsFor: readonly string[] } = {
    ...{ wakeInMs: 5, waitsFor: ['x'] },
  };
  const executed: string[] = [];
  runs.define('work', async ({ id }) => {
    executed.push(id);
    return came;
  });
  expect(() => runs.define('work', async () => 'ended')).toThrow('Two kinds');
  await runs.suspend('work', 'a', { wakeInMs: 1 });
  expect(executed).toEqual([]);
  await runs.wake('work', 'a');
  expect([executed, runs.kept.get('work a')]).toEqual([['a'], { wakeInMs: 5, waitsFor: ['x'] }]);
  came = 'ended';
  await runs.signal(['y']);
  await runs.signal(['x']);
  expect([executed, runs.kept.size]).toEqual([['a', 'a'], 0]);
});
