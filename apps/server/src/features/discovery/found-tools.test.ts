import type { DiscoveryAnswer } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { foundMembers, foundText } from './found-tools.js';

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
      inputSchema: { type: 'object', required: ['to'] },
      outputSchema: { type: 'object' },
    },
  ],
  explored: [{ tool: 'acme/post', version: '1.0.0', why: 'new' }],
  excluded: [{ tool: 'acme/slow', why: 'too slow' }],
  totalCandidates: 1,
  totalFiltered: 1,
  tookMs: 1,
};
const text = foundText;

describe('what a search found', () => {
  it('says in lines what a tool does, why it is there and how it is called, and how to tie the call to the search', () => {
    expect(text(answer).split('\n')).toEqual([
      '1. acme/send@1.2.0: Sends a letter. And more. (worked for 3 similar tasks of yours)',
      '   input: {"type":"object","required":["to"]}',
      '   output: {"type":"object"}',
      'Worth a try: acme/post',
      `call_tool with discoveryId ${answer.discoveryId}`,
    ]);
  });

  it('has what a model needs as structured content, and nothing about how it was ranked', () => {
    const { parts: _parts, trustView: _view, ...result } = answer.results[0] ?? ({} as never);
    const { parsed: _parsed, tookMs: _took, ...rest } = answer;
    expect(foundMembers(answer)).toEqual({ ...rest, results: [result] });
  });

  it('names the policies that keep a call from being made, and not those that allow it; scores are short', () => {
    const result = { ...(answer.results[0] ?? ({} as never)), score: 0.1234567, policies: ['default#read-only'] };
    const shown = (callable: 'yes' | 'approval') =>
      (foundMembers({ ...answer, results: [{ ...result, callable }] }).results as object[])[0];
    expect(shown('yes')).toMatchObject({ score: 0.123, callable: 'yes' });
    expect(shown('yes')).not.toHaveProperty('policies');
    expect(shown('approval')).toMatchObject({ callable: 'approval', policies: ['default#read-only'] });
  });

  it('says first that a match is doubtful', () => {
    const match = { confidence: 0.1, good: false, note: 'possibly no matching tool' };
    expect(text({ ...answer, match })).toMatch(/^Low confidence: possibly no matching tool\n1\. acme/);
  });

  it('lists weaker tools by name after the good ones', () => {
    const [good] = answer.results;
    const weak = { ...(good ?? ({} as never)), tool: 'acme/fax', weaker: true as const };
    const lines = text({ ...answer, results: [...answer.results, weak] }).split('\n');
    expect(lines.filter((it) => it.includes('acme/fax'))).toEqual(['Weaker matches: acme/fax']);
  });

  it('says what excludes the matching tools, why each, and the next step', () => {
    const match = { confidence: 0, good: false, blocked: 1, note: 'the matching tool is excluded: ask for it' };
    expect(text({ ...answer, results: [], match })).toBe(
      'No matching tools. The matching tool is excluded: ask for it.\nNear miss: acme/slow: too slow',
    );
    const beside = text({ ...answer, match });
    expect(beside).toMatch(/^Low confidence: the matching tool is excluded: ask for it\n/);
    expect(beside).toContain('Near miss: acme/slow: too slow');
  });

  it('says what came near when nothing fits', () => {
    expect(text({ ...answer, results: [] })).toBe(
      'No matching tools. Try other words, or fewer constraints.\nNear miss: acme/slow: too slow',
    );
  });
});
