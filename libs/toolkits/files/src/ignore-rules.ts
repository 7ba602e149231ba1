import type { Dirent } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Place, Refusal } from '@assay/kit';
import createIgnore, { type Ignore } from 'ignore';
import { readAt } from './encoding.js';
import { type OpenFolder, openChild, openFolder } from './opened.js';

const names = ['.gitignore', '.ignore'];
const maxBytes = 262_144;
/** The library turns patterns into expressions that may backtrack; more wildcards than these are not used by people. */
const maxStars = 6;

interface Level {
  /** Folders of the walk above the one whose files these are. */
  readonly depth: number;
  /** From that folder to the start of the walk, when it is above the start. */
  readonly toStart: readonly string[];
  readonly rules: Ignore;
}

async function textIn(folder: OpenFolder, name: string): Promise<string> {
  try {
    const { handle, stats } = await openChild(folder, name, name);
    try {
      return stats.size > maxBytes ? '' : (await readAt(handle, 0, stats.size)).toString('utf8');
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof Refusal) return '';
    throw error;
  }
}

/** The ignore files from the root down to a folder of a walk. The deepest file that names a path decides. */
export class IgnoreRules {
  constructor(private readonly levels: readonly Level[]) {}

  /** With the files of a folder added, which are among its entries; `depth` is the number of folders above it in the walk. */
  async below(folder: OpenFolder, depth: number, entries: readonly Dirent[]): Promise<IgnoreRules> {
    const present = names.filter((name) => entries.some((entry) => entry.name === name));
    return present.length === 0 ? this : this.#with(folder, present, depth, []);
  }

  /** With the files of a folder above the start of the walk added. */
  above(folder: OpenFolder, toStart: readonly string[]): Promise<IgnoreRules> {
    return this.#with(folder, names, 0, toStart);
  }

  async #with(
    folder: OpenFolder,
    files: readonly string[],
    depth: number,
    toStart: readonly string[],
  ): Promise<IgnoreRules> {
    const texts = await Promise.all(files.map((name) => textIn(folder, name)));
    const lines = texts
      .join('\n')
      .split('\n')
      .filter((line) => line.split('*').length <= maxStars + 1);
    if (!lines.some((line) => line.trim() !== '')) return this;
    return new IgnoreRules([...this.levels, { depth, toStart, rules: createIgnore().add(lines) }]);
  }

  ignores(segments: readonly string[], isFolder: boolean): boolean {
    if (segments.at(-1) === '.git') return true;
    for (const { depth, toStart, rules } of this.levels.toReversed()) {
      const path = [...toStart, ...segments.slice(depth)].join('/') + (isFolder ? '/' : '');
      const { ignored, unignored } = rules.test(path);
      if (ignored || unignored) return ignored;
    }
    return false;
  }
}

export const noRules = new IgnoreRules([]);

/**
 * The ignore files between the root and a folder below it. None when they leave out the folder itself: who names it
 * wants what is in it.
 */
export async function rulesAbove({ root, real }: Place): Promise<IgnoreRules> {
  const segments = relative(root.path, real).split(sep).filter(Boolean);
  let rules = noRules;
  for (const depth of segments.keys()) {
    const path = join(root.path, ...segments.slice(0, depth));
    const folder = await openFolder(path, root, path).catch(() => undefined);
    if (!folder) return noRules;
    rules = await rules.above(folder, segments.slice(depth));
    await folder.close();
  }
  return segments.length > 0 && rules.ignores([], true) ? noRules : rules;
}
