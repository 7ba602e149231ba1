import { randomUUID } from 'node:crypto';
import type { CallSummary } from '@assay/kernel';
import { beginRollup, CallRoller, PostgresAuditLog, PostgresCallRollups, rollUpCalls } from '@assay/persistence';
import { aNamespaceRow, anOrganisationRow, aPrincipalRow, aVersionRow } from '@assay/registry/testing';
import { type Counts, grainSeconds, LatencySketch, type RollupQuery } from '@assay/trust';
import { aCountedCall, type CountedCall, callRollupsContract } from '@assay/trust/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type pg from 'pg';
import { clock, random, signer, withDatabase } from './fixture.js';

/** A chain whose clock stands at each call's time, and whose calls are counted by `count`. */
async function openChain(pool: pg.Pool) {
  let now = 0;
  const clockOfCalls = { ...clock, now: () => now };
  const audit = new PostgresAuditLog({ pool, replicaId: 'replica', signer, random, clock: clockOfCalls });
  await beginRollup(pool, audit.chainId);
  const record = async (calls: readonly CountedCall[]) => {
    for (const { at, organisationId, principalId, level, tokens, code, ...call } of calls) {
      now = at;
      const summary = { ...call, code, session: null, startedAt: at, notBefore: null } as CallSummary;
      const invocation = { id: randomUUID(), body: () => '{}', summary, measures: () => ({ level, tokens }) };
      audit.append({ organisationId, principalId, action: 'tool.call', subject: call.tool, details: {}, invocation });
    }
    await audit.flush();
  };
  return { audit, record, count: () => rollUpCalls(pool, audit.chainId) };
}

describe('PostgresCallRollups keeps the contract of CallRollups', () => {
  it.each(callRollupsContract)('$name', async ({ check }) => {
    const run = withDatabase(async ({ database: { pool } }) => {
      const { audit, record, count } = await openChain(pool);
      try {
        const rollups = new PostgresCallRollups(pool);
        const recordAndCount: typeof record = async (calls) => {
          await record(calls);
          await count();
        };
        await check({ rollups, record: recordAndCount });
      } finally {
        await audit.close();
      }
    });
    await expect(run).resolves.toBeUndefined();
  });
});

const start = Date.UTC(2026, 0, 31, 22);
const id = (digit: number) => `0199000${digit}-0000-7000-8000-0123456789ab`;
/** Calls of some hours around the end of a month, by two organisations. */
const someCall = fc.record({
  at: fc.integer({ min: start, max: start + 5 * 3_600_000 }),
  organisationId: fc.constantFrom(id(1), id(2)),
  principalId: fc.constantFrom(id(3), id(4), id(5)),
  tool: fc.constantFrom('acme/a', 'acme/b', 'globex/c'),
  version: fc.constantFrom('1.0.0', '2.0.0', null),
  status: fc.constantFrom('succeeded', 'conditional', 'failed', 'denied', 'cancelled', 'escalated'),
  code: fc.constantFrom(null, 'timeout', 'policy_denied', 'upstream_failed'),
  ms: fc.oneof(fc.constant(null), fc.double({ min: 0.01, max: 200_000, noNaN: true })),
  level: fc.integer({ min: 0, max: 3 }),
  tokens: fc.integer({ min: 0, max: 90_000 }),
  costUsd: fc.constantFrom(null, 0, 0.1, 0.2, 0.000_001, 1.37),
  isCached: fc.boolean(),
});

/** The same figures, by SQL over the raw records. */
const rawFigures = `
  SELECT (extract(epoch FROM date_bin(make_interval(secs => $1), at, 'epoch')) * 1000)::bigint::text AS start,
    count(*)::int AS calls, count(*) FILTER (WHERE status IN ('failed', 'denied', 'cancelled'))::int AS failures,
    count(*) FILTER (WHERE is_cached)::int AS cached, sum(tokens)::bigint::text AS tokens,
    coalesce(sum(cost_usd::numeric), 0)::text AS cost,
    count(*) FILTER (WHERE code = 'timeout')::int AS timeouts, count(*) FILTER (WHERE level = 2)::int AS second,
    percentile_disc(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY ms) AS quantiles
  FROM invocations
  WHERE ms IS NOT NULL AND organisation_id = $2 AND version IS NOT NULL AND tool = $3
  GROUP BY 1 ORDER BY 1::bigint`;

interface RawRow {
  readonly start: string;
  readonly calls: number;
  readonly failures: number;
  readonly cached: number;
  readonly tokens: string;
  readonly cost: string;
  readonly timeouts: number;
  readonly second: number;
  readonly quantiles: readonly number[];
}

const of = (counts: Counts, name: string): number => counts[name] ?? 0;

async function compareWithRaw(pool: pg.Pool, grain: RollupQuery['grain']) {
  const organisationId = id(1);
  const query = { grain, since: start - 86_400_000, until: start + 2 * 86_400_000, organisationId, tools: ['acme/a'] };
  const periods = await new PostgresCallRollups(pool).periods(query);
  const { rows } = await pool.query<RawRow>(rawFigures, [grainSeconds[grain], organisationId, 'acme/a']);
  expect(
    periods.map(({ start: at, tally }) => ({
      ...{ start: String(at), calls: tally.calls, failures: tally.failures, cached: tally.cached },
      ...{ tokens: String(tally.tokens), cost: tally.costUsd },
      ...{ timeouts: of(tally.codes, 'timeout'), second: of(tally.levels, '2') },
    })),
  ).toEqual(rows.map(({ quantiles: _quantiles, cost, ...row }) => ({ ...row, cost: Number(cost) })));
  for (const [index, { tally }] of periods.entries()) {
    const sketch = LatencySketch.of(tally.bins);
    for (const [at, share] of [0.5, 0.95, 0.99].entries())
      expect(isNear(sketch, share, rows[index] as RawRow, at)).toBe(true);
  }
  return rows.length;
}

