import type { InvocationStatus } from '@assay/contracts';
import { addTallies, noCalls } from '../dashboard/call-figures.js';
import {
  type CallRollups,
  type CallTally,
  type Counts,
  type Grain,
  grainSeconds,
  type RollupGroup,
  type RollupGroupsQuery,
  type RollupPeriod,
  type RollupQuery,
  type TrustMove,
} from '../dashboard/call-rollups.js';
import { LatencySketch } from '../latency-sketch.js';

/** A call as it is recorded. */
export interface CountedCall {
  readonly at: number;
  readonly organisationId: string;
  readonly principalId: string;
  readonly tool: string;
  /** Null when no tool was found. */
  readonly version: string | null;
  readonly status: InvocationStatus;
  readonly code: string | null;
  /** Null when the call has not ended. */
  readonly ms: number | null;
  readonly level: number;
  readonly tokens: number;
  readonly costUsd: number | null;
  readonly isCached: boolean;
}

const failing: readonly InvocationStatus[] = ['failed', 'denied', 'cancelled'];

/** Counts calls whenever it is asked. */
export class InMemoryCallRollups implements CallRollups {
  readonly #calls: CountedCall[] = [];
  readonly #forgotten: Record<Grain, number> = { minute: 0, hour: 0, day: 0 };
  moves: readonly TrustMove[] = [];

  add(...calls: readonly CountedCall[]): void {
    this.#calls.push(...calls);
  }

  async periods(query: RollupQuery): Promise<readonly RollupPeriod[]> {
    const byStart = Map.groupBy(this.#found(query), ({ at }) => startOf(at, query.grain));
    return [...byStart].sort(([a], [b]) => a - b).map(([start, calls]) => ({ start, tally: tallyOf(calls) }));
  }

  async groups(query: RollupGroupsQuery): Promise<readonly RollupGroup[]> {
    const { order, after, limit } = query;
    const named = this.#found(query).flatMap((call) => groupsOf(call, query).map((group) => ({ group, call })));
    return [...Map.groupBy(named, ({ group }) => group)]
      .map(([group, all]) => ({ group, tally: tallyOf(all.map(({ call }) => call)) }))
      .sort((a, b) => b.tally[order] - a.tally[order] || (a.group < b.group ? -1 : 1))
      .filter(
        ({ group, tally }) =>
          after === null || tally[order] < after.value || (tally[order] === after.value && group > after.group),
      )
      .slice(0, limit);
  }

  async recent(query: Parameters<CallRollups['recent']>[0], now: number): Promise<number> {
    return this.#found({ ...query, grain: 'minute', since: now - 3_600_000, until: now + 3_600_000 }).length;
  }

  async trustMoves(_query: RollupQuery, limit: number): Promise<readonly TrustMove[]> {
    return this.moves.slice(0, limit);
  }

  async forget(grain: Grain, before: number): Promise<number> {
    this.#forgotten[grain] = before;
    return 0;
  }

  #found({ grain, since, until, organisationId, principalIds, namespaces, tools }: RollupQuery): CountedCall[] {
    return this.#calls.filter(
      (call) =>
        call.ms !== null &&
        startOf(call.at, grain) >= Math.max(since, this.#forgotten[grain]) &&
        call.at < until &&
        (organisationId === undefined || call.organisationId === organisationId) &&
        (principalIds === undefined || principalIds.includes(call.principalId)) &&
        (tools === undefined || tools.includes(toolOf(call))) &&
        (namespaces === undefined || namespaces.includes(toolOf(call).split('/')[0] ?? '')),
    );
  }
}

const startOf = (at: number, grain: Grain): number => at - (at % (grainSeconds[grain] * 1_000));
const toolOf = ({ tool, version }: CountedCall): string => (version === null ? '' : tool);

function groupsOf(call: CountedCall, { by, people, members }: RollupGroupsQuery): readonly string[] {
  if (by === 'tool') return [toolOf(call)];
  if (by === 'caller') return [call.organisationId === people ? call.principalId : ''];
  return members.filter((it) => it.principalId === call.principalId).map((it) => it.teamId);
}

const one = (name: string | null): Counts => (name === null ? {} : { [name]: 1 });

const tallyOf = (calls: readonly CountedCall[]): CallTally =>
  addTallies([
    noCalls,
    ...calls.map((call) => {
      const sketch = new LatencySketch();
      sketch.add(call.ms ?? 0);
      return {
        calls: 1,
        failures: failing.includes(call.status) ? 1 : 0,
        cached: call.isCached ? 1 : 0,
        tokens: call.tokens,
        costUsd: call.costUsd ?? 0,
        ...{ statuses: one(call.status), codes: one(call.code), levels: one(String(call.level)), bins: sketch.bins() },
      };
    }),
  ]);
