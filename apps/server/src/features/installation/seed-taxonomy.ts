import type { Clock, Random } from '@assay/kernel';
import { type CapabilityStore, seedSet, seedVersion } from '@assay/registry';

/** Brings the first set of capabilities into the database, or a newer edition of it. Again, it changes nothing. */
export const seedTaxonomy = (
  store: CapabilityStore,
  organisationId: string,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Promise<void> =>
  store.seed({
    organisationId,
    version: seedVersion,
    capabilities: seedSet().map((it) => ({ ...it, id: random.uuid() })),
    at: clock.now(),
  });
