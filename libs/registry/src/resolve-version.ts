import { err, type Failure, fail, ok, type Result } from '@assay/kernel';
import { type Instead, statusWarning, sunsetFailure } from './lifecycle/status-words.js';
import type { ToolVersion } from './records.js';
import type { Revocation } from './revocation/revocation.js';
import { type RevokedRules, revokedFailure } from './revocation/revoked-failure.js';
import { isPrerelease, normaliseRange, pins, satisfies } from './version-number.js';

export interface Resolved {
  readonly version: ToolVersion;
  readonly warnings: readonly string[];
}

/** Whether the caller may call a version; null when it may, else the reason. */
export type WhyNot = (version: ToolVersion) => string | null;

/**
 * The newest version within the range that this caller may call.
 *
 * Goes through `versions` newest first and returns the first that satisfies the range and is allowed: ACTIVE,
 * DEPRECATED (with a warning), YANKED for an exact pin only, never SUNSET, never while a revocation covers it; then the
 * caller's permission. Skipped versions are reported: as a warning when a version was found, as `rejected` when not.
 */
export function resolveVersion(
  tool: string,
  versions: readonly ToolVersion[],
  rangeText: string | undefined,
  whyNot: WhyNot,
  revoked: RevokedRules,
): Result<Resolved, Failure> {
  const range = normaliseRange(rangeText);
  if (range === undefined) {
    return fail(
      'invalid_request',
      `"${rangeText}" is not a valid version range: use ^1.2.0, ~1.4, >=1 <3, 1.2.3 or latest.`,
      {
        issues: [{ path: '/range', message: 'is not a valid version range' }],
      },
    );
  }
  const rejected: { version: string; reason: string }[] = [];
  const ended: Ended = { sunset: [], revoked: [], yanked: [] };
  const instead = insteadOf(versions, whyNot, revoked);
  for (const version of versions) {
    const reason = rejection(version, range, whyNot, revoked, ended);
    if (reason === null) return ok({ version, warnings: warningsFor(version, rejected, instead) });
    rejected.push({ version: version.version, reason });
  }
  const inRange = rejected.filter((it) => it.reason !== outOfRange && it.reason !== unnamedPrerelease).length;
  const [newest] = ended.revoked;
  if (newest !== undefined && ended.revoked.length + ended.sunset.length + ended.yanked.length === inRange)
    return err(refusalOf(newest, tool, instead().callable, revoked));
  if (inRange > 0 && ended.sunset.length === inRange) return err(sunsetFailure(tool, ended.sunset, instead()));
  return fail('version_not_found', nothingFits(tool, rangeText, rejected), {
    data: { rejected: rejected.slice(0, 50) },
  });
}

const outOfRange = 'out of range';
const unnamedPrerelease = 'a pre-release, which the range does not name';

/** Versions within the range that it does not lead to any more, newest first. */
interface Ended {
  readonly sunset: ToolVersion[];
  readonly revoked: ToolVersion[];
  /** Versions that an exact pin would still resolve to. */
  readonly yanked: ToolVersion[];
}

function rejection(
  version: ToolVersion,
  range: string,
  whyNot: WhyNot,
  revoked: RevokedRules,
  ended: Ended,
): string | null {
  if (!satisfies(version.versionKey, range)) return isPrerelease(version.versionKey) ? unnamedPrerelease : outOfRange;
  const revocation = revoked.covering(version);
  if (revocation !== undefined) {
    ended.revoked.push(version);
    return `revoked: ${revocation.reason}`;
  }
  if (version.status === 'SUNSET') {
    ended.sunset.push(version);
    return 'sunset';
  }
  if (version.status === 'YANKED' && !pins(range)) {
    ended.yanked.push(version);
    return 'yanked: resolves for an exact pin only';
  }
  return whyNot(version);
}

/** Computed only when the text needs it. */
const insteadOf = (versions: readonly ToolVersion[], whyNot: WhyNot, revoked: RevokedRules) => (): Instead => {
  const known = versions.filter((it) => revoked.covering(it) === undefined);
  return { callable: known.filter((it) => whyNot(it) === null), known };
};

function warningsFor(
  version: ToolVersion,
  passedOver: readonly { version: string; reason: string }[],
  instead: () => Instead,
): string[] {
  const warnings = passedOver
    .filter((it) => it.reason !== outOfRange && it.reason !== unnamedPrerelease)
    .slice(0, 5)
    .map((it) => `${it.version} is newer but was passed over: ${it.reason}`);
  const status = version.status === 'ACTIVE' ? undefined : statusWarning(version, instead());
  return status === undefined ? warnings : [status, ...warnings];
}

/** The tool's own other versions come before other tools. */
function refusalOf(newest: ToolVersion, tool: string, fit: readonly ToolVersion[], revoked: RevokedRules): Failure {
  const own = fit.filter(isCurrent).map((it) => `${tool}@${it.version}`);
  return revokedFailure(newest, revoked.covering(newest) as Revocation, [...own, ...revoked.instead(newest)]);
}

const isCurrent = (it: ToolVersion): boolean => it.status === 'ACTIVE' || it.status === 'DEPRECATED';

function nothingFits(
  tool: string,
  range: string | undefined,
  rejected: readonly { version: string; reason: string }[],
): string {
  const shown = rejected.slice(0, 3).map((it) => `${it.version} (${it.reason})`);
  return `No version of ${tool} fits "${range ?? 'latest'}" for you: ${shown.join(', ')}${rejected.length > 3 ? ', …' : ''}.`;
}
