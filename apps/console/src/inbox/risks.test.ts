import type { ApprovalView } from '@assay/sdk';
import { describe, expect, it } from '@jest/globals';
import { relativeTime, riskWords, stepWords } from './risks.js';

const risks: ApprovalView['risks'] = {
  ...{ readOnly: false, destructive: 'yes', openWorld: 'yes', undo: null, costUsd: 0.5 },
  ...{ trust: { score: 0.5, confidence: 0 }, stage: 'BETA' },
} as const;

describe('what a person learns of a call before deciding', () => {
  it('has every risk, and nothing else of a tool that only reads', () => {
    expect(riskWords(risks)).toEqual(['destructive', 'cannot be undone', 'reaches the outside world', 'costs $0.5']);
    expect(riskWords({ ...risks, destructive: 'undeclared', openWorld: 'no', undo: 'reversible', costUsd: 0 })).toEqual(
      ['does not say whether it destroys'],
    );
    expect(riskWords({ ...risks, readOnly: true })).toEqual(['only reads']);
  });

  it('names what waits for the step', () => {
    const partOf = { kind: 'run', id: 'r', step: 'pay', neededBy: ['a', 'b'], neededByCount: 5 } as const;
    expect(stepWords({ ...partOf, neededBy: ['a', 'b'] })).toBe('Step pay of the run r, needed by a, b and 3 more');
    expect(stepWords({ ...partOf, neededBy: [], neededByCount: 0 })).toMatch(/needed by no other step$/);
  });

  it('says when it ends', () => {
    const now = Date.parse('2026-11-28T10:00:00Z');
    expect(relativeTime('2026-11-28T13:00:00Z', now)).toBe('in 3 hours');
    expect(relativeTime('2026-11-28T09:59:30Z', now)).toMatch(/minute/);
    expect(relativeTime('2026-11-26T10:00:00Z', now)).toBe('2 days ago');
  });
});
