import type { Kit } from '@assay/kit';
import { browserKit } from '@assay/kit-browser';
import { buildKit } from '@assay/kit-build';
import { communicationKit } from '@assay/kit-communication';
import { dataKit } from '@assay/kit-data';
import { databaseKit } from '@assay/kit-database';
import { filesKit } from '@assay/kit-files';
import { gitKit } from '@assay/kit-git';

/** Namespace of the kits. */
export const kitNamespace = 'assay';

/** Every kit, in the order in which they are published and listed: what newcomers try first. */
export const shippedKits: readonly Kit[] = Object.freeze([
  dataKit,
  filesKit,
  gitKit,
  databaseKit,
  communicationKit,
  buildKit,
  browserKit,
]);
