import { stages } from '@assay/contracts';
import { dayMs } from '@assay/kernel';
import type { ToolVersion } from '../records.js';
import { isPrerelease, newestFirst } from '../version-number.js';
import { compareLines, type MajorLine, majorLine } from './major-line.js';
import { sunsetNoticeDays } from './version-lifecycle.js';

/** A version to deprecate, and the release that supersedes it. */
export interface Superseded {
  readonly version: ToolVersion;
  readonly by: ToolVersion;
  readonly sunsetAt: number;
}

/** Whether a release is available to all users of an older version: visible to them, not revoked. */
export type IsThereFor = (release: ToolVersion, users: ToolVersion) => boolean;

/** A version with its line. */
interface Placed {
  readonly version: ToolVersion;
  readonly line: MajorLine;
}

const place = (version: ToolVersion): Placed => ({ version, line: majorLine(version.versionKey) });
const stageOf = ({ stage }: ToolVersion): number => stages.indexOf(stage);
const resolves = ({ status }: ToolVersion): boolean => status === 'ACTIVE' || status === 'DEPRECATED';
const canTakeAPlace = ({ status, quarantined, versionKey }: ToolVersion): boolean =>
  status === 'ACTIVE' && quarantined === null && !isPrerelease(versionKey);

/**
 * The release that supersedes a version: the newest one of a later line that is ACTIVE, not quarantined, available to
 * the version's users, and has reached the stage of the version's whole line, so that a proven version is never
 * replaced by an unproven one. Pre-releases supersede nothing.
 */
export const superseding = (
  version: ToolVersion,
  versions: readonly ToolVersion[],
  isThereFor: IsThereFor,
): ToolVersion | undefined => later(place(version), versions.map(place), isThereFor)?.version;

function later({ version, line }: Placed, all: readonly Placed[], isThereFor: IsThereFor): Placed | undefined {
  const ofTheLine = all.filter((it) => compareLines(it.line, line) === 0 && resolves(it.version));
  const reached = Math.max(...ofTheLine.map((it) => stageOf(it.version)));
  return all
    .filter(
      (it) =>
        compareLines(it.line, line) > 0 &&
        canTakeAPlace(it.version) &&
        stageOf(it.version) >= reached &&
        isThereFor(it.version, version),
    )
    .sort((a, b) => newestFirst(a.version.versionKey, b.version.versionKey))[0];
}

/**
 * The ACTIVE versions of a tool that a later major has superseded, each with its end date: 30 days from now, and not
 * before the date promised to users of the same line. A line is skipped when its owners restored a version after that
 * major was published, or when a release of that major declares `keepOlder`: they support both. `versions` come newest
 * first.
 */
export function supersededVersions(
  versions: readonly ToolVersion[],
  now: number,
  isThereFor: IsThereFor,
): readonly Superseded[] {
  if (isAllOfOneLine(versions)) return [];
  const all = versions.map(place);
  return all
    .filter((it) => it.version.status === 'ACTIVE')
    .flatMap((placed) => {
      const by = later(placed, all, isThereFor);
      if (by === undefined) return [];
      const line = all.filter((it) => compareLines(it.line, placed.line) === 0).map((it) => it.version);
      const isRestored = line.some((it) => it.status === 'ACTIVE' && supersededBy(it, by.line));
      return isRestored || keepsOlder(by, all)
        ? []
        : [{ version: placed.version, by: by.version, sunsetAt: endOf(line, now) }];
    });
}

/** Whether a release of a line says that older lines stay; one that is yanked says nothing. */
const keepsOlder = ({ line }: Placed, all: readonly Placed[]): boolean =>
  all.some((it) => compareLines(it.line, line) === 0 && resolves(it.version) && it.version.manifest.keepOlder === true);

/** Most tools have only active versions of their newest line: then no comparison is needed. */
function isAllOfOneLine(versions: readonly ToolVersion[]): boolean {
  const [newest] = versions;
  if (newest === undefined) return true;
  const line = majorLine(newest.versionKey);
  return versions.every((it) => it.status !== 'ACTIVE' || compareLines(majorLine(it.versionKey), line) === 0);
}

/** Whether a version's status was decided in view of this line or a later one. */
const supersededBy = ({ statusChange }: ToolVersion, line: MajorLine): boolean =>
  statusChange !== null &&
  statusChange.supersededBy !== null &&
  compareLines(majorLine(statusChange.supersededBy), line) >= 0;

const endOf = (line: readonly ToolVersion[], now: number): number =>
  Math.max(
    now + sunsetNoticeDays * dayMs,
    ...line.flatMap((it) => (it.status === 'DEPRECATED' && it.sunsetAt !== null ? [it.sunsetAt] : [])),
  );

/** A version that a new release will deprecate, and the stage that the release has to reach first; null for at once. */
export interface Supersession {
  readonly version: ToolVersion;
  readonly atStage: ToolVersion['stage'] | null;
  readonly sunsetAt: number | null;
}

/** What a release that is not published yet will deprecate, of the versions that are not superseded already. */
export function supersededByRelease(
  release: ToolVersion,
  versions: readonly ToolVersion[],
  now: number,
  isThereFor: IsThereFor,
): readonly Supersession[] {
  const withRelease = (stage: ToolVersion['stage']) =>
    supersededVersions(
      [...versions, { ...release, stage }].sort((a, b) => newestFirst(a.versionKey, b.versionKey)),
      now,
      isThereFor,
    );
  const found = new Map<string, Supersession>();
  for (const stage of stages.slice(stageOf(release))) {
    for (const { version, by, sunsetAt } of withRelease(stage)) {
      if (by.versionKey !== release.versionKey || found.has(version.versionKey)) continue;
      const isNow = stage === release.stage;
      found.set(version.versionKey, { version, atStage: isNow ? null : stage, sunsetAt: isNow ? sunsetAt : null });
    }
  }
  return [...found.values()];
}
