import { randomUUID } from 'node:crypto';
import { type EvidenceView, evidenceViews } from '@assay/contracts';
import { withNamespace } from '@assay/gateway/testing';
import { PostgresEvidenceStore, PostgresTrustOrder, trustOrderPage, trustOrderValues } from '@assay/persistence';
import { aVersionRow } from '@assay/registry/testing';
import { decayedTrust, minKey, type TrustOrderQuery } from '@assay/trust';
import { aTrust } from '@assay/trust/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Fixture, withDatabase } from './fixture.js';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 0, 1);

interface Known {
  readonly id: string;
  readonly base: number;
  readonly t0: number;
}

const trustOf = (base: number) => aTrust({ base }, { inside: aTrust({ base: 1.000_002 - base }).inside });

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

const everything = { view: 'outside' as EvidenceView, min: Number.NEGATIVE_INFINITY, limit: 100 };

describe('trust_key', () => {
  it('orders and filters versions at any time as decayed trust does, with no write, and so after a change of half-life', () =>
    withDatabase(async (fixture) => {
      const known = await publishSome(fixture);
      const { pool } = fixture.database;
      const other = new PostgresEvidenceStore(pool, 30);
      const order = new PostgresTrustOrder(pool);
      const ids = async (min: number, view: EvidenceView) =>
        (await order.page({ ...everything, view, min })).map((it) => it.versionId);
      const baseIn = (base: number, view: EvidenceView) => trustOf(base)[view].base;
      const agreedIn = async (view: EvidenceView, halfLifeDays: number) => {
        for (const days of [0, 1, 45, 300]) {
          const at = start + days * dayMs;
          const trusts = known.map((it) => ({
            ...it,
            trust: decayedTrust(baseIn(it.base, view), it.t0, at, halfLifeDays),
          }));
          const sorted = trusts.toSorted((a, b) => b.trust - a.trust);
          expect(await ids(Number.NEGATIVE_INFINITY, view)).toEqual(sorted.map(({ id }) => id));
          const wanted = sorted.filter(({ trust }) => trust >= 0.1).map(({ id }) => id);
          expect(await ids(minKey(0.1, at, halfLifeDays), view)).toEqual(wanted);
        }
      };
      const agreed = async (halfLifeDays: number) => {
        for (const view of evidenceViews) await agreedIn(view, halfLifeDays);
      };
      await agreed(90);
      expect(await other.rekey()).toBe(known.length);
      expect(await other.rekey()).toBe(0);
      await agreed(30);
    }));
});

const many = 5_000;

/** As many scored versions, with manifests of an ordinary size, a fifth of them of one and the same key. */
async function publishMany({ database }: Fixture): Promise<void> {
  await database.pool.query(
    `WITH organisation AS (
       INSERT INTO organisations (id, organisation_id, name, created_at) VALUES ($1, $1, 'acme', now()) RETURNING id
     ), namespace AS (
       INSERT INTO namespaces (id, organisation_id, name, visibility, created_at)
       SELECT $1, id, 'acme', 'public', now() FROM organisation RETURNING organisation_id
     ), tool AS (
       INSERT INTO tools (organisation_id, namespace, name, created_at)
       SELECT organisation_id, 'acme', 'tool-' || n, now() FROM namespace, generate_series(1, $2) AS n
       RETURNING organisation_id, name
     )
     INSERT INTO tool_versions (id, organisation_id, namespace, tool, version, version_key, manifest, manifest_digest,
       definition_digest, status, stage, published_at, trust_base, trust_confidence, trust, trust_key,
       trust_inside_base, trust_inside_key)
     SELECT gen_random_uuid(), organisation_id, 'acme', name, '1.0.0', '1.0.0',
       json_build_object('description', repeat(name || ' ', 120)), name, name, 'ACTIVE', 'SANDBOX', now(), 0.6, 0, '{}',
       CASE WHEN row_number() OVER () % 5 = 0 THEN 100 ELSE 99 + 2 * random() END, 0.6,
       CASE WHEN row_number() OVER () % 5 = 0 THEN 100 ELSE 99 + 2 * random() END
     FROM tool`,
    [randomUUID(), many],
  );
  await database.pool.query('VACUUM ANALYZE tool_versions');
}

/** The plan of a page, the planner being left to choose; as a prepared statement has it, which knows no values. */
async function planOf({ database }: Fixture, query: TrustOrderQuery): Promise<string> {
  const client = await database.pool.connect();
  try {
    await client.query('SET plan_cache_mode = force_generic_plan');
    await client.query(`PREPARE page (float8, float8, uuid, bigint) AS ${trustOrderPage(query.view)}`);
    const values = trustOrderValues(query).map((it) => `'${it}'`);
    const explained = `EXPLAIN (ANALYZE, BUFFERS, TIMING off) EXECUTE page (${values.join(', ')})`;
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(explained);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    client.release(true);
  }
}

/**
 * Pages of the index that were read: all pages but those of the table, which are looked at for rows that another session
 * might not see yet.
 */
function indexPages(plan: string): number {
  const [read, fetched] = [/Buffers: shared hit=(\d+)/, /Heap Fetches: (\d+)/].map((it) => Number(it.exec(plan)?.[1]));
  return (read as number) - (fetched as number);
}

const indexOf = {
  inside: 'tool_versions_trust_inside_key_id_idx',
  outside: 'tool_versions_trust_key_id_idx',
} as const;

describe('the order of trust', () => {
  it.each(evidenceViews)(
    'is read from the index of its view alone (%s), page after page, among equals too, as the planner itself chooses',
    (view) =>
      withDatabase(async (fixture) => {
        await publishMany(fixture);
        const order = new PostgresTrustOrder(fixture.database.pool);
        const limit = 50;
        const whole = await order.page({ ...everything, view, limit: many });
        expect(whole).toHaveLength(many);
        const places = [undefined, whole[many / 4], whole[many / 2], whole[many - 2 * limit]];
        for (const after of places) {
          const query = { ...everything, view, limit, ...(after && { after }) };
          const from = after === undefined ? 0 : whole.indexOf(after) + 1;
          expect(await order.page(query)).toEqual(whole.slice(from, from + limit));
          const plan = await planOf(fixture, query);
          expect(plan).toContain(`Index Only Scan Backward using ${indexOf[view]}`);
          expect(plan).not.toMatch(/Sort|Filter|Seq Scan/);
          expect(indexPages(plan)).toBeLessThan(6);
        }
      }),
  );
});
