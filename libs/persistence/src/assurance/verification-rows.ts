import type { VerificationCheck, VerificationKind, VerificationVerdict } from '@assay/contracts';
import type { Verification } from '@assay/trust';
import type { Verification as VerificationRow } from '../generated/client.js';
import { milliseconds } from '../stores/identity-rows.js';

export const toVerification = (row: VerificationRow): Verification => ({
  ...row,
  trigger: row.trigger as Verification['trigger'],
  startedAt: row.startedAt.getTime(),
  endedAt: milliseconds(row.endedAt),
  kind: row.kind as VerificationKind | null,
  verdict: row.verdict as VerificationVerdict | null,
  checks: row.checks as unknown as readonly VerificationCheck[],
});

/** Columns under the names the client gives them, for statements that it cannot say. */
export const verificationColumns = `id, organisation_id AS "organisationId", version_id AS "versionId", trigger,
  requested_by AS "requestedBy", started_at AS "startedAt", ended_at AS "endedAt", kind,
  verdict, summary, checks`;
