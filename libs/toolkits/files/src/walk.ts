import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { Refusal, refusalOf } from '@assay/kit';
import type { Glob } from './glob.js';
import { type IgnoreRules, noRules } from './ignore-rules.js';
import { type OpenFolder, openChildFolder } from './opened.js';

export type Kind = 'file' | 'folder' | 'link' | 'other';

export interface Found {
  /** From the start of the walk. */
  readonly segments: readonly string[];
  readonly kind: Kind;
  /** The open folder it lies in; valid until the walk goes on. */
  readonly folder: OpenFolder;
}

export interface WalkOptions {
  /** 1 is the start's own entries. */
  readonly depth: number;
  /** Whether names that begin with a dot are visited. */
  readonly hidden: boolean;
  /** What is neither reported nor entered. */
  readonly exclude?: readonly Glob[];
  /** Goes on behind this entry of an earlier walk. */
  readonly after?: readonly string[];
  /** Leaves out what .gitignore and .ignore files name, and git's own folder. */
  readonly ignoreFiles?: boolean;
  /** Those of the folders above the start. */
  readonly outerRules?: IgnoreRules;
  readonly signal: AbortSignal;
  /** A folder below the start that could not be read. */
  readonly onUnreadable?: (segments: readonly string[]) => void;
}

const kindOf = (entry: Dirent): Kind => {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
};

/** The order of the walk: a folder before what is in it, siblings by code unit. */
export function compareSegments(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const [left, right] = [a[at] as string, b[at] as string];
    if (left !== right) return left < right ? -1 : 1;
  }
  return a.length - b.length;
}

const isPrefix = (short: readonly string[], long: readonly string[]): boolean =>
  short.length <= long.length && short.every((segment, at) => segment === long[at]);

const entriesOf = async (folder: OpenFolder): Promise<Dirent[]> =>
  (await readdir(folder.path, { withFileTypes: true })).sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : 0,
  );

async function tryOpen(parent: OpenFolder, segments: readonly string[]): Promise<OpenFolder | undefined> {
  const name = segments.at(-1) as string;
  return openChildFolder(parent, name, segments.join('/')).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
}

async function tryRead(folder: OpenFolder, segments: readonly string[], options: WalkOptions): Promise<Dirent[]> {
  try {
    return await entriesOf(folder);
  } catch (error) {
    const refusal = refusalOf(error, segments.join('/') || '.');
    if (segments.length === 0 || !(refusal instanceof Refusal)) throw refusal;
    options.onUnreadable?.(segments);
    return [];
  }
}

/**
 * Visits what is below an open folder in a fixed order, never through a link. One descriptor is open per level.
 * Throws the signal's reason when it is aborted.
 */
export async function* walk(
  folder: OpenFolder,
  options: WalkOptions,
  parents: readonly string[] = [],
  above: IgnoreRules = options.outerRules ?? noRules,
): AsyncGenerator<Found> {
  const entries = await tryRead(folder, parents, options);
  const rules = options.ignoreFiles ? await above.below(folder, parents.length, entries) : above;
  for (const entry of entries) {
    options.signal.throwIfAborted();
    if (!options.hidden && entry.name.startsWith('.')) continue;
    const segments = [...parents, entry.name];
    const seen = options.after !== undefined && compareSegments(segments, options.after) <= 0;
    if (seen && !isPrefix(segments, options.after ?? [])) continue;
    if (options.exclude?.some((glob) => glob.matches(segments))) continue;
    if (options.ignoreFiles && rules.ignores(segments, entry.isDirectory())) continue;
    if (!seen) yield { segments, kind: kindOf(entry), folder };
    if (entry.isDirectory() && segments.length < options.depth) yield* enter(folder, segments, options, rules);
  }
}

async function* enter(
  parent: OpenFolder,
  segments: readonly string[],
  options: WalkOptions,
  rules: IgnoreRules,
): AsyncGenerator<Found> {
  const child = await tryOpen(parent, segments);
  if (!child) {
    options.onUnreadable?.(segments);
    return;
  }
  try {
    yield* walk(child, options, segments, rules);
  } finally {
    await child.close();
  }
}
