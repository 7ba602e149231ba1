import { type Failure, fail, isoTime } from '@assay/kernel';
import type { ToolVersion } from '../records.js';
import type { Revocation } from './revocation.js';

/** Revocation queries of a resolution, on behalf of its caller. */
export interface RevokedRules {
  covering(version: ToolVersion): Revocation | undefined;
  /** What this caller may call instead of a revoked version, `ns/tool@version`, the nearest first. */
  instead(version: ToolVersion): readonly string[];
}

const maxNamed = 10;

/** The failure for a revoked version: why, since when, and the alternatives. `how` ends its first clause. */
export function revokedFailure(
  { version, namespace, tool }: ToolVersion,
  { id, reason, createdAt }: Revocation,
  alternatives: readonly string[],
  how = 'has been revoked',
): Failure {
  const instead =
    alternatives[0] === undefined ? 'Nothing known does the same for you.' : `Use ${alternatives[0]} instead.`;
  return fail('version_revoked', `${namespace}/${tool}@${version} ${how}: ${sentence(reason)} ${instead}`, {
    data: { revocation: { id, reason, since: isoTime(createdAt) }, alternatives: alternatives.slice(0, maxNamed) },
  }).error;
}

const sentence = (reason: string): string => (/[.!?]$/.test(reason) ? reason : `${reason}.`);
