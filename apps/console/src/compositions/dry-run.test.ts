import type { RunCheck } from '@assay/sdk';
import { describe, expect, it } from '@jest/globals';
import { figuresOf, outlooks } from './dry-run.js';

const estimate: NonNullable<RunCheck['estimate']> = {
  waves: [['a'], ['b/inner', 'c']],
  expectedMs: 250,
  worstMs: 1_500,
  costUsd: { least: 0.5, most: null },
  approvals: ['b/inner'],
  refused: [{ step: 'c', why: 'by policy freeze' }],
  turns: { without: 4, with: 1 },
  tokens: { without: 900, with: 200, uncounted: [] },
  reliability: 0.97,
  reliabilityInterval: { low: 0.9, high: 0.99, n: 40 },
  unknown: { latency: ['acme/b'], cost: ['acme/b'], reliability: [] },
};
const check: RunCheck = {
  ...{ ok: true, problems: [], warnings: [], verdicts: [], tool: null },
  graph: [
    { id: 'a', kind: 'tool', tool: 'acme/a', version: '1.0.0', needs: [] },
    { id: 'b', kind: 'parallel', needs: ['a'] },
    { id: 'c', kind: 'tool', tool: 'acme/c', version: '1.0.0', needs: ['a'] },
  ],
  estimate,
};

describe('a dry run on the graph', () => {
  it('gives each step its stage, and marks those that wait or would be denied', () => {
    expect(outlooks(check)).toEqual({
      a: { forecast: 'planned', note: 'stage 1' },
      b: { forecast: 'approval', note: 'stage 2, waits for approval' },
      c: { forecast: 'refused', note: 'stage 2, would be denied' },
    });
  });

  it('follows the verdict on a tool, and marks nothing without an estimate', () => {
    const verdicts = [
      { tool: 'acme/a', version: '1.0.0', callable: 'approval', why: '' },
    ] as unknown as RunCheck['verdicts'];
    expect(outlooks({ ...check, verdicts }).a?.forecast).toBe('approval');
    expect(outlooks({ ...check, estimate: null })).toEqual({});
    expect(outlooks({ ...check, graph: null })).toEqual({});
  });

  it('has its figures in words', () => {
    expect(Object.fromEntries(figuresOf(estimate))).toEqual({
      Stages: '2',
      'Expected duration': '250 ms',
      '19 of 20 runs take at most': '1.5 s',
      Cost: 'at least $0.5',
      Succeeds: '97.0 % (90.0 % to 99.0 %)',
      'Model turns': '1 instead of 4',
      Tokens: '200 instead of 900',
      'Not measured or declared': 'acme/b',
    });
    const blank = { ...estimate, expectedMs: null, reliability: null, tokens: null, costUsd: { least: 0, most: 0 } };
    expect(Object.fromEntries(figuresOf(blank))).toMatchObject({ 'Expected duration': 'unknown', Cost: '$0' });
  });
});
