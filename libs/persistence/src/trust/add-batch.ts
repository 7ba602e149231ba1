import {
  type BucketAddition,
  type CallerDay,
  callerDays,
  type EvidenceBatch,
  type OrganisationDay,
  organisationDays,
  usageOf,
  type Weights,
  weighBatch,
} from '@assay/trust';
import type pg from 'pg';
import { inTransaction } from '../ownership/in-transaction.js';
import { addLatencies } from './add-latencies.js';

/**
 * Adds a batch in one transaction, in which its id is kept: a batch that comes again finds it and adds nothing. Rows go
 * in by the order of their keys, so that two replicas wait for each other and never in a circle.
 */
export async function addBatch(pool: pg.Pool, batch: EvidenceBatch): Promise<void> {
  await inTransaction(pool, async (client) => {
    const kept = await client.query('INSERT INTO evidence_batches (id) VALUES ($1) ON CONFLICT DO NOTHING', [batch.id]);
    if (kept.rowCount === 0) return undefined;
    const callers = await countCallers(client, callerDays(batch));
    const organisations = await countOrganisations(client, organisationDays(batch, callers));
    await addBuckets(client, weighBatch(batch, callers, organisations));
    await addLatencies(client, batch.latencies);
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
  readonly organisation: string;
  readonly own: boolean;
  readonly member: boolean;
  readonly good: string;
  readonly faults: string;
  readonly semantic: string;
  readonly schema_met: string;
  readonly within_sla: string;
}

const counts = ['good', 'faults', 'semantic', 'schema_met', 'within_sla'] as const;

/** Counts the callers' calls of their days; answers what they had been before, where they had been any. */
async function countCallers(client: pg.PoolClient, days: readonly CallerDay[]): Promise<CallerDay[]> {
  const { rows } = await client.query<CounterRow>({
    name: 'count-evidence-callers',
    text: countCallersStatement,
    values: [
      days.map((it) => it.versionId),
      days.map((it) => it.day),
      days.map((it) => it.caller),
      days.map((it) => it.organisationId),
      days.map((it) => it.own),
      days.map((it) => it.member),
      days.map((it) => it.good),
      days.map((it) => it.faults),
      days.map((it) => it.semantic),
      days.map((it) => it.schemaMet),
      days.map((it) => it.withinSla),
    ],
  });
  return rows
    .map((row) => ({
      versionId: row.version_id,
      day: Number(row.day),
      caller: row.caller,
      organisationId: row.organisation,
      own: row.own,
      member: row.member,
      good: Number(row.good),
      faults: Number(row.faults),
      semantic: Number(row.semantic),
      schemaMet: Number(row.schema_met),
      withinSla: Number(row.within_sla),
    }))
    .filter(({ good, faults, semantic }) => good + faults + semantic > 0);
}

const countCallersStatement = `
  WITH added AS (
    SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::uuid[], $5::boolean[], $6::boolean[],
      $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[])
      AS t (version_id, day, caller, organisation, own, member, ${counts.join(', ')})
  ), counted AS (
    INSERT INTO evidence_callers AS there
      (organisation_id, version_id, day, caller, caller_organisation, own, member, ${counts.join(', ')})
    SELECT version.organisation_id, version.id, to_timestamp(added.day / 1000.0), added.caller, added.organisation,
      added.own, added.member, ${counts.map((it) => `added.${it}`).join(', ')}
    FROM added JOIN tool_versions AS version ON version.id = added.version_id
    ORDER BY version.id, added.day, added.caller
    ON CONFLICT (version_id, day, caller) DO UPDATE SET ${counts.map((it) => `${it} = there.${it} + excluded.${it}`).join(', ')}
    RETURNING version_id, day, caller, ${counts.join(', ')}
  )
  SELECT added.version_id, added.day, added.caller, added.organisation, added.own, added.member,
    ${counts.map((it) => `counted.${it} - added.${it} AS ${it}`).join(', ')}
  FROM added JOIN counted ON (counted.version_id, counted.day, counted.caller)
    = (added.version_id, to_timestamp(added.day / 1000.0), added.caller)`;

const weightNames = ['weight', 'fault_weight', 'schema_weight', 'sla_weight'] as const;
const weightsOf: readonly ((weights: Weights) => number)[] = [
  (it) => it.calls,
  (it) => it.faults,
  (it) => it.schemaMet,
  (it) => it.withinSla,
];

interface OrganisationRow extends Readonly<Record<(typeof weightNames)[number], number>> {
  readonly version_id: string;
  readonly day: string;
  readonly organisation: string;
}

/** Adds to what other organisations weigh on their days; answers what that was before. */
async function countOrganisations(client: pg.PoolClient, days: readonly OrganisationDay[]): Promise<OrganisationDay[]> {
  if (days.length === 0) return [];
  const { rows } = await client.query<OrganisationRow>({
    name: 'count-evidence-organisations',
    text: countOrganisationsStatement,
    values: [
      days.map((it) => it.versionId),
      days.map((it) => it.day),
      days.map((it) => it.organisationId),
      ...weightsOf.map((of) => days.map((it) => of(it.weights))),
    ],
  });
  return rows.map((row) => ({
    versionId: row.version_id,
    day: Number(row.day),
    organisationId: row.organisation,
    weights: {
      calls: row.weight,
      faults: row.fault_weight,
      schemaMet: row.schema_weight,
      withinSla: row.sla_weight,
    },
  }));
}

const countOrganisationsStatement = `
  WITH added AS (
    SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::float8[], $5::float8[], $6::float8[], $7::float8[])
      AS t (version_id, day, organisation, ${weightNames.join(', ')})
  ), counted AS (
    INSERT INTO evidence_organisations AS there
      (organisation_id, version_id, day, caller_organisation, ${weightNames.join(', ')})
    SELECT version.organisation_id, version.id, to_timestamp(added.day / 1000.0), added.organisation,
      ${weightNames.map((it) => `added.${it}`).join(', ')}
    FROM added JOIN tool_versions AS version ON version.id = added.version_id
    ORDER BY version.id, added.day, added.organisation
    ON CONFLICT (version_id, day, caller_organisation)
    DO UPDATE SET ${weightNames.map((it) => `${it} = there.${it} + excluded.${it}`).join(', ')}
    RETURNING version_id, day, caller_organisation, ${weightNames.join(', ')}
  )
  SELECT added.version_id, added.day, added.organisation,
    ${weightNames.map((it) => `counted.${it} - added.${it} AS ${it}`).join(', ')}
  FROM added JOIN counted ON (counted.version_id, counted.day, counted.caller_organisation)
    = (added.version_id, to_timestamp(added.day / 1000.0), added.organisation)`;

/** Numbers of a bucket, in the order of the table's columns. */
const sums: readonly {
  readonly name: string;
  readonly type: string;
  readonly of: (bucket: BucketAddition) => number;
}[] = [
  { name: 'calls', type: 'bigint', of: (it) => it.calls },
  { name: 'faults', type: 'bigint', of: (it) => it.faults },
  { name: 'caller_faults', type: 'bigint', of: (it) => it.callerFaults },
  { name: 'member_calls', type: 'bigint', of: (it) => it.memberCalls },
  { name: 'member_faults', type: 'bigint', of: (it) => it.memberFaults },
  ...weightNames.flatMap((name, at) => {
    const of = weightsOf[at] as (weights: Weights) => number;
    return [
      { name, type: 'double precision', of: (it: BucketAddition) => of(it.inside) },
      { name: `outside_${name}`, type: 'double precision', of: (it: BucketAddition) => of(it.outside) },
    ];
  }),
  { name: 'callers', type: 'bigint', of: (it) => it.callers },
];
export const sumNames = sums.map(({ name }) => name);
/** What makes an insertion into a bucket that is there an addition to it; `there` is the table. */
export const addition = sumNames.map((name) => `${name} = there.${name} + excluded.${name}`).join(', ');

async function addBuckets(client: pg.PoolClient, buckets: readonly BucketAddition[]): Promise<void> {
  await client.query({
    name: 'add-evidence-buckets',
    text: addBucketsStatement,
    values: [
      buckets.map((it) => it.versionId),
      buckets.map((it) => it.day),
      buckets.map((it) => it.own),
      ...sums.map(({ of }) => buckets.map(of)),
    ],
  });
}

const addBucketsStatement = `
  INSERT INTO evidence_buckets AS there (organisation_id, version_id, day, own, ${sumNames.join(', ')})
  SELECT version.organisation_id, version.id, to_timestamp(added.day / 1000.0), own, ${sumNames.join(', ')}
  FROM unnest($1::uuid[], $2::bigint[], $3::boolean[], ${sums.map(({ type }, index) => `$${index + 4}::${type}[]`).join(', ')})
    AS added (version_id, day, own, ${sumNames.join(', ')})
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
