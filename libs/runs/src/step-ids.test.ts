import { expect, it } from '@jest/globals';
import { idSegment, isWithinId, joinIds } from './step-ids.js';

it('ids are the parts of a place, and quote names that could be mistaken for several', () => {
  expect(joinIds('2', idSegment('high'))).toBe('2.high');
  expect([joinIds('2.high', ''), joinIds('', '0')]).toEqual(['2.high', '0']);
  expect([idSegment('a.b'), idSegment('über'), idSegment('a-1_b')]).toEqual(['"a.b"', '"über"', 'a-1_b']);
});

it('a step is within a node by whole parts', () => {
  expect(['2.a', '2.a.0', '2.a[1].0'].map((it) => isWithinId(it, '2.a'))).toEqual([true, true, true]);
  expect(['2.ab', '2', '2.b'].map((it) => isWithinId(it, '2.a'))).toEqual([false, false, false]);
});
