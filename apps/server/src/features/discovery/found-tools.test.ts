import type { DiscoveryAnswer } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { foundTools } from './found-tools.js';

const answer: DiscoveryAnswer = {
  discoveryId: '018f4e7a-0000-7000-8000-000000000000',
  parsed: { query: 'x', capabilities: [], constraints: {}, terms: [], fromText: [] },
  results: [
    {
      tool: 'acme/send',
      version: '1.2.0',
      score: 0.8,
      trustView: 'outside',
      parts: { trust: 1, relevance: 1, latency: 1, cost: 1 },
      why: ['worked for 3 similar tasks of yours', 'free'],
      callable: 'yes',
      description: 'Sends a letter.\nAnd more.',
    },
  ],
  explored: [{ tool: 'acme/post', version: '1.0.0', why: 'new' }],
  excluded: [{ tool: 'acme/slow', why: 'too slow' }],
  totalCandidates: 1,
  totalFiltered: 1,
  tookMs: 1,
};
const text = (of: DiscoveryAnswer) => foundTools(of).content.map((it) => (it.type === 'text' ? it.text : ''))[0];

describe('foundTools', () => {
  it('says in a line what a tool does and why it is there, and how to tie the call to the search', () => {
    expect(text(answer)?.split('\n')).toEqual([
      '1. acme/send@1.2.0: Sends a letter. (worked for 3 similar tasks of yours)',
      'Worth a try: acme/post',
      `call_tool with discoveryId ${answer.discoveryId}`,
    ]);
    expect(foundTools(answer).structuredContent).toEqual(answer);
  });

  it('says first that a match is doubtful', () => {
    const match = { confidence: 0.1, good: false, note: 'possibly no matching tool' };
    expect(text({ ...answer, match })).toMatch(/^Low confidence: possibly no matching tool\n1\. acme/);
  });

  it('says what came near when nothing fits', () => {
    expect(text({ ...answer, results: [] })).toBe(
      'No matching tools. Try other words, or fewer constraints.\nNear miss: acme/slow: too slow',
    );
  });
});
