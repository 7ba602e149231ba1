import { seedSet, seedVersion } from './seed-set.js';
import { Taxonomy } from './taxonomy.js';

let seeded: Taxonomy | undefined;

/** The first set as a taxonomy of its own: for whoever has no installation's at hand. Made once; do not change it. */
export function seededTaxonomy(): Taxonomy {
  if (seeded === undefined) {
    seeded = new Taxonomy();
    for (const node of seedSet()) {
      const state = {
        ...node,
        id: node.tag,
        organisationId: '',
        deprecated: false,
        seedVersion,
        editedAt: null,
        createdAt: 0,
        createdBy: null,
      };
      seeded.apply({ id: node.tag, state });
    }
  }
  return seeded;
}
