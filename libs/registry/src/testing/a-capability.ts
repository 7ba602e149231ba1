import type { Capability } from '../taxonomy/capability.js';
import { Taxonomy } from '../taxonomy/taxonomy.js';

/** A node whose parent is its tag without the last part. */
export const aCapability = (tag: string, parts: Partial<Capability> = {}): Capability => ({
  id: tag,
  organisationId: 'org-acme',
  tag,
  parent: tag.includes('.') ? tag.slice(0, tag.lastIndexOf('.')) : null,
  label: tag,
  description: `What ${tag} does`,
  aliases: [],
  mergedInto: null,
  deprecated: false,
  seedVersion: null,
  editedAt: null,
  createdAt: 0,
  createdBy: null,
  ...parts,
});

export function aTaxonomy(nodes: readonly Capability[]): Taxonomy {
  const taxonomy = new Taxonomy();
  for (const state of nodes) taxonomy.apply({ id: state.id, state });
  return taxonomy;
}
