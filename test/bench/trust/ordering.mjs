/** A million tools in the order of their trust, in PostgreSQL: a page anywhere, and rewriting all keys at once. */

import { PostgresEvidenceStore, PostgresTrustOrder, trustOrderPage, trustOrderValues } from '@assay/persistence';
import { decayRate, minKey } from '@assay/trust';
import { measureLatency } from '../discovery/measure.mjs';
import { addVersions } from './database.mjs';

const tools = 1_000_000;
const atOnce = 100_000;
const limit = 50;
const pages = 300;
const everything = { view: 'outside', min: Number.NEGATIVE_INFINITY, limit };
const otherHalfLifeDays = 30;

/** As a prepared statement runs it, which does not know the values when it is planned. */
async function planOf(pool, query) {
  const client = await pool.connect();
  try {
    await client.query('SET plan_cache_mode = force_generic_plan');
    await client.query(`PREPARE page (float8, float8, uuid, bigint) AS ${trustOrderPage(query.view)}`);
    const values = trustOrderValues(query).map((it) => `'${it}'`);
    const options = 'ANALYZE, BUFFERS, TIMING off, COSTS off, SUMMARY off';
    const { rows } = await client.query(`EXPLAIN (${options}) EXECUTE page (${values.join(', ')})`);
    return rows.map((row) => row['QUERY PLAN'].trim());
  } finally {
    client.release(true);
  }
}

/** What a plan says in one line, and whether it reads the index and nothing else. */
function judge(plan) {
  const text = plan.join('\n');
  const scan = plan.find((line) => line.includes('Scan')) ?? plan.join(' ');
  const fetches = /Heap Fetches: (\d+)/.exec(text)?.[1] ?? '?';
  const buffers = plan.findLast((line) => line.startsWith('Buffers')) ?? '';
  const isIndexOnly = scan.includes('Index Only Scan') && fetches === '0' && !/Sort|Seq Scan|Filter/.test(text);
  return { isIndexOnly, note: `${scan.replace('->  ', '')}; heap fetches ${fetches}; ${buffers}` };
}

/** Places at these shares of the way from the most trusted to the least. */
async function placesOf(pool, shares) {
  const places = [];
  for (const share of shares) {
    const { rows } = await pool.query(
      'SELECT id, trust_key FROM tool_versions ORDER BY trust_key DESC, id DESC OFFSET $1 LIMIT 1',
      [Math.floor(share * tools)],
    );
    places.push({ versionId: rows[0].id, key: rows[0].trust_key });
  }
  return places;
}

async function measurePage(pool, name, query) {
  const order = new PostgresTrustOrder(pool);
  const { p50, p99 } = await measureLatency(
    Array.from({ length: pages }, () => query),
    (it) => order.page(it),
  );
  const { isIndexOnly, note } = judge(await planOf(pool, query));
  const index = { name: `${name}, index only`, value: Number(isIndexOnly), unit: 'of 1', target: { atLeast: 1 }, note };
  return { p50, rows: [{ name: `${name}, p50`, value: p50, unit: 'ms', note: `p99 ${p99.toFixed(2)} ms` }, index] };
}

async function rekey(pool) {
  const startedAt = performance.now();
  const written = await new PostgresEvidenceStore(pool, otherHalfLifeDays).rekey();
  if (written !== tools) throw new Error(`Of ${tools} were rewritten.`);
  return performance.now() - startedAt;
}

export async function measureOrdering(pool, organisation) {
  const { rows } = await pool.query('SELECT count(*)::int AS present FROM tool_versions');
  for (let added = 0; added < tools; added += atOnce)
    await addVersions(pool, organisation, { from: rows[0].present + added, count: atOnce, trusted: true });
  await pool.query('VACUUM (ANALYZE) tool_versions');
  const [middle, end] = await placesOf(pool, [0.5, 0.999]);
  const enough = { ...everything, min: minKey(0.5, Date.now()) };
  const first = await measurePage(pool, 'first page of 1,000,000 by trust', everything);
  const measured = [
    first,
    await measurePage(pool, 'page behind the 500,000th', { ...everything, after: middle }),
    await measurePage(pool, 'page behind the 999,000th', { ...everything, after: end }),
    await measurePage(pool, 'first page of those trusted 0.5 now', enough),
    await measurePage(pool, 'first page as the owning organisation sees it', { ...everything, view: 'inside' }),
  ];
  const slowest = Math.max(...measured.map(({ p50 }) => p50));
  const flat = { name: 'the slowest of these pages over the first, p50', value: slowest / first.p50, unit: 'times' };
  const ms = await rekey(pool);
  const note = `one statement, the change feed's entries among it; λ ${decayRate(otherHalfLifeDays).toExponential(3)} a ms`;
  return [
    ...measured.flatMap(({ rows: it }) => it),
    { ...flat, target: { below: 3 } },
    { name: '1,000,000 keys for another half-life', value: ms / 1_000, unit: 's', note },
  ];
}
