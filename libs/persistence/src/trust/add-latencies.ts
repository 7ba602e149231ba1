import { isWorthNotifying, type LatencyBins, type LatencyTally, latencySummaryOf, periodOf } from '@assay/trust';
import type pg from 'pg';

interface PeriodRow {
  readonly version_id: string;
  readonly organisation_id: string;
  readonly bins: readonly LatencyBins[];
  readonly calls: string | null;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  readonly p99_ms: number | null;
}

/**
 * Adds times to what organisations have measured, and writes what that comes to where it moved: the row's trigger tells
 * every replica. Reads at most four periods for each organisation and version.
 */
export async function addLatencies(client: pg.PoolClient, latencies: readonly LatencyTally[]): Promise<void> {
  if (latencies.length === 0) return;
  const ordered = [...latencies].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await client.query({
    name: 'add-evidence-latencies',
    text: addStatement,
    values: [
      ordered.map((it) => it.versionId),
      ordered.map((it) => it.organisationId),
      ordered.map((it) => periodOf(it.day)),
      ordered.map((it) => JSON.stringify(it.bins)),
    ],
  });
  const pairs = [...new Map(ordered.map((it) => [`${it.versionId} ${it.organisationId}`, it])).values()];
  const { rows } = await client.query<PeriodRow>({
    name: 'read-evidence-latencies',
    text: readStatement,
    values: [pairs.map((it) => it.versionId), pairs.map((it) => it.organisationId)],
  });
  await writeSummaries(client, rows);
}

const keyOf = ({ versionId, organisationId, day }: LatencyTally): string =>
  `${versionId} ${organisationId} ${periodOf(day)}`;

async function writeSummaries(client: pg.PoolClient, rows: readonly PeriodRow[]): Promise<void> {
  const moved = rows.flatMap((row) => {
    const now = latencySummaryOf(row.bins);
    return now !== undefined && isWorthNotifying(now, recordedOf(row)) ? [{ row, now }] : [];
  });
  if (moved.length === 0) return;
  await client.query({
    name: 'write-measured-latencies',
    text: writeStatement,
    values: [
      moved.map(({ row }) => row.version_id),
      moved.map(({ row }) => row.organisation_id),
      moved.map(({ now }) => now.calls),
      moved.map(({ now }) => now.p50Ms),
      moved.map(({ now }) => now.p95Ms),
      moved.map(({ now }) => now.p99Ms),
    ],
  });
}

const recordedOf = ({ calls, p50_ms: p50Ms, p95_ms: p95Ms, p99_ms: p99Ms }: PeriodRow) =>
  calls === null || p50Ms === null || p95Ms === null || p99Ms === null
    ? undefined
    : { calls: Number(calls), p50Ms, p95Ms, p99Ms };

/** Bins of two tallies of one period in one batch (two days) are added up first: a row is written once. */
const addStatement = `
  INSERT INTO evidence_latencies AS there (organisation_id, version_id, period, bins)
  SELECT organisation_id, version_id, to_timestamp(period / 1000.0), jsonb_object_agg(bin, total) FROM (
    SELECT organisation.id AS organisation_id, version.id AS version_id, added.period, bin, sum(number::numeric) AS total
    FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::jsonb[]) AS added (version_id, organisation, period, bins)
    JOIN tool_versions AS version ON version.id = added.version_id
    JOIN organisations AS organisation ON organisation.id::text = added.organisation,
    jsonb_each_text(added.bins) AS one (bin, number)
    GROUP BY organisation.id, version.id, added.period, bin
  ) AS summed
  GROUP BY organisation_id, version_id, period
  ORDER BY version_id, organisation_id, period
  ON CONFLICT (version_id, organisation_id, period) DO UPDATE SET bins = assay_add_bins(there.bins, excluded.bins)`;

const readStatement = `
  SELECT kept.version_id, kept.organisation_id, array_agg(kept.bins) AS bins, told.calls, told.p50_ms, told.p95_ms, told.p99_ms
  FROM unnest($1::uuid[], $2::text[]) AS asked (version_id, organisation)
  JOIN evidence_latencies AS kept
    ON kept.version_id = asked.version_id AND kept.organisation_id::text = asked.organisation
  LEFT JOIN measured_latencies AS told
    ON (told.version_id, told.organisation_id) = (kept.version_id, kept.organisation_id)
  GROUP BY kept.version_id, kept.organisation_id, told.calls, told.p50_ms, told.p95_ms, told.p99_ms`;

const writeStatement = `
  INSERT INTO measured_latencies (version_id, organisation_id, calls, p50_ms, p95_ms, p99_ms)
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::float8[], $5::float8[], $6::float8[])
    AS moved (version_id, organisation_id, calls, p50_ms, p95_ms, p99_ms)
  ORDER BY version_id, organisation_id
  ON CONFLICT (organisation_id, version_id) DO UPDATE SET calls = excluded.calls,
    p50_ms = excluded.p50_ms, p95_ms = excluded.p95_ms, p99_ms = excluded.p99_ms`;
