import { ManageGrants } from '@assay/identity';
import { ManageKitSettings, ManageServers, settingsOf } from '@assay/importing';
import { ManageKits } from '@assay/registry';
import { Module } from '@nestjs/common';
import { changePorts, memory } from '../../platform/port-sets.js';
import { CONFIG, REVIEW_STORE } from '../../platform/ports.js';
import { provide } from '../../platform/provide.js';
import { IdentityModule } from '../identity/identity.module.js';
import { InstallationModule } from '../installation/installation.module.js';
import { kitPlaces } from '../installation/kit-places.js';
import { PublishKits } from '../installation/publish-kits.js';
import { kitNamespace, shippedKits } from '../installation/shipped-kits.js';
import { ServersModule } from '../servers/servers.module.js';
import { KitsController } from './kits.controller.js';
import { shippedKit } from './shipped-kit.js';

const providers = [
  provide(
    ManageKits,
    {
      ...{ audit: changePorts.audit, feed: changePorts.feed, ...memory, config: CONFIG },
      ...{ grants: ManageGrants, publishing: PublishKits, reviews: REVIEW_STORE },
    },
    ({ config, publishing, ...ports }) =>
      new ManageKits({
        ...ports,
        kits: shippedKits.map((kit) => shippedKit(kit, kitPlaces(config, kit))),
        isWaiting: (name) => publishing.isWaiting(name),
        missing: async (name) => {
          const kit = shippedKits.find((it) => it.name === name);
          const server = ports.catalogue.server(`${kitNamespace}/${name}`);
          const settings = server === undefined ? {} : settingsOf(server);
          return kit === undefined ? null : kit.missing(kitPlaces(config, kit, settings));
        },
      }),
  ),
  provide(
    ManageKitSettings,
    { ...memory, servers: ManageServers, config: CONFIG },
    ({ catalogue, directory, servers, config }) =>
      new ManageKitSettings({
        ...{ catalogue, directory, servers },
        kits: shippedKits.map((kit) => ({
          name: kit.name,
          takes: kit.settings?.takes ?? null,
          check: (name, value) => kit.settings?.check(name, value) ?? null,
          reach: (settings) => ({ hosts: [], ...kit.profile(kitPlaces(config, kit, settings)) }),
        })),
      }),
  ),
];

/** Tools that ship with Assay, by kit. */
@Module({ imports: [IdentityModule, InstallationModule, ServersModule], controllers: [KitsController], providers })
export class KitsModule {}
