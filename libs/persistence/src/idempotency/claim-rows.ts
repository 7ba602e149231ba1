import type { Claim, Earlier, KeptResult, KeyedCallState } from '@assay/gateway';

export interface ClaimRow {
  readonly organisation_id: string;
  readonly principal_id: string;
  readonly key: string;
  readonly invocation_id: string;
  readonly fence: string;
  readonly reached_by: string | null;
  readonly reached_version_id: string | null;
  readonly reached_tool: string | null;
  readonly reached_version: string | null;
  readonly reached_repeatable: boolean | null;
}

export const claimColumns = `organisation_id, principal_id, key, invocation_id, fence,
  reached_by, reached_version_id, reached_tool, reached_version, reached_repeatable`;

export const toClaim = (row: ClaimRow): Claim => ({
  organisationId: row.organisation_id,
  principalId: row.principal_id,
  key: row.key,
  invocationId: row.invocation_id,
  fence: Number(row.fence),
});

/** What an earlier holder may have reached; the columns are filled together or not at all. */
export const toEarlier = (row: ClaimRow): Earlier | null =>
  row.reached_by === null
    ? null
    : {
        invocationId: row.reached_by,
        reach: {
          versionId: row.reached_version_id ?? '',
          tool: row.reached_tool ?? '',
          version: row.reached_version ?? '',
          repeatable: row.reached_repeatable ?? false,
        },
      };

export interface CallRow extends ClaimRow {
  readonly claimed_at: Date;
  readonly result: KeptResult | null;
  readonly is_held: boolean;
}

export function toCallState(row: CallRow): KeyedCallState {
  const { organisationId, principalId, key, invocationId } = toClaim(row);
  const earlier = toEarlier(row);
  const reach = earlier?.invocationId === invocationId ? earlier.reach : null;
  const reached = reach && { tool: reach.tool, version: reach.version };
  const claimedAt = row.claimed_at.getTime();
  return {
    invocationId,
    organisationId,
    principalId,
    key,
    claimedAt,
    reached,
    isHeld: row.is_held,
    result: row.result,
  };
}

const holderLives =
  'EXISTS (SELECT FROM idempotency_holders AS held WHERE held.id = kept.holder AND held.lease_until > clock_timestamp())';
const isOver = 'kept.expires_at <= EXCLUDED.claimed_at';
/** In a row whose time is over everything is new; in one that is taken over, what was reached stays. */
const unlessOver = (column: string) => `${column} = CASE WHEN ${isOver} THEN NULL ELSE kept.${column} END`;

/**
 * Takes a key that is new, whose time is over, or whose holder gave it up or died; no row otherwise. $1 principal, $2 key,
 * $3 organisation, $4 digest, $5 invocation, $6 holder, $7 now and $8 end in ms.
 */
export const claimStatement = `
  INSERT INTO idempotency_keys AS kept
    (principal_id, key, organisation_id, request_digest, invocation_id, holder, fence, claimed_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, 1, to_timestamp($7 / 1000.0), to_timestamp($8 / 1000.0))
  ON CONFLICT (principal_id, key) DO UPDATE SET
    request_digest = EXCLUDED.request_digest, invocation_id = EXCLUDED.invocation_id, holder = EXCLUDED.holder,
    fence = kept.fence + 1,
    claimed_at = CASE WHEN ${isOver} THEN EXCLUDED.claimed_at ELSE kept.claimed_at END,
    expires_at = CASE WHEN ${isOver} THEN EXCLUDED.expires_at ELSE kept.expires_at END,
    ${['reached_by', 'reached_version_id', 'reached_tool', 'reached_version', 'reached_repeatable'].map(unlessOver).join(', ')},
    result = NULL, unknown = false, told = kept.told AND NOT ${isOver}
  WHERE NOT ${holderLives} AND (${isOver} OR (kept.result IS NULL AND kept.request_digest = EXCLUDED.request_digest))
  RETURNING ${claimColumns}`;

/** $1 principal, $2 invocation, $3 now in ms. */
export const findCallStatement = `
  SELECT ${claimColumns}, claimed_at, result, ${holderLives} AS is_held FROM idempotency_keys AS kept
  WHERE principal_id = $1 AND invocation_id = $2 AND expires_at > to_timestamp($3 / 1000.0)`;

/** $1 the new holder, $2 how long the former one has been dead, in ms, $3 how many. */
export const takeLostStatement = `
  WITH lost AS (
    SELECT principal_id, key FROM idempotency_keys AS kept
    WHERE result IS NULL AND reached_by IS NOT NULL AND NOT told AND NOT EXISTS (
      SELECT FROM idempotency_holders AS held
      WHERE held.id = kept.holder AND held.lease_until > clock_timestamp() - $2 * interval '1 ms'
    )
    ORDER BY claimed_at LIMIT $3 FOR UPDATE SKIP LOCKED
  )
  UPDATE idempotency_keys AS kept SET holder = $1, fence = kept.fence + 1
  FROM lost WHERE kept.principal_id = lost.principal_id AND kept.key = lost.key
  RETURNING ${claimColumns.replaceAll(/\b(organisation_id|principal_id|key|invocation_id|fence)\b/g, 'kept.$1')}`;
