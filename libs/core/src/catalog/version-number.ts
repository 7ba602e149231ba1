import semver from 'semver';

/** What identifies a version in its tool: the number without build metadata; undefined when it is no version. */
export function versionKey(version: string): string | undefined {
  const parsed = semver.parse(version);
  const written = version.split('+')[0];
  return parsed !== null && parsed.version === written ? parsed.version : undefined;
}

/** Newest first. */
export const newestFirst = (a: string, b: string): number => semver.rcompare(a, b);

/** `latest`, an empty range and none at all mean the newest release. Undefined when it is no range. */
export function normaliseRange(range: string | undefined): string | undefined {
  const text = (range ?? '').trim();
  if (text === '' || text === 'latest') return '*';
  return parsedRange(text) === null ? undefined : text;
}

/** Pre-releases satisfy only a range that names one of the same number. */
export const satisfies = (version: string, range: string): boolean => parsedRange(range)?.test(version) ?? false;

/** Ranges as parsed before: agents ask for the same few again and again. Bounded, since anybody may ask for any. */
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

/** Whether the range names one version exactly, as a yanked version wants. */
export const pins = (range: string): boolean => versionKey(range.replace(/^=\s*/, '')) !== undefined;

export const isPrerelease = (version: string): boolean => semver.prerelease(version) !== null;

/** The number a change of this weight leads to; below 1.0 the minor plays the major's part. */
export function bump(version: string, weight: 'patch' | 'major'): string {
  const release = semver.prerelease(version) === null ? version : (semver.inc(version, 'patch') as string);
  const kind = weight === 'major' && semver.major(version) === 0 ? 'minor' : weight;
  return semver.inc(release, kind) as string;
}