/** Within 2 % of the value at the rank below or at the share; which of the two, definitions of a quantile differ on. */
function isNear(sketch: LatencySketch, share: number, { quantiles, calls }: RawRow, at: number): boolean {
  const [found = 0, exact = 0] = [sketch.quantile(share), quantiles[at]];
  return calls < 100 || Math.abs(found - exact) <= 0.03 * exact;
}

describe('figures of calls', () => {
  it('equal SQL over the records, at every grain, from two chains counted in pieces and repeatedly', () =>
    withDatabase(async ({ database: { pool } }) => {
      const [one, two] = [await openChain(pool), await openChain(pool)];
      const calls = fc.sample(someCall, { numRuns: 1_200, seed: 25 }) as CountedCall[];
      // One hour has enough calls for its quantiles to be compared.
      const busy = fc.sample(fc.double({ min: 1, max: 9_000, noNaN: true }), { numRuns: 400, seed: 8 });
      const more = busy.map((ms) => aCountedCall({ at: start, organisationId: id(1), principalId: id(3), ms }));
      try {
        await one.record(calls.slice(0, 500));
        await Promise.all([one.count(), one.count()]);
        await two.record(more);
        await one.record(calls.slice(500));
        await Promise.all([one.count(), two.count(), one.count()]);
        expect(await one.count()).toBe(0);
        expect(await compareWithRaw(pool, 'minute')).toBeGreaterThan(50);
        expect(await compareWithRaw(pool, 'hour')).toBe(5);
        expect(await compareWithRaw(pool, 'day')).toBe(2);
      } finally {
        await Promise.all([one.audit.close(), two.audit.close()]);
      }
    }));

  it('include what a server recorded that died before it counted, once', () =>
    withDatabase(async ({ database: { pool } }) => {
      const dead = await openChain(pool);
      await dead.record([aCountedCall(), aCountedCall()]);
      await dead.audit.close();
      const roller = new CallRoller({ pool, chain: 'another', clock });
      await roller.start();
      const { signal } = new AbortController();
      await roller.job.run(signal);
      await roller.job.run(signal);
      const { rows } = await pool.query<{ calls: string }>(
        'SELECT calls FROM call_rollups WHERE grain = 60 AND summed = 0',
      );
      expect(rows).toEqual([{ calls: '2' }]);
    }));

  it('are complete when the server has stopped, and its cursor is gone', () =>
    withDatabase(async ({ database: { pool } }) => {
      const { audit, record } = await openChain(pool);
      const roller = new CallRoller({ pool, chain: audit.chainId, clock });
      await record([aCountedCall()]);
      roller.note();
      await audit.close();
      await roller.close();
      const { rows } = await pool.query('SELECT calls FROM call_rollups WHERE grain = 86400 AND summed = 0');
      expect(rows).toHaveLength(1);
      expect((await pool.query('SELECT FROM call_rollup_cursors WHERE chain = $1', [audit.chainId])).rowCount).toBe(0);
    }));
});

it('trust moves are of called tools, from the last state before the range or the first in it', () =>
  withDatabase(async ({ database: { pool }, identities, catalogue, feed }) => {
    await feed.start(() => undefined);
    const organisation = anOrganisationRow();
    await identities.addOrganisation(organisation);
    const owner = await identities.addPrincipal(aPrincipalRow(organisation.id));
    const namespace = aNamespaceRow(owner);
    await identities.addNamespace(namespace);
    const version = aVersionRow(namespace);
    await catalogue.publish(version, 0);
    const { audit, record, count } = await openChain(pool);
    try {
      const midnight = Date.UTC(2026, 0, 10);
      const tool = `${version.namespace}/${version.tool}`;
      await record([
        aCountedCall({ at: midnight + 1_000, organisationId: organisation.id, principalId: owner.id, tool }),
      ]);
      await count();
      const history: [number, number][] = [
        [-40, 0.2],
        [-9, 0.5],
        [-2, 0.6],
        [0, 0.8],
        [1, 0.9],
      ];
      for (const [days, base] of history)
        await pool.query(
          `INSERT INTO trust_history (organisation_id, version_id, day, base, t0, inside_base)
           VALUES ($1, $2, $3, $4, $3, $4) ON CONFLICT (version_id, day) DO UPDATE SET base = $4`,
          [organisation.id, version.id, new Date(midnight + days * 86_400_000), base],
        );
      const bases = async (sinceDays: number, tools = [tool]) => {
        const since = midnight + sinceDays * 86_400_000;
        const range = { grain: 'day', since, until: midnight + 86_400_000, tools } as const;
        const moves = await new PostgresCallRollups(pool).trustMoves(range, 9);
        return moves.map(({ versionId, before, after }) => [versionId, before.base, after.base]);
      };
      expect(await bases(-5)).toEqual([[version.id, 0.5, 0.8]]);
      expect(await bases(0)).toEqual([[version.id, 0.6, 0.8]]);
      expect(await bases(-80)).toEqual([[version.id, 0.2, 0.8]]);
      expect(await bases(-5, ['acme/never-called'])).toEqual([]);
    } finally {
      await audit.close();
    }
  }));
