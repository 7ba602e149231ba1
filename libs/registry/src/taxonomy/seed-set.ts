import type { SeedCapability } from './capability.js';
import { informationSeed } from './seed/information.js';
import { leisureSeed } from './seed/leisure.js';
import { makingSeed } from './seed/making.js';
import { peopleSeed } from './seed/people.js';

/** Increased with every edit of the seed files, so that installations apply the edit at their next start. */
export const seedVersion = 1;

/**
 * The initial set of capabilities, parents before their children. A line of the files is `tag | label | description |
 * alias, alias`, its parent the tag without its last part; or `tag > other`: a tag from elsewhere that refers to
 * another one.
 */
export const seedSet = (): SeedCapability[] =>
  [informationSeed, makingSeed, peopleSeed, leisureSeed]
    .flatMap((lines) => lines.split('\n'))
    .filter((line) => line.trim() !== '')
    .map(readLine)
    .sort((a, b) => Number(a.mergedInto !== null) - Number(b.mergedInto !== null));

function readLine(line: string): SeedCapability {
  const [tag = '', into] = line.split(' > ').map((part) => part.trim());
  if (into !== undefined) return merged(tag, into);
  const [name = '', label = '', description = '', aliases = ''] = line.split(' | ').map((part) => part.trim());
  return {
    tag: name,
    parent: name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : null,
    label,
    description,
    aliases: aliases.split(',').map((alias) => alias.trim()),
    mergedInto: null,
  };
}

const merged = (tag: string, into: string): SeedCapability => ({
  tag,
  parent: null,
  label: tag,
  description: `Another tag for ${into}`,
  aliases: [],
  mergedInto: into,
});
