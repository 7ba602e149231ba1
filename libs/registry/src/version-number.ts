import semver from 'semver';

/** What identifies a version in its tool: the number without build metadata; undefined when it is no version. */
export function versionKey(version: string): string | undefined {
  const parsed = semver.parse(version);
  const written = version.split('+')[0];
  return parsed !== null && parsed.version === written ? parsed.version : undefined;
}

/** Newest first. */
export const newestFirst = (a: string, b: string): number => semver.rcompare(a, b);

/** `latest`, an empty range and an absent one mean the newest release. Undefined when the range is invalid. */
export function normaliseRange(range: string | undefined): string | undefined {
  const text = (range ?? '').trim();
  if (text === '' || text === 'latest') return '*';
  return parsedRange(text) === null ? undefined : text;
}

/** Pre-releases satisfy only a range that names one of the same number. */
export const satisfies = (version: string, range: string): boolean => {
  const parsed = parsedVersion(version);
  return parsed !== null && (parsedRange(range)?.test(parsed) ?? false);
};

/**
 * Cache of parsed ranges: agents request the same few again and again. Bounded, since any caller may request any range.
 */
const ranges = new Map<string, semver.Range | null>();
const rangesCap = 1_000;

function parsedRange(text: string): semver.Range | null {
  const known = ranges.get(text);
  if (known !== undefined) return known;
  if (ranges.size >= rangesCap) ranges.clear();
  const parsed = semver.validRange(text) === null ? null : new semver.Range(text);
  ranges.set(text, parsed);
  return parsed;
}

/** Cache of parsed versions: every call needs those of its tool. */
const versions = new Map<string, semver.SemVer | null>();
const versionsCap = 10_000;

function parsedVersion(text: string): semver.SemVer | null {
  const known = versions.get(text);
  if (known !== undefined) return known;
  if (versions.size >= versionsCap) versions.clear();
  const parsed = semver.parse(text);
  versions.set(text, parsed);
  return parsed;
}

/**
 * Whether versions are within a range, including pre-releases; undefined when the range is invalid, or a moving one.
 */
export function versionsWithin(range: string): ((version: string) => boolean) | undefined {
  const parsed = wholeRange(range);
  return parsed === null ? undefined : (version) => parsed.test(version);
}

/** Whether two ranges mean the same versions, regardless of spelling. */
export const sameRange = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && wholeRange(a) !== null && wholeRange(a)?.range === wholeRange(b)?.range);

const wholeRange = (range: string): semver.Range | null =>
  semver.validRange(range) === null ? null : new semver.Range(range, { includePrerelease: true });

/** Whether the range names exactly one version, as a yanked version requires. */
export const pins = (range: string): boolean => versionKey(range.replace(/^=\s*/, '')) !== undefined;

export const isPrerelease = (version: string): boolean => semver.prerelease(version) !== null;

/** Versions that promise to stay compatible: those of a major, below 1.0 those of a minor. */
export const releaseLine = (version: string): string => {
  const major = semver.major(version);
  return major === 0 ? `0.${semver.minor(version)}` : String(major);
};

/** Whether the second of two numbers of one line may add to the first: a patch may not, but below 1.0 it may. */
export const mayAdd = (lower: string, higher: string): boolean =>
  semver.major(lower) === 0 || semver.minor(lower) !== semver.minor(higher);

/** Whether a range includes all versions of another one. */
export const includesRange = (wide: string, narrow: string): boolean => semver.subset(narrow, wide);

/**
 * The minimum next number for a change of this weight. Below 1.0 the minor acts as the major, and the patch as the
 * minor. A pre-release counts as its release.
 */
export function bump(version: string, weight: 'patch' | 'minor' | 'major'): string {
  const release = semver.prerelease(version) === null ? version : (semver.inc(version, 'patch') as string);
  const kind = semver.major(version) > 0 ? weight : weight === 'major' ? 'minor' : 'patch';
  return semver.inc(release, kind) as string;
}
