import { versionsWithin } from '../version-number.js';

/**
 * The versions that a revocation's range covers: every one when it is null; those within it, and the version with
 * exactly that text, since a server of the registry list may have any text as a version.
 */
export function versionsCovered(range: string | null): (versionKey: string) => boolean {
  if (range === null) return () => true;
  const within = versionsWithin(range);
  return (versionKey) => versionKey === range || within?.(versionKey) === true;
}
