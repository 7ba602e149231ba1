import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hourMs, isUuid } from '@assay/kernel';

export interface SweepHomesParts {
  /** The folder that has one for each server, by the server's id. */
  readonly folder: string;
  /** Names the database whose servers live there. */
  readonly databaseId: string;
  readonly isServer: (id: string) => boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Says whose servers' folders these are: with another database, none of them would be known. */
const marker = '.database';
/** A server that another replica has just registered may not be known here yet. */
const minAgeMs = hourMs;

/**
 * Removes what servers left that were deleted while no replica with this folder was running. Folders that belong to
 * another database, or are not marked yet, are left alone. Answers what was removed.
 */
export async function sweepHomes({ folder, databaseId, isServer, now }: SweepHomesParts): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => undefined);
  if (names === undefined) return [];
  const owner = await readFile(join(folder, marker), 'utf8').catch(() => undefined);
  if (owner === undefined) await writeFile(join(folder, marker), databaseId);
  if (owner !== databaseId) return [];
  const removed: string[] = [];
  for (const name of names) {
    if (!isUuid(name) || isServer(name)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || now - found.mtimeMs < minAgeMs) continue;
    await rm(path, { recursive: true, force: true });
    removed.push(name);
  }
  return removed;
}
