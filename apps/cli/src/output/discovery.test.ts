import type { DiscoveryAnswer } from '@assay/sdk';
import { describe, expect, it } from '@jest/globals';
import { discoveryNotes, discoveryText } from './discovery.js';
import { pageFor } from './page.js';

const page = pageFor({ isTTY: true, columns: 60 } as never, { NO_COLOR: '1' });
const answer: DiscoveryAnswer = {
  discoveryId: '018f4e7a-0000-7000-8000-000000000000',
  parsed: {
    query: 'send an invoice',
    capabilities: [],
    constraints: { maxLatencyMs: 500 },
    terms: ['send', 'invoice'],
    fromText: [
      { words: 'under 500 ms', constraint: { maxLatencyMs: 500 }, outcome: 'applied', note: 'at most 500 ms' },
    ],
  },
  results: [
    {
      tool: 'acme/send',
      version: '1.2.0',
      score: 0.8123,
      trustView: 'outside',
      parts: { trust: 0.5, relevance: 1, latency: 0.9, cost: 1 },
      why: ['worked for 12 similar tasks of yours', 'matches 2 of 2 words: send, invoice'],
      callable: 'yes',
      description: 'Sends an invoice',
      annotations: { readOnlyHint: true },
    },
  ],
  explored: [{ tool: 'acme/post', version: '1.0.0', why: 'new' }],
  excluded: [1, 2, 3, 4].map((n) => ({ tool: `acme/slow${n}`, why: 'p95 is above the asked 500 ms' })),
  totalCandidates: 6,
  totalFiltered: 2,
  tookMs: 1,
};

describe('discoveryText', () => {
  it('says how the query was read, why each tool is there, what to try and what came near', () => {
    expect(discoveryText(answer, page).split('\n')).toEqual([
      'read "under 500 ms": at most 500 ms',
      '',
      'acme/send  1.2.0  0.81  read-only',
      '  Sends an invoice',
      '  why: worked for 12 similar tasks of yours; matches 2 of 2',
      '  words: send, invoice',
      '',
      'Consider: acme/post',
      '',
      'Near misses:',
      ...[1, 2, 3].map((n) => `  acme/slow${n}: p95 is above the asked 500 ms`),
    ]);
  });

  it('names the language of a query that is not in English', () => {
    const german = { ...answer, parsed: { ...answer.parsed, language: 'de' } };
    expect(discoveryText(german, page)).toMatch(/^read as German\n/);
  });

  it('lists weaker tools by name', () => {
    const weak = {
      ...(answer.results[0] as NonNullable<(typeof answer.results)[0]>),
      tool: 'acme/fax',
      weaker: true as const,
    };
    const text = discoveryText({ ...answer, results: [...answer.results, weak] }, page);
    expect(text).toContain('\n\nWeaker matches: acme/fax\n\n');
    expect(text.split('acme/fax')).toHaveLength(2);
  });

  it('says what excludes every matching tool', () => {
    const match = { confidence: 0, good: false, blocked: 2, note: '2 matching tools are excluded: ask' };
    const text = discoveryText({ ...answer, results: [], match }, page);
    expect(text).toContain('Excluded: 2 matching tools are excluded: ask\nNo tools that you may use match.');
  });

  it('shows the steps of a strategy and every near miss when nothing fits', () => {
    const selection = { strategy: 'hybrid' as const, categories: [], steps: ['gate: 0 of 1 may be called'] };
    const text = discoveryText({ ...answer, results: [], explored: [], selection, warnings: ['by words alone'] }, page);
    expect(text).toContain('hybrid: gate: 0 of 1 may be called\nWarning: by words alone\nNo tools match.');
    expect(text).toContain('acme/slow4');
  });
});

describe('a doubtful answer', () => {
  it('is called so before its tools', () => {
    const match = { confidence: 0.1, good: false, note: 'possibly no matching tool' };
    expect(discoveryText({ ...answer, match }, page)).toContain(
      'Low confidence: possibly no matching tool\n\nacme/send',
    );
    expect(discoveryText({ ...answer, results: [], match }, page)).not.toContain('Doubtful');
  });
});

describe('discoveryNotes', () => {
  it('names the next step, and the search where calls are learnt from', () => {
    expect(discoveryNotes(answer, page).join(' ')).toContain(
      `assay call acme/send … --discovery ${answer.discoveryId}`,
    );
    const { explored: _none, ...unlearning } = answer;
    expect(discoveryNotes(unlearning, page).join(' ')).not.toContain('--discovery');
  });

  it('says what a budget took and cost', () => {
    const tokens = { budget: 500, used: 480, shortened: 2, dropped: 3 };
    expect(discoveryNotes({ ...answer, tokens }, page)[0]).toBe(
      '480 of 500 tokens; 2 tools with reduced detail; 3 omitted',
    );
  });
});
