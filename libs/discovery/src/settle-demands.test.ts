import type { Discover } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { aCandidate, type CandidateChanges } from './candidate.fixture.js';
import { parseQuery } from './query.js';
import { settleDemands } from './settle-demands.js';

function settled(query: string, tools: readonly CandidateChanges[], constraints: Discover['constraints'] = {}) {
  const parsed = parseQuery({ query, constraints });
  if (!parsed.ok) throw new Error(parsed.error.message);
  return settleDemands(parsed.value, tools.map(aCandidate));
}
const outcomes = (...given: Parameters<typeof settled>) => settled(...given).fromText.map(({ outcome }) => outcome);

const fast = { manifest: { sla: { p95Ms: 100 }, costPerCallUsd: 1 } };
const free = { manifest: { sla: { p95Ms: 900 }, costPerCallUsd: 0 } };

describe('settleDemands', () => {
  it('applies what some tool meets, and joins it with what is stated', () => {
    const { fromText, constraints, applied } = settled('mail under 500 ms', [fast, free], { maxCost: 2 });
    expect(fromText).toEqual([
      {
        words: 'under 500 ms',
        constraint: { maxLatencyMs: 500 },
        outcome: 'applied',
        note: 'tools that do not meet it are excluded',
      },
    ]);
    expect(constraints).toEqual({ minTrust: 0.5, maxCost: 2, maxLatencyMs: 500 });
    expect(applied).toHaveLength(1);
  });

  it('lets one that no tool meets only lower ranks', () => {
    const { fromText, constraints, lowering } = settled('mail under 50 ms', [fast, free]);
    expect(fromText).toMatchObject([{ outcome: 'lowers ranks', note: expect.stringContaining('leaves none out') }]);
    expect(constraints).toEqual({ minTrust: 0.5 });
    expect(lowering).toHaveLength(1);
  });

  it('says once what lowers ranks, and still applies what some tool meets', () => {
    expect(outcomes('mail under 50 ms under 50 ms under 60 ms under 200 ms', [fast, free])).toEqual([
      'lowers ranks',
      'redundant',
      'redundant',
      'applied',
    ]);
  });

  it('takes them in their order: what comes later gives way to what comes before', () => {
    expect(outcomes('mail under 500 ms, free', [fast, free])).toEqual(['applied', 'lowers ranks']);
    expect(outcomes('mail, free, under 500 ms', [fast, free])).toEqual(['applied', 'lowers ranks']);
    expect(settled('mail, free, under 500 ms', [fast, free]).constraints.maxCost).toBe(0);
  });

  it('never loosens what is stated, nor the default trust', () => {
    const one = settled('mail under 500 ms', [fast], { maxLatencyMs: 200 });
    expect(one.fromText).toMatchObject([{ outcome: 'redundant', note: 'already required' }]);
    expect(one.constraints.maxLatencyMs).toBe(200);
    const other = settled('mail >= 0.3 trust', [fast]);
    expect(other.fromText).toMatchObject([{ outcome: 'redundant', note: expect.stringContaining('state minTrust') }]);
    expect(other.constraints.minTrust).toBe(0.5);
  });

  it('lets a contradiction of what is stated only lower ranks', () => {
    expect(outcomes('mail protocol:http', [fast], { protocol: 'mcp' })).toEqual(['lowers ranks']);
    expect(settled('mail protocol:http', [fast], { protocol: 'mcp' }).constraints.protocol).toBe('mcp');
  });

  it('applies whatever is said when there is nothing anyway', () => {
    expect(outcomes('mail, free', [])).toEqual(['applied']);
  });

  it('shows a capability that stands in the text', () => {
    expect(settled('#data.query rows', []).fromText).toEqual([
      {
        words: '#data.query',
        capability: 'data.query',
        outcome: 'applied',
        note: 'is required in addition to the words',
      },
    ]);
  });
});
