import { Refusal } from '@assay/kit';
import createIgnore, { type Ignore } from 'ignore';
import { readAt } from './encoding.js';
import { type OpenFolder, openChild } from './opened.js';

const names = ['.gitignore', '.ignore'];
const maxBytes = 262_144;
/** The library turns patterns into expressions that may backtrack; more wildcards than these are not used by people. */
const maxStars = 6;

interface Level {
  readonly depth: number;
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

/** The ignore files from where a walk began down to a folder. The deepest file that names a path decides. */
export class IgnoreRules {
  constructor(private readonly levels: readonly Level[]) {}

  /** With the files of a folder added; `depth` is the number of folders above it in the walk. */
  async below(folder: OpenFolder, depth: number): Promise<IgnoreRules> {
    const texts = await Promise.all(names.map((name) => textIn(folder, name)));
    const lines = texts
      .join('\n')
      .split('\n')
      .filter((line) => line.split('*').length <= maxStars + 1);
    if (!lines.some((line) => line.trim() !== '')) return this;
    return new IgnoreRules([...this.levels, { depth, rules: createIgnore().add(lines) }]);
  }

  ignores(segments: readonly string[], isFolder: boolean): boolean {
    if (segments.at(-1) === '.git') return true;
    for (const { depth, rules } of this.levels.toReversed()) {
      const path = segments.slice(depth).join('/') + (isFolder ? '/' : '');
      const { ignored, unignored } = rules.test(path);
      if (ignored || unignored) return ignored;
    }
    return false;
  }
}

export const noRules = new IgnoreRules([]);
