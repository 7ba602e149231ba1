import type { Failure } from '@assay/kernel';
import { type Call, isReadOnly } from '../call.js';
import { fallsThrough } from './levels.js';

/** Whoever names what is out of use is told so; a level that stands in, or a capability, names nothing. */
const namedOutOfUse = new Set(['version_revoked', 'version_sunset', 'version_not_found']);
/** Of a level that stands in: says nothing of an input that the level before it took. */
const misfit = new Set(['invalid_input', 'not_found']);
/** Why a level was skipped that had taken the input by then. */
const tookInput = new Set(['circuit_open', 'rate_limited']);

/**
 * Whether the next level may be tried after this failure of a call: as `fallsThrough` says, but a call that names a
 * revoked tool is answered with that, and an input that an earlier level took and this one does not passes this one over.
 */
export function goesOn(call: Call, failure: Failure): boolean {
  const isReached = call.resolved.upstreamMs !== undefined;
  const isNamed = call.requested.request.tool !== undefined && call.requested.level === 1;
  if (isNamed && !isReached && namedOutOfUse.has(failure.code)) return false;
  if (!isReached && misfit.has(failure.code))
    return call.happened.attempted.some((it) => it.outcome === 'failed' || tookInput.has(it.reason));
  // A shared connection that is broken or gone is the tool's own trouble, too.
  const isShared = call.resolved.version?.manifest.auth?.upstream === 'shared';
  if (failure.code === 'connection_needed' && isShared && !isReached) return true;
  const hasOwnCredential = call.resolved.connection !== undefined && !call.resolved.connection.shared;
  return fallsThrough(failure, isReadOnly(call.resolved.version), hasOwnCredential);
}

/**
 * Whether the end of a hierarchy is what a failure tells of. A caller whose own rate is spent, and a server that misses
 * its database, are told of as themselves: no tool and no person mends them.
 */
export const isAtEnd = (call: Call, failure: Failure): boolean =>
  failure.code === 'nothing_available' ||
  (goesOn(call, failure) &&
    failure.code !== 'unavailable' &&
    !(failure.code === 'rate_limited' && call.resolved.upstreamMs === undefined));
