import { expect, it } from '@jest/globals';
import { FaultStreak } from './fault-streak.js';

const asker = (digest: string, caller = 'ann') => ({ digest, caller });

it('counts connection failures in a row, whatever the arguments', () => {
  const streak = new FaultStreak();
  const add = (result: 'connection' | 'success' | 'error') => streak.add(result, asker('a'));
  expect([add('connection'), add('connection'), add('success'), add('connection'), add('connection')]).toEqual(
    Array(5).fill(false),
  );
  expect(add('connection')).toBe(true);
});

it('counts a time-out once for each pair of caller and arguments', () => {
  const streak = new FaultStreak();
  expect(Array.from({ length: 9 }, () => streak.add('timeout', asker('slow'))).includes(true)).toBe(false);
  expect([streak.add('timeout', asker('slow', 'bob')), streak.add('timeout', asker('other'))]).toEqual([false, true]);
  streak.clear();
  expect(streak.add('timeout', asker('other'))).toBe(false);
});
