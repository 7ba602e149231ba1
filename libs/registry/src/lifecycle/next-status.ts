import { err, type Failure, fail, nextStates, ok, passage, type Result } from '@assay/kernel';
import type { ToolVersion } from '../records.js';
import { type StoredStatus, versionLifecycle } from './version-lifecycle.js';

/** The requested status of a version. */
export interface WantedStatus {
  readonly status: StoredStatus;
  /** Ms since the epoch; null for no date; absent to keep the version's date. Only with DEPRECATED. */
  readonly sunsetAt?: number | null;
}

export interface NextStatus {
  readonly status: StoredStatus;
  /** For DEPRECATED and SUNSET only: a version that leaves them has no announced end any more. */
  readonly sunsetAt: number | null;
}

type Turning = Pick<ToolVersion, 'version' | 'status' | 'sunsetAt'>;

/**
 * The next status of a version; null when it already has it. A rejection names the earliest valid date, or the possible
 * states.
 */
export function nextStatus(version: Turning, wanted: WantedStatus, now: number): Result<NextStatus | null, Failure> {
  if (wanted.status !== 'DEPRECATED' && wanted.sunsetAt != null) {
    return fail('invalid_request', `A sunset date requires status DEPRECATED, not ${wanted.status}.`, {
      issues: [{ path: '/sunsetAt', message: 'requires status DEPRECATED' }],
    });
  }
  const next: NextStatus = { status: wanted.status, sunsetAt: sunsetOf(version, wanted) };
  if (next.status === version.status && next.sunsetAt === version.sunsetAt) return ok(null);
  const refusal = passage(versionLifecycle, version.status, next.status, { version, sunsetAt: next.sunsetAt, now });
  if (refusal === null) return ok(next);
  return refusal === 'closed' ? err(noWay(version, next.status)) : err(refusal);
}

function sunsetOf(version: Turning, { status, sunsetAt }: WantedStatus): number | null {
  if (status === 'SUNSET') return version.sunsetAt;
  if (status !== 'DEPRECATED') return null;
  if (sunsetAt !== undefined) return sunsetAt;
  return version.status === 'DEPRECATED' ? version.sunsetAt : null;
}

function noWay({ version, status }: Turning, to: StoredStatus): Failure {
  const ways = nextStates(versionLifecycle, status);
  const said = `${version} is ${status} and cannot become ${to}.`;
  return fail('conflict', `${said} ${insteadOf(to, ways)}`, { data: { status, next: ways } }).error;
}

function insteadOf(to: StoredStatus, ways: readonly StoredStatus[]): string {
  if (ways.length === 0) return 'That is final: publish a new version instead.';
  if (to !== 'SUNSET') return `It may become ${ways.join(' or ')}.`;
  return 'A version is sunset when the date announced with its deprecation has come: deprecate it first, with sunsetAt.';
}
