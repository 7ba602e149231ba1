import { type Failure, fail } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { type Call, isReadOnly, isRepeatable } from '../call.js';
import type { Earlier } from './idempotency-ledger.js';

/**
 * Whether the call of a key may be made although an earlier one may have reached its tool: only at the same version of
 * the same tool, and only when that takes a call twice without harm. Otherwise nobody asks it again.
 */
export function earlierReach(
  { resolved: { version } }: Pick<Call, 'resolved'>,
  { reach, invocationId }: Earlier,
): Failure | undefined {
  const isSame = version !== undefined && version.id === reach.versionId && isRepeatable(version);
  return isSame && reach.repeatable ? undefined : lostFailure(reach, invocationId);
}

/** The answer to a call whose maker ended before it knew what came of it. */
export const lostFailure = (reach: Earlier['reach'], invocationId: string): Failure =>
  fail(
    'outcome_unknown',
    `${reach.tool}@${reach.version} was called with this key, but the server stopped before its response arrived. It may have taken effect and is not called again: check the result at the tool, then use a new key if the call is still needed.`,
    { outcome: 'unknown', data: { invocationId } },
  ).error;

/**
 * The failure of a call whose key had reached the tool before: that nothing happened this time does not mean that
 * nothing happened.
 */
export function unsureOfEarlier(call: Call, failure: Failure | undefined): Failure | undefined {
  const earlier = call.happened.keyed?.held?.earlier ?? null;
  const isSure = failure === undefined || earlier === null || isReadOnly(call.resolved.version as ToolVersion);
  return isSure || (failure.outcome ?? 'none') !== 'none' ? failure : { ...failure, outcome: 'unknown' };
}
