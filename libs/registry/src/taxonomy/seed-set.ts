import type { SeedCapability } from './capability.js';
import information from './seed/information.json' with { type: 'json' };
import leisure from './seed/leisure.json' with { type: 'json' };
import making from './seed/making.json' with { type: 'json' };
import people from './seed/people.json' with { type: 'json' };

/** Increased with every edit of the seed files, so that installations apply the edit at their next start. */
export const seedVersion = 1;

const files = [information, making, people, leisure];

/** The initial set of capabilities, parents before their children; the parent of a tag is the tag without its last part. */
export const seedSet = (): SeedCapability[] => [
  ...files.flatMap(({ capabilities }) => capabilities.map(capability)),
  // Tags in use elsewhere that refer to another one.
  ...files.flatMap((file) => file.merged.map(({ tag, into }: Merged) => merged(tag, into))),
];

interface Merged {
  readonly tag: string;
  readonly into: string;
}

const capability = ({ tag, ...it }: Pick<SeedCapability, 'tag' | 'label' | 'description' | 'aliases'>) => ({
  tag,
  parent: tag.includes('.') ? tag.slice(0, tag.lastIndexOf('.')) : null,
  ...it,
  mergedInto: null,
});

const merged = (tag: string, into: string): SeedCapability => ({
  tag,
  parent: null,
  label: tag,
  description: `Another tag for ${into}`,
  aliases: [],
  mergedInto: into,
});
