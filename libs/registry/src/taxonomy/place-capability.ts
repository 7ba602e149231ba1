import type { ProposeCapability } from '@assay/contracts';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { Capability } from './capability.js';
import { nearestTags } from './nearest-tags.js';
import type { Taxonomy } from './taxonomy.js';

/** How many levels the tree may have. */
export const maxDepth = 8;

/** A proposal; the reason is for its reviewer. */
export type CapabilityProposal = Omit<ProposeCapability, 'reason'>;

/** Why a proposal has no place in the tree; undefined when it has one. */
export function refusalOf(proposal: CapabilityProposal, taxonomy: Taxonomy): Result<never, Failure> | undefined {
  const { tag } = proposal;
  const present = taxonomy.row(tag);
  if (present !== undefined) return taken(tag, present.mergedInto);
  const parent = parentOf(proposal, taxonomy);
  if (parent === null) return undefined;
  if (parent === tag) return refused('/parent', 'A capability cannot lie below itself.');
  const above = taxonomy.node(parent);
  if (above === undefined) return unknownTag(parent, taxonomy, '/parent');
  return tooDeep(taxonomy.path(above.tag).length + 1);
}

/** Tag of the parent that is requested or implied by the dots; null for a root. */
export function parentOf({ tag, parent }: CapabilityProposal, taxonomy: Taxonomy): string | null {
  const dotted = tag.includes('.') ? tag.slice(0, tag.lastIndexOf('.')) : null;
  const wanted = parent === undefined ? dotted : parent;
  return wanted === null ? null : taxonomy.canonical(wanted);
}

/** The tag of a moved node's new parent; null makes it a root. */
export function movedTo(node: Capability, parent: string | null, taxonomy: Taxonomy): Result<string | null, Failure> {
  if (parent === null) return ok(null);
  const above = taxonomy.node(parent);
  if (above === undefined) return unknownTag(parent, taxonomy, '/parent');
  const path = taxonomy.path(above.tag);
  if (path.includes(node.tag)) {
    return refused('/parent', `"${above.tag}" is "${node.tag}" itself or its descendant: choose another parent.`);
  }
  return tooDeep(path.length + heightOf(node.tag, taxonomy)) ?? ok(above.tag);
}

/** Levels from a node down to the lowest below it, itself counted. */
const heightOf = (tag: string, taxonomy: Taxonomy): number =>
  1 + taxonomy.children(tag).reduce((max, it) => Math.max(max, heightOf(it.tag, taxonomy)), 0);

const tooDeep = (levels: number): Result<never, Failure> | undefined =>
  levels > maxDepth
    ? refused('/parent', `The tree would be ${levels} levels deep: ${maxDepth} are the most.`)
    : undefined;

export const taken = (tag: string, mergedInto: string | null = null): Result<never, Failure> =>
  fail(
    'conflict',
    mergedInto === null
      ? `"${tag}" is in the taxonomy already.`
      : `"${tag}" has been merged into "${mergedInto}": use that one.`,
  );

export const refused = (path: string, message: string): Result<never, Failure> =>
  fail('invalid_request', message, { issues: [{ path, message }] });

/** For an address with an unknown capability, or a body's member when `path` names it. */
export function unknownTag(tag: string, taxonomy: Taxonomy, path?: string): Result<never, Failure> {
  const near = nearestTags(tag, taxonomy);
  const message = `No capability "${tag}" in the taxonomy.${near.length > 0 ? ` Nearest: ${near.join(', ')}.` : ''}`;
  return path === undefined ? fail('not_found', message) : refused(path, message);
}
