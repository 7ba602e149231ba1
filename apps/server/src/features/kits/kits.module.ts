import { ManageGrants } from '@assay/identity';
import { ManageKits } from '@assay/registry';
import { Module } from '@nestjs/common';
import { changePorts, memory } from '../../platform/port-sets.js';
import { CONFIG } from '../../platform/ports.js';
import { provide } from '../../platform/provide.js';
import { IdentityModule } from '../identity/identity.module.js';
import { kitPlaces } from '../installation/kit-places.js';
import { shippedKits } from '../installation/shipped-kits.js';
import { KitsController } from './kits.controller.js';
import { shippedKit } from './shipped-kit.js';

const providers = [
  provide(
    ManageKits,
    { audit: changePorts.audit, feed: changePorts.feed, ...memory, grants: ManageGrants, config: CONFIG },
    ({ config, ...ports }) =>
      new ManageKits({
        ...ports,
        kits: shippedKits.map((kit) => shippedKit(kit, kitPlaces(config, kit))),
        missing: async (name) => {
          const kit = shippedKits.find((it) => it.name === name);
          return kit === undefined ? null : kit.missing(kitPlaces(config, kit));
        },
      }),
  ),
];

/** Tools that ship with Assay, by kit. */
@Module({ imports: [IdentityModule], controllers: [KitsController], providers })
export class KitsModule {}
