import { expect, it } from '@jest/globals';
import { partOf } from './part-of.js';

const steps = (count: number) => Array.from({ length: count }, (_, i) => `step-${i}`);

it('a step names the steps that need it', () => {
  expect(partOf({ kind: 'run', id: 'run-1' }, 'book', ['pay'])).toEqual({
    kind: 'run',
    id: 'run-1',
    step: 'book',
    neededBy: ['pay'],
    neededByCount: 1,
  });
});

it('of many steps the first are named, and all are counted', () => {
  const { neededBy, neededByCount } = partOf({ kind: 'saga', id: 's' }, 'book', steps(21));
  expect([neededBy, neededByCount]).toEqual([steps(20), 21]);
});
