import type { OutputOption } from '@assay/contracts';
import { expect, it } from '@jest/globals';
import { isFixed } from './fit-attempt.js';

it.each<[OutputOption, boolean]>([
  [{}, true],
  [{ level: 'L1' }, true],
  [{ level: 'L1', tokenBudget: 100 }, true],
  [{ tokenBudget: 100 }, true],
  [{ preset: 'batch' }, false],
])('the level of %j is fixed: %s', (option, expected) => expect(isFixed(option)).toBe(expected));
