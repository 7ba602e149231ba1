import type { Principal } from '@assay/identity';
import { fail, ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { type RecordedCallGroup, TryPolicies } from './try-policy.js';

const writer = aCaller({}, ['policies:write']);
const policy = { id: 'freeze', text: 'forbid all' };
const group = (principalId: string | null, tool: string, calls: number) => ({ principalId, tool, calls });

function setUp(groups: readonly RecordedCallGroup[]) {
  const clock = new FakeClock();
  const asked: unknown[] = [];
  const trying = new TryPolicies({
    clock,
    directory: { principal: (id) => (id === 'gone' ? undefined : ({ id, name: id } as Principal)) },
    recorded: async (organisationId, since) => {
      asked.push([organisationId, clock.now() - since]);
      return groups;
    },
    evaluate: {
      proposing: (_, { text }) =>
        text === '?'
          ? fail('invalid_request', 'not a policy')
          : ok((principal, tool) =>
              tool === 'a/none@1.0.0' ? undefined : { before: 'ALLOW', after: principal === 'ann' ? 'DENY' : 'ALLOW' },
            ),
    },
  });
  return { trying, asked };
}

describe('TryPolicies', () => {
  it('adds up calls, not groups, and names what changes', async () => {
    const { trying, asked } = setUp([group('bob', 'a/x@1.0.0', 2_296), group('ann', 'a/x@1.0.0', 14)]);
    const tried = await trying.run(writer, { ...policy, days: 7 });
    expect(tried).toMatchObject({
      value: {
        ...{ calls: 2_310, denied: 14, asked: 0, skipped: 0 },
        changes: [{ principal: 'ann', tool: 'a/x@1.0.0', calls: 14, before: 'ALLOW', after: 'DENY' }],
      },
    });
    expect(asked).toEqual([['org-acme', 7 * 86_400_000]]);
  });

  it('counts calls of principals and versions that are gone, and of callers without a key, as skipped', async () => {
    const { trying } = setUp([
      group('gone', 'a/x@1.0.0', 3),
      group('bob', 'a/none@1.0.0', 4),
      group(null, 'a/x@1.0.0', 5),
    ]);
    expect(await trying.run(writer, policy)).toMatchObject({ value: { calls: 0, skipped: 12, changes: [] } });
  });

  it('refuses a text that is no policy before anything is read', async () => {
    const { trying, asked } = setUp([]);
    expect(await trying.run(writer, { ...policy, text: '?' })).toMatchObject({ error: { code: 'invalid_request' } });
    expect(asked).toEqual([]);
  });
});
