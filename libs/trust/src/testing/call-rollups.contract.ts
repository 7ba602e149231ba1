import { deepEqual, equal } from 'node:assert/strict';
import type { CallRollups, RollupGroupsQuery, RollupQuery } from '../dashboard/call-rollups.js';
import type { CountedCall } from './in-memory-call-rollups.js';

export interface CallRollupsFixture {
  readonly rollups: CallRollups;
  /** Records calls and counts them. */
  readonly record: (calls: readonly CountedCall[]) => Promise<void>;
}

export interface CallRollupsContractCase {
  readonly name: string;
  readonly check: (fixture: CallRollupsFixture) => Promise<void>;
}

const minute = 60_000;
const day = Date.UTC(2026, 0, 10);
const until = day + 86_400_000;
const idOf = (digit: number): string => `0199000${digit}-0000-7000-8000-0123456789ab`;
const [acme, globex, ann, bob, cid] = [1, 2, 3, 4, 5].map(idOf) as [string, string, string, string, string];

/** A good call of ann's in the first minute of the day. */
export const aCountedCall = (parts: Partial<CountedCall> = {}): CountedCall => ({
  ...{ at: day, organisationId: acme, principalId: ann, tool: 'acme/a', version: '1.0.0', status: 'succeeded' },
  ...{ code: null, ms: 10, level: 1, tokens: 7, costUsd: 0.1, isCached: false },
  ...parts,
});

const minutes: RollupQuery = { grain: 'minute', since: day, until };
const groups = (parts: Partial<RollupGroupsQuery>): RollupGroupsQuery => ({
  ...{ ...minutes, by: 'tool', order: 'calls', people: acme, members: [], after: null, limit: 10 },
  ...parts,
});
const shown = (found: readonly { group: string; tally: { calls: number } }[]) =>
  found.map(({ group, tally }) => [group, tally.calls]);

/** What every CallRollups promises. */
export const callRollupsContract: readonly CallRollupsContractCase[] = [
  {
    name: 'adds up finished calls by period',
    check: async ({ rollups, record }) => {
      await record([
        aCountedCall(),
        aCountedCall({ ms: 20, costUsd: 0.2, isCached: true, level: 2 }),
        aCountedCall({ status: 'failed', code: 'timeout', ms: 10, costUsd: null }),
        aCountedCall({ status: 'awaiting_approval', ms: null }),
        aCountedCall({ at: day + 3 * minute, status: 'denied', code: 'policy_denied', level: 0, tokens: 0 }),
        aCountedCall({ at: until }),
      ]);
      const [first, second, ...more] = await rollups.periods(minutes);
      deepEqual(more, []);
      equal(first?.start, day);
      const { bins, costUsd, ...tally } = first?.tally ?? { bins: {}, costUsd: 0 };
      deepEqual(tally, {
        ...{ calls: 3, failures: 1, cached: 1, tokens: 21 },
        ...{ statuses: { succeeded: 2, failed: 1 }, codes: { timeout: 1 }, levels: { 1: 2, 2: 1 } },
      });
      equal(costUsd.toFixed(9), '0.300000000');
      deepEqual(Object.values(bins).sort(), [1, 2]);
      deepEqual([second?.start, second?.tally.codes], [day + 3 * minute, { policy_denied: 1 }]);
      for (const grain of ['hour', 'day'] as const) {
        const periods = await rollups.periods({ ...minutes, grain });
        deepEqual(
          periods.map(({ start, tally: of }) => [start, of.calls]),
          [[day, 4]],
        );
      }
    },
  },
  {
    name: 'selects by organisation, principal, namespace and tool',
    check: async ({ rollups, record }) => {
      await record([
        aCountedCall(),
        aCountedCall({ principalId: bob, tool: 'acme/b' }),
        aCountedCall({ principalId: cid, organisationId: globex, tool: 'acmes/a' }),
        aCountedCall({ tool: 'anything', version: null, status: 'failed', code: 'not_found' }),
      ]);
      const calls = async (parts: Partial<RollupQuery>) =>
        (await rollups.periods({ ...minutes, ...parts })).reduce((sum, { tally }) => sum + tally.calls, 0);
      equal(await calls({}), 4);
      equal(await calls({ organisationId: acme }), 3);
      equal(await calls({ organisationId: acme, principalIds: [bob, cid] }), 1);
      equal(await calls({ principalIds: [] }), 0);
      equal(await calls({ namespaces: ['acme'] }), 2);
      equal(await calls({ namespaces: [] }), 0);
      equal(await calls({ tools: ['acme/a', 'acme/former'] }), 1);
    },
  },
  {
    name: 'groups by tool, caller and team, the highest first, page by page',
    check: async ({ rollups, record }) => {
      await record([
        aCountedCall(),
        aCountedCall({ tool: 'acme/b', costUsd: 9 }),
        aCountedCall({ principalId: bob }),
        aCountedCall({ principalId: cid, organisationId: globex, tool: 'acme/b' }),
        aCountedCall({ principalId: cid, organisationId: globex, tool: 'acme/c', status: 'failed', code: 'timeout' }),
        aCountedCall({ tool: 'anything', version: null }),
      ]);
      deepEqual(shown(await rollups.groups(groups({}))), [
        ['acme/a', 2],
        ['acme/b', 2],
        ['', 1],
        ['acme/c', 1],
      ]);
      deepEqual(shown(await rollups.groups(groups({ after: { value: 2, group: 'acme/a' }, limit: 2 }))), [
        ['acme/b', 2],
        ['', 1],
      ]);
      deepEqual(shown(await rollups.groups(groups({ order: 'costUsd', limit: 1 }))), [['acme/b', 2]]);
      deepEqual(shown(await rollups.groups(groups({ order: 'failures', limit: 1 }))), [['acme/c', 1]]);
      deepEqual(shown(await rollups.groups(groups({ by: 'caller' }))), [
        [ann, 3],
        ['', 2],
        [bob, 1],
      ]);
      const members = [
        { teamId: idOf(8), principalId: ann },
        { teamId: idOf(9), principalId: ann },
        { teamId: idOf(9), principalId: bob },
      ];
      deepEqual(shown(await rollups.groups(groups({ by: 'team', members }))), [
        [idOf(9), 4],
        [idOf(8), 3],
      ]);
    },
  },
  {
    name: 'shows that more was counted, and forgets one grain',
    check: async ({ rollups, record }) => {
      const now = day + 5 * minute;
      equal(await rollups.recent({ organisationId: acme }, now), 0);
      await record([aCountedCall(), aCountedCall({ principalId: bob })]);
      equal(await rollups.recent({ organisationId: acme }, now), 2);
      equal(await rollups.recent({ organisationId: acme, principalIds: [bob] }, now), 1);
      await rollups.forget('minute', day + minute);
      deepEqual(await rollups.periods(minutes), []);
      equal((await rollups.periods({ ...minutes, grain: 'hour' }))[0]?.tally.calls, 2);
    },
  },
];
