import type { DiscoveryResult } from '@assay/sdk';
import { describe, expect, it } from '@jest/globals';
import { explainedNotes, learntText } from './learnt.js';

const calls = { yours: 1, others: 2, failed: 0 };
const result = (learning: DiscoveryResult['learning']) => ({ learning }) as DiscoveryResult;

describe('learntText', () => {
  it('shows places, share and calls', () => {
    expect(learntText(result({ rankBefore: 4, rankAfter: 1, share: 0.254, calls }))).toEqual([
      'learning: place 4 without it, place 1 with it; +25 % of its relevance; from 1 call of yours and 2 of others',
    ]);
    expect(learntText(result({ rankBefore: null, rankAfter: 2, share: -1, calls: { ...calls, failed: 3 } }))).toEqual([
      'learning: not found without it, place 2 with it; −100 % of its relevance; from 1 call of yours and 2 of others, 3 failed',
    ]);
    expect(learntText(result({ rankBefore: 2, rankAfter: 2, share: 0, calls }))[0]).toContain(
      'place 2 with and without it',
    );
  });

  it('shows nothing where nothing was learnt', () => {
    expect(learntText(result(undefined))).toEqual([]);
  });
});

describe('explainedNotes', () => {
  it('says how strongly learning counts, or why it does not', () => {
    expect(explainedNotes(undefined)).toEqual([]);
    expect(explainedNotes({ enabled: true, strength: 0.6, maxShareOfOne: 0.25 })).toEqual([
      'Learning counts with strength 0.6; one other caller moves a tool by at most 25 % of the best relevance.',
    ]);
    expect(explainedNotes({ enabled: false, strength: 0, maxShareOfOne: 0.25 })[0]).toContain('does not count');
  });
});
