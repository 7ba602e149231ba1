import { versionsWithin } from '../version-number.js';

/**
 * Which versions a revocation's range takes in: every one when it is null; those within it, and whatever is written
 * exactly like it, since a server of the registry list may have any text for a version.
 */
export function versionsCovered(range: string | null): (versionKey: string) => boolean {
  if (range === null) return () => true;
  const within = versionsWithin(range);
  return (versionKey) => versionKey === range || within?.(versionKey) === true;
}
