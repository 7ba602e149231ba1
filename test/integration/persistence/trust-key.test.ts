import { randomUUID } from 'node:crypto';
import { decayedTrust, decayRate, leastKey, type VersionTrust } from '@assay/core';
import { PostgresEvidenceStore } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withNamespace } from '../../../libs/testing/src/stores/catalogue-store.contract.js';
import { aVersionRow } from '../../../libs/testing/src/stores/store-samples.js';
import { type Fixture, withDatabase } from './fixture.js';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 0, 1);

interface Known {
  readonly id: string;
  readonly base: number;
  readonly t0: number;
}

const trustOf = (base: number): VersionTrust => ({
  base,
  confidence: 0.5,
  signals: [],
  observed: { score: 0.5, confidence: 0 },
  calls: { others: 0, own: 0 },
  votes: { count: 0, stars: 0 },
  p95Ms: null,
});

/** Versions of random trust, verified or published on random days. */
async function publishSome(fixture: Fixture): Promise<Known[]> {
  const { namespace } = await withNamespace(fixture);
  const evidence = new PostgresEvidenceStore(fixture.database.pool);
  const seed = { seed: 7, numRuns: 60 };
  const [bases, ages] = [
    fc.sample(fc.double({ min: 1e-6, max: 1, noNaN: true }), seed),
    fc.sample(fc.integer({ min: 0, max: 400 * dayMs }), { ...seed, seed: 8 }),
  ];
  const known = bases.map((base, index) => ({ id: randomUUID(), base, t0: start - (ages[index] as number) }));
  for (const [index, { id, t0 }] of known.entries()) {
    const verified = index % 2 === 0 ? { lastVerifiedAt: t0, publishedAt: t0 - dayMs } : { publishedAt: t0 };
    const version = aVersionRow(namespace, '1.0.0', { id, tool: `tool-${index}`, ...verified });
    await fixture.catalogue.publish(version, 0);
  }
  const due = await evidence.due(100);
  const baseOf = new Map<string, number>(known.map(({ id, base }) => [id, base]));
  await evidence.settle(
    due.map((it) => ({ ...it, trust: trustOf(baseOf.get(it.versionId) as number) })),
    start,
  );
  return known;
}

async function ids({ database }: Fixture, where: string, values: readonly unknown[]): Promise<string[]> {
  const text = `SELECT id FROM tool_versions WHERE ${where} ORDER BY trust_key DESC NULLS LAST, id`;
  return (await database.pool.query<{ id: string }>(text, [...values])).rows.map((row) => row.id);
}

describe('trust_key', () => {
  it('orders and filters versions at any time as decayed trust does, with no write, and so after a change of half-life', () =>
    withDatabase(async (fixture) => {
      const known = await publishSome(fixture);
      const { pool } = fixture.database;
      const other = new PostgresEvidenceStore(pool, 30);
      const agreed = async (halfLifeDays: number) => {
        for (const days of [0, 1, 45, 300]) {
          const at = start + days * dayMs;
          const trusts = known.map((it) => ({ ...it, trust: decayedTrust(it.base, it.t0, at, halfLifeDays) }));
          const sorted = trusts.toSorted((a, b) => b.trust - a.trust).map(({ id }) => id);
          expect(await ids(fixture, 'true', [])).toEqual(sorted);
          const least = leastKey(0.1, at, halfLifeDays);
          const wanted = sorted.filter((id) => trusts.some((it) => it.id === id && it.trust >= 0.1));
          expect(await ids(fixture, 'trust_key >= $1', [least])).toEqual(wanted);
        }
      };
      await agreed(90);
      expect(await other.rekey()).toBe(known.length);
      expect(await other.rekey()).toBe(0);
      await agreed(30);
    }));

  it('is read from its index alone', () =>
    withDatabase(async (fixture) => {
      await publishSome(fixture);
      const client = await fixture.database.pool.connect();
      try {
        await client.query('VACUUM ANALYZE tool_versions');
        await client.query('SET enable_seqscan = off; SET enable_sort = off; SET enable_bitmapscan = off');
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `EXPLAIN SELECT id FROM tool_versions WHERE trust_key >= ${Math.log(0.5) + decayRate(90) * start}
           ORDER BY trust_key DESC NULLS LAST, id LIMIT 20`,
        );
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan).toContain('Index Only Scan using tool_versions_trust_key_id_idx');
        expect(plan).not.toContain('Sort');
      } finally {
        client.release(true);
      }
    }));
});
