import { type BucketAddition, type CallerDay, callerDays, type EvidenceBatch, usageOf, weighBatch } from '@assay/core';
import type pg from 'pg';
import { inTransaction } from '../ownership/in-transaction.js';

/**
 * Adds a batch in one transaction, in which its id is kept: a batch that comes again finds it and adds nothing. Rows go
 * in by the order of their keys, so that two replicas wait for each other and never in a circle.
 */
export async function addBatch(pool: pg.Pool, batch: EvidenceBatch): Promise<void> {
  await inTransaction(pool, async (client) => {
    const kept = await client.query('INSERT INTO evidence_batches (id) VALUES ($1) ON CONFLICT DO NOTHING', [batch.id]);
    if (kept.rowCount === 0) return undefined;
    const former = await countCallers(client, callerDays(batch));
    await addBuckets(client, weighBatch(batch, former));
    await client.query({
      name: 'add-tool-callers',
      text: addToolCallers,
      values: [batch.callers.map((it) => it.versionId), batch.callers.map((it) => it.principalId)],
    });
    await addUsage(client, batch);
    await client.query('SELECT assay_trust_is_due($1)', [[...new Set(batch.callers.map((it) => it.versionId))]]);
    return true;
  });
}

interface CounterRow {
  readonly version_id: string;
  readonly day: string;
  readonly caller: string;
  readonly before: string;
}

/** Counts the callers' calls of their days; gives what they had been before, where they had been any. */
async function countCallers(client: pg.PoolClient, days: readonly CallerDay[]): Promise<CallerDay[]> {
  const { rows } = await client.query<CounterRow>({
    name: 'count-evidence-callers',
    text: countCallersStatement,
    values: [
      days.map((it) => it.versionId),
      days.map((it) => it.day),
      days.map((it) => it.caller),
      days.map((it) => it.calls),
    ],
  });
  return rows
    .map((row) => ({
      versionId: row.version_id,
      day: Number(row.day),
      caller: row.caller,
      calls: Number(row.before),
    }))
    .filter(({ calls }) => calls > 0);
}

const countCallersStatement = `
  WITH added AS (
    SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::bigint[]) AS t (version_id, day, caller, calls)
  ), counted AS (
    INSERT INTO evidence_callers AS there (organisation_id, version_id, day, caller, calls)
    SELECT version.organisation_id, version.id, to_timestamp(added.day / 1000.0), added.caller, added.calls
    FROM added JOIN tool_versions AS version ON version.id = added.version_id
    ORDER BY version.id, added.day, added.caller
    ON CONFLICT (version_id, day, caller) DO UPDATE SET calls = there.calls + excluded.calls
    RETURNING version_id, day, caller, calls
  )
  SELECT added.version_id, added.day, added.caller, counted.calls - added.calls AS before
  FROM added JOIN counted ON (counted.version_id, counted.day, counted.caller)
    = (added.version_id, to_timestamp(added.day / 1000.0), added.caller)`;

/** Numbers of a bucket, in the order of the table's columns. */
const sums: readonly {
  readonly name: string;
  readonly type: string;
  readonly of: (bucket: BucketAddition) => number;
}[] = [
  { name: 'calls', type: 'bigint', of: (it) => it.calls },
  { name: 'faults', type: 'bigint', of: (it) => it.faults },
  { name: 'caller_faults', type: 'bigint', of: (it) => it.callerFaults },
  { name: 'weight', type: 'double precision', of: (it) => it.weight },
  { name: 'fault_weight', type: 'double precision', of: (it) => it.faultWeight },
  { name: 'schema_weight', type: 'double precision', of: (it) => it.schemaWeight },
  { name: 'sla_weight', type: 'double precision', of: (it) => it.slaWeight },
  { name: 'callers', type: 'bigint', of: (it) => it.callers },
];
export const sumNames = sums.map(({ name }) => name);
/** What makes an insertion into a bucket that is there an addition to it; `there` is the table. */
export const addition = [
  ...sumNames.map((name) => `${name} = there.${name} + excluded.${name}`),
  'latency = assay_add_bins(there.latency, excluded.latency)',
].join(', ');

async function addBuckets(client: pg.PoolClient, buckets: readonly BucketAddition[]): Promise<void> {
  await client.query({
    name: 'add-evidence-buckets',
    text: addBucketsStatement,
    values: [
      buckets.map((it) => it.versionId),
      buckets.map((it) => it.day),
      buckets.map((it) => it.own),
      ...sums.map(({ of }) => buckets.map(of)),
      buckets.map((it) => JSON.stringify(it.latency)),
    ],
  });
}

const addBucketsStatement = `
  INSERT INTO evidence_buckets AS there (organisation_id, version_id, day, own, ${sumNames.join(', ')}, latency)
  SELECT version.organisation_id, version.id, to_timestamp(added.day / 1000.0), own, ${sumNames.join(', ')}, latency
  FROM unnest($1::uuid[], $2::bigint[], $3::boolean[], ${sums.map(({ type }, index) => `$${index + 4}::${type}[]`).join(', ')},
    $${sums.length + 4}::jsonb[]) AS added (version_id, day, own, ${sumNames.join(', ')}, latency)
  JOIN tool_versions AS version ON version.id = added.version_id
  ORDER BY version.id, added.day, own
  ON CONFLICT (version_id, day, own) DO UPDATE SET ${addition}`;

/** What was called by whom; principals and versions that are gone are passed over. */
async function addUsage(client: pg.PoolClient, { callers }: EvidenceBatch): Promise<void> {
  const usage = callers.map(usageOf);
  await client.query({
    name: 'add-usage-days',
    text: addUsageStatement,
    values: [
      callers.map((it) => it.principalId),
      callers.map((it) => it.versionId),
      callers.map((it) => it.day),
      usage.map((it) => it.calls),
      usage.map((it) => it.failures),
      usage.map((it) => it.costUsd),
    ],
  });
}

const addUsageStatement = `
  INSERT INTO usage_days AS there (organisation_id, principal_id, version_id, day, calls, failures, cost_usd)
  SELECT principal.organisation_id, principal.id, version.id, to_timestamp(added.day / 1000.0), sum(calls), sum(failures),
    sum(cost_usd)
  FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::float8[])
    AS added (principal_id, version_id, day, calls, failures, cost_usd)
  JOIN principals AS principal ON principal.id = added.principal_id
  JOIN tool_versions AS version ON version.id = added.version_id
  WHERE calls > 0
  GROUP BY principal.organisation_id, principal.id, version.id, added.day
  ORDER BY principal.id, version.id, added.day
  ON CONFLICT (principal_id, version_id, day)
  DO UPDATE SET calls = there.calls + excluded.calls, failures = there.failures + excluded.failures,
    cost_usd = there.cost_usd + excluded.cost_usd`;

const addToolCallers = `
  INSERT INTO tool_callers (organisation_id, principal_id, namespace, tool)
  SELECT DISTINCT principals.organisation_id, principals.id, version.namespace, version.tool
  FROM unnest($1::uuid[], $2::uuid[]) AS call (version_id, principal_id)
  JOIN principals ON principals.id = call.principal_id
  JOIN tool_versions AS version ON version.id = call.version_id
  ORDER BY principals.id, version.namespace, version.tool
  ON CONFLICT DO NOTHING`;
