import type { Discover } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { aCandidate, type CandidateChanges } from './candidate.fixture.js';
import { byStanding } from './candidate.js';
import { parseQuery } from './query.js';
import { reasonsFor } from './reasons.js';

function reasons(changes: CandidateChanges, request: Discover = { query: 'x' }, matched: string[] = []): string[] {
  const query = parseQuery(request);
  if (!query.ok) throw new Error(query.error.message);
  const tool = aCandidate(changes);
  return reasonsFor(tool, query.value, { terms: ['send', 'mail'], matched }, byStanding(tool));
}

describe('reasonsFor', () => {
  it('names the words found, and whether it may be called', () => {
    expect(reasons({}, { query: 'send mail' }, ['mail'])).toEqual([
      'matches 1 of 2 words: mail',
      'trust 0.600',
      'p95 latency unknown',
      'you may call it',
    ]);
  });

  it.each([
    ['data.query', 'declares data.query'],
    ['data', 'declares data.query, part of data'],
    ['data.query.sql', 'declares data.query, which includes data.query.sql'],
  ])('says how it answers the capability %s', (asked, expected) => {
    expect(reasons({ manifest: { capabilities: ['mail', 'data.query'] } }, { capabilities: [asked] })[0]).toBe(
      expected,
    );
  });

  it.each([
    [null, []],
    [{ sunsetAt: null }, ['deprecated']],
    [{ sunsetAt: Date.UTC(2027, 0, 31) }, ['deprecated, ends on 2027-01-31T00:00:00.000Z']],
  ])('says of one that is on its way out when it ends: %j', (deprecated, said) => {
    expect(reasons({ deprecated }).filter((it) => it.startsWith('deprecated'))).toEqual(said);
  });

  it('says why a tool below the default trust is shown', () => {
    expect(reasons({ trust: 0.4, own: true })).toContain('trust 0.400 (below 0.5; shown because you own it)');
    expect(reasons({ trust: 0.4, endorsed: true })).toContain(
      'trust 0.400 (below 0.5; shown because your organisation endorses it)',
    );
  });

  it('says where latency comes from, and what a call costs', () => {
    const manifest = { sla: { p95Ms: 200 }, costPerCallUsd: 0.01 };
    expect(reasons({ manifest })).toEqual(expect.arrayContaining(['p95 200 ms declared', 'costs 0.01 USD a call']));
    expect(reasons({ manifest: { costPerCallUsd: 0 }, measuredP95Ms: 90 })).toEqual(
      expect.arrayContaining(['p95 90 ms measured', 'free']),
    );
  });
});
