import { type Failure, fail } from '../kernel/failure.js';
import { isoTime } from '../kernel/iso-time.js';
import { ok, type Result } from '../kernel/result.js';
import type { ToolVersion } from './records.js';
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
 * Goes through `versions` newest first and takes the first that satisfies the range and is fit: ACTIVE, DEPRECATED
 * (with a warning), YANKED for an exact pin only, never SUNSET; then the caller's permission. What was passed over is
 * told: as a warning when something was found, as `rejected` when not.
 */
export function resolveVersion(
  tool: string,
  versions: readonly ToolVersion[],
  rangeText: string | undefined,
  whyNot: WhyNot,
): Result<Resolved, Failure> {
  const range = normaliseRange(rangeText);
  if (range === undefined) {
    return fail(
      'invalid_request',
      `"${rangeText}" is no range of versions: write ^1.2.0, ~1.4, >=1 <3, 1.2.3 or latest.`,
      {
        issues: [{ path: '/range', message: 'is no range of semantic versions' }],
      },
    );
  }
  const rejected: { version: string; reason: string }[] = [];
  const sunset: ToolVersion[] = [];
  for (const version of versions) {
    const reason = rejection(version, range, whyNot, sunset);
    if (reason === null) return ok({ version, warnings: warningsFor(version, rejected) });
    rejected.push({ version: version.version, reason });
  }
  const inRange = rejected.filter((it) => it.reason !== outOfRange && it.reason !== unnamedPrerelease);
  if (sunset.length > 0 && sunset.length === inRange.length) return sunsetFailure(tool, range, versions);
  return fail('version_not_found', nothingFits(tool, rangeText, rejected), {
    data: { rejected: rejected.slice(0, 50) },
  });
}

const outOfRange = 'out of range';
const unnamedPrerelease = 'a pre-release, which the range does not name';

function rejection(version: ToolVersion, range: string, whyNot: WhyNot, sunset: ToolVersion[]): string | null {
  if (!satisfies(version.versionKey, range)) return isPrerelease(version.versionKey) ? unnamedPrerelease : outOfRange;
  if (version.status === 'SUNSET') {
    sunset.push(version);
    return 'sunset';
  }
  if (version.status === 'YANKED' && !pins(range)) return 'yanked: resolves for an exact pin only';
  return whyNot(version);
}

function warningsFor(version: ToolVersion, passedOver: readonly { version: string; reason: string }[]): string[] {
  const warnings = passedOver
    .filter((it) => it.reason !== outOfRange && it.reason !== unnamedPrerelease)
    .slice(0, 5)
    .map((it) => `${it.version} is newer but was passed over: ${it.reason}`);
  if (version.status === 'DEPRECATED') {
    const until = version.sunsetAt === null ? '' : ` and ends on ${isoTime(version.sunsetAt)}`;
    warnings.unshift(`${version.version} is deprecated${until}`);
  }
  if (version.status === 'YANKED') warnings.unshift(`${version.version} has been yanked: move to another version`);
  return warnings;
}

function sunsetFailure(tool: string, range: string, versions: readonly ToolVersion[]) {
  const alternatives = versions
    .filter((it) => it.status === 'ACTIVE' || it.status === 'DEPRECATED')
    .map((it) => `${tool}@${it.version}`);
  const next = alternatives[0] === undefined ? 'It has no successor.' : `Use ${alternatives[0]}.`;
  return fail('version_sunset', `${tool}@${range} has been sunset. ${next}`, {
    data: { alternatives: alternatives.slice(0, 10) },
  });
}

function nothingFits(
  tool: string,
  range: string | undefined,
  rejected: readonly { version: string; reason: string }[],
): string {
  const shown = rejected.slice(0, 3).map((it) => `${it.version} (${it.reason})`);
  return `No version of ${tool} fits "${range ?? 'latest'}" for you: ${shown.join(', ')}${rejected.length > 3 ? ', …' : ''}.`;
}
