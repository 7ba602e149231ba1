import { dataKit } from './data/kit.js';
import { filesKit } from './files/kit.js';
import type { Kit } from './kit.js';

/** Namespace of the kits. */
export const kitNamespace = 'assay';

/** Every kit, in the order in which they are listed. */
export const shippedKits: readonly Kit[] = Object.freeze([dataKit, filesKit]);
