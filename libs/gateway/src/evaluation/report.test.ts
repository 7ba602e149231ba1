import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CaseOutcome, EvaluatedCase } from './evaluation.js';
import { evaluationReport, quantile, signTest } from './report.js';

const attempt = (parts: object = {}) => ({
  ...{ invocationId: 'i', status: 'succeeded', ms: 10, failed: false, schemaValid: true, tokens: 4, costUsd: 0.01 },
  ...parts,
});
const aCase = (outcome: CaseOutcome, parts: Partial<EvaluatedCase> = {}): EvaluatedCase => ({
  ...{ name: 'one', source: 'recorded', outcome, tool: attempt(), against: attempt(), differences: [] },
  ...parts,
});
const many = (count: number, outcome: CaseOutcome) => Array.from({ length: count }, () => aCase(outcome));

describe('evaluationReport', () => {
  it.each([
    ['inconclusive', [], /No call was answered by both/],
    ['inconclusive', many(5, 'same'), /up to 43 % of calls may differ/],
    ['equivalent', many(20, 'same'), /at most 16 % of calls differ/],
    ['equivalent', [...many(10, 'same'), ...many(10, 'within_tolerance')], /No difference in 20/],
    ['different', [...many(19, 'same'), aCase('different')], /1 of 20 compared outputs differs \(1 % to 24 %\)/],
    ['different', [...many(20, 'same'), aCase('only_tool')], /1 call that the first answers fails with the second/],
    ['worse', [...many(20, 'same'), ...many(5, 'only_tool')], /5 calls that the first answers fail/],
    ['better', many(5, 'only_against'), /5 calls that the second answers/],
    ['inconclusive', many(30, 'left_out'), /30 calls left out/],
  ])('is %s', (verdict, cases, reason) => {
    const report = evaluationReport(cases);
    expect(report.verdict).toBe(verdict);
    expect(report.reasons.join(' ')).toMatch(reason);
  });

  it('shows both sides with intervals, and leaves out what does not count', () => {
    const slow = aCase('same', { tool: attempt({ ms: 100, costUsd: null, tokens: null, schemaValid: null }) });
    const failed = aCase('only_tool', { against: attempt({ failed: true, ms: 5_000, schemaValid: false }) });
    const { tool, against } = evaluationReport([aCase('same'), slow, failed, aCase('left_out')]);
    expect(tool).toMatchObject({ calls: 3, p50Ms: 10, p95Ms: 100, costUsd: 0.02, tokens: 4 });
    expect([tool.succeeded?.value, tool.schemaValid?.of]).toEqual([1, 2]);
    expect([against.succeeded?.value, against.schemaValid?.value]).toEqual([2 / 3, 2 / 3]);
    // A failure takes as long as it takes: only answers are compared by time.
    expect(against.p95Ms).toBe(10);
  });

  it('groups differences by kind and place, those beyond tolerance first', () => {
    const difference = (path: string, withinTolerance = false) =>
      ({ kind: 'number', path, withinTolerance, before: '1' }) as const;
    const { differences } = evaluationReport([
      aCase('within_tolerance', { differences: [difference('/x', true)] }),
      aCase('within_tolerance', { differences: [difference('/x', true)] }),
      aCase('different', { name: 'two', differences: [difference('/rows/0/n'), difference('/rows/7/n')] }),
    ]);
    expect(differences).toEqual([
      { kind: 'number', path: '/rows/*/n', withinTolerance: false, calls: 1, example: { case: 'two', before: '1' } },
      { kind: 'number', path: '/x', withinTolerance: true, calls: 2, example: { case: 'one', before: '1' } },
    ]);
  });
});

describe('signTest', () => {
  it('is the binomial tail', () => {
    expect(signTest(5, 0)).toBeCloseTo(1 / 32, 9);
    expect(signTest(4, 0)).toBeCloseTo(1 / 16, 9);
    expect(signTest(9, 1)).toBeCloseTo(11 / 1024, 9);
    expect([signTest(0, 0), signTest(1, 3)]).toEqual([1, 1]);
  });

  it('falls with every further loss', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 100 }), (more, fewer) => {
        expect(signTest(more + 1, fewer)).toBeLessThanOrEqual(signTest(more, fewer) + 1e-12);
      }),
    );
  });
});

it('quantile takes the nearest rank', () => {
  expect([quantile([], 0.5), quantile([3, 1, 2], 0.5), quantile([1, 2, 3, 4], 0.95)]).toEqual([null, 2, 4]);
});
