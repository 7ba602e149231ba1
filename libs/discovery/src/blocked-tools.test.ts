import { describe, expect, it } from '@jest/globals';
import { blockedTools } from './blocked-tools.js';
import { aCandidate, type CandidateChanges } from './candidate.fixture.js';
import { byStanding } from './candidate.js';
import type { Found } from './narrow.js';

const query = { trustStated: false, constraints: { minTrust: 0.5 } };
const closed = { mayCall: { allowed: false, why: 'stage SANDBOX is not open to you' } };
const low = { trust: 0.48 };

function found(id: string, relevance: number, changes: CandidateChanges = {}, more: readonly string[] = []): Found {
  const tool = aCandidate({ id, ...changes });
  const verdict = byStanding(tool);
  const untrusted = tool.trust < query.constraints.minTrust ? [`trust ${tool.trust} is below the default 0.5`] : [];
  const against = [...untrusted, ...(verdict.callable === 'no' ? [verdict.why] : []), ...more];
  return { tool, candidate: { id, relevance, matched: [] }, verdict, against };
}

describe('blockedTools', () => {
  it('counts what a new caller may not use, with the next step', () => {
    const blocked = [
      found('a/x', 0.5, { ...closed, ...low }),
      found('a/y', 0.6, { ...closed, ...low }),
      found('a/z', 0.4, low),
    ];
    expect(blockedTools(blocked, [], query)).toEqual({
      count: 3,
      note: '3 matching tools are excluded, 2 because you may not call them, 1 by trust below the default 0.5: ask an administrator to endorse one (assay endorse a/y), or state constraints.minTrust, such as 0, to use a tool of lower trust',
    });
    expect(blockedTools([found('a/x', 0.5, closed)], [], query)?.note).toBe(
      'the matching tool is excluded, 1 because you may not call it: ask an administrator to endorse it (assay endorse a/x)',
    );
  });

  it('names what opens the best of them, when that is not an endorsement', () => {
    const remedy = 'enable the kit files (assay kits enable files)';
    const inKit = { mayCall: { allowed: false, why: 'the kit files is not enabled', remedy } };
    expect(blockedTools([found('assay/files.delete', 0.5, inKit)], [], query)?.note).toBe(
      'the matching tool is excluded, 1 because you may not call it: ask an administrator to enable the kit files (assay kits enable files)',
    );
  });

  it('says nothing while something offered matches about as well', () => {
    const blocked = found('a/x', 0.5, closed);
    expect(blockedTools([blocked, found('a/good', 0.4)], [found('a/good', 0.4)], query)).toBeUndefined();
    expect(blockedTools([blocked, found('a/weak', 0.1)], [found('a/weak', 0.1)], query)?.count).toBe(1);
  });

  it('leaves out what a stated constraint excludes, and what has nothing to do with the query', () => {
    expect(
      blockedTools([found('a/x', 0.5, closed, ['it does not declare itself read-only'])], [], query),
    ).toBeUndefined();
    expect(blockedTools([found('a/x', 0.5, low)], [], { ...query, trustStated: true })).toBeUndefined();
    expect(blockedTools([found('a/x', 0.01, closed)], [], query)).toBeUndefined();
    expect(blockedTools([], [], query)).toBeUndefined();
  });
});
