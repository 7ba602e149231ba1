import type { RunNotation, RunStatus } from '@assay/contracts';
import type { Run } from '@assay/runs';

export interface RunRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly principal_id: string;
  readonly api_key_id: string | null;
  readonly idempotency_key: string | null;
  readonly digest: string;
  readonly notation: RunNotation;
  readonly status: RunStatus;
  readonly trace_id: string;
  readonly started_at: Date;
  readonly ended_at: Date | null;
}

export const runColumns =
  'id, organisation_id, principal_id, api_key_id, idempotency_key, digest, notation, status, trace_id, started_at, ended_at';

export const toRun = (row: RunRow): Run => ({
  id: row.id,
  organisationId: row.organisation_id,
  principalId: row.principal_id,
  keyId: row.api_key_id,
  idempotencyKey: row.idempotency_key,
  digest: row.digest,
  notation: row.notation,
  status: row.status,
  traceId: row.trace_id,
  startedAt: row.started_at.getTime(),
  endedAt: row.ended_at?.getTime() ?? null,
});

/** In the order of the columns. */
export const runValues = (run: Run): readonly unknown[] => [
  run.id,
  run.organisationId,
  run.principalId,
  run.keyId,
  run.idempotencyKey,
  run.digest,
  run.notation,
  run.status,
  run.traceId,
  new Date(run.startedAt),
  run.endedAt === null ? null : new Date(run.endedAt),
];
