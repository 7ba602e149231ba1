import { describe, expect, it } from '@jest/globals';
import { groupCalls, summarise } from './policy-dry-run.js';

const record = (principal: string | null, subject: string) => ({ principal, subject });

describe('the dry run of a policy', () => {
  it('counts recorded calls by principal and version', () => {
    const records = [
      record('ann', 'a/x@1.0.0'),
      record('bob', 'a/x@1.0.0'),
      record('ann', 'a/x@1.0.0'),
      record(null, 'a/x@1.0.0'),
    ];
    expect(groupCalls(records)).toEqual([
      { principal: 'ann', tool: 'a/x@1.0.0', calls: 2 },
      { principal: 'bob', tool: 'a/x@1.0.0', calls: 1 },
    ]);
  });

  it('adds up calls, not groups, and names what changes', () => {
    const denied = { principal: 'ann', tool: 'a/x@1.0.0', calls: 14, before: 'ALLOW', after: 'DENY' } as const;
    const same = { principal: 'bob', tool: 'a/x@1.0.0', calls: 2_296, before: 'ALLOW', after: 'ALLOW' } as const;
    const asked = {
      principal: 'eve',
      tool: 'a/x@1.0.0',
      calls: 3,
      before: 'REQUIRE_APPROVAL',
      after: 'REQUIRE_APPROVAL',
    } as const;
    expect(summarise([denied, same, asked])).toEqual({ calls: 2_313, denied: 14, asked: 3, changes: [denied] });
    expect(summarise([])).toEqual({ calls: 0, denied: 0, asked: 0, changes: [] });
  });
});
