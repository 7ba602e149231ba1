import { seedSet, seedVersion } from './seed-set.js';
import { Taxonomy } from './taxonomy.js';

let seeded: Taxonomy | undefined;

/** The initial set as a taxonomy, for callers without an installation. Created once; do not change it. */
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
