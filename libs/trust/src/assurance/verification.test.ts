import type { VerificationCheck } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { summaryOf, verdictOf } from './verification.js';

const checks = (outcomes: string): VerificationCheck[] =>
  [...outcomes].map((it, index) => ({
    name: `e${index}`,
    outcome: it === '+' ? 'passed' : it === '-' ? 'failed' : 'unknown',
    message: '',
    ms: 1,
  }));

describe('a verification', () => {
  it.each([
    ['', 'inconclusive', '0 of 0 examples passed'],
    ['++', 'green', '2 of 2 examples passed'],
    ['+-?', 'red', '1 of 3 examples passed; failed: e1; not found out: e2'],
    ['+?', 'inconclusive', '1 of 2 examples passed; not found out: e1'],
    ['-----', 'red', '0 of 5 examples passed; failed: e0, e1, e2 and 2 more'],
  ])('of %j is %s', (outcomes, verdict, summary) => {
    expect(verdictOf(checks(outcomes))).toBe(verdict);
    expect(summaryOf({ kind: 'examples', checks: checks(outcomes) })).toBe(summary);
  });
});
