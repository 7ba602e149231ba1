import { ImportServer, ManageServers } from '@assay/importing';
import { PublishVersion } from '@assay/registry';
import { Module } from '@nestjs/common';
import { Home } from '../../platform/home/home.js';
import { onBootstrap, onDestroy } from '../../platform/lifecycle.js';
import { identityPorts, memory } from '../../platform/port-sets.js';
import {
  ACCOUNT_STORE,
  CAPABILITY_STORE,
  CATALOGUE_STORE,
  COMMANDS,
  CONFIG,
  KEY_STORE,
  LOG,
  MACHINE,
  RANDOM,
  SIGNER,
} from '../../platform/ports.js';
import { provide, useCase } from '../../platform/provide.js';
import { ImportsModule } from '../imports/imports.module.js';
import { NamespacesModule } from '../namespaces/namespaces.module.js';
import { ServersModule } from '../servers/servers.module.js';
import { SnapshotModule } from '../snapshot/snapshot.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { AdminKey } from './admin-key.js';
import { KitsUnderway } from './kits-underway.js';
import { KitsUnderwayModule } from './kits-underway.module.js';
import { PrepareInstallation } from './prepare-installation.js';
import { PublishKits } from './publish-kits.js';
import { shippedKits } from './shipped-kits.js';

const providers = [
  provide(
    AdminKey,
    { config: CONFIG, home: Home, random: RANDOM },
    ({ config, home, random }) => new AdminKey(config, home, random),
  ),
  useCase(PrepareInstallation, {
    ...{ ...identityPorts, ...memory, config: CONFIG, adminKey: AdminKey, log: LOG },
    ...{ catalogueStore: CATALOGUE_STORE, capabilityStore: CAPABILITY_STORE, commands: COMMANDS, machine: MACHINE },
    ...{ keys: KEY_STORE, signer: SIGNER, accounts: ACCOUNT_STORE },
  }),
  provide(
    PublishKits,
    {
      ...{ ...identityPorts, ...memory, config: CONFIG, log: LOG },
      ...{ servers: ManageServers, imports: ImportServer, installation: PrepareInstallation },
      ...{ underway: KitsUnderway, publish: PublishVersion },
    },
    (ports) => new PublishKits({ ...ports, kits: shippedKits }),
  ),
  onBootstrap('installation', { prepare: PrepareInstallation }, ({ prepare }) => prepare.run()),
  onDestroy('kits', { publishing: PublishKits }, ({ publishing }) => publishing.stop()),
];

/** What an installation has from its first start. */
@Module({
  imports: [ImportsModule, KitsUnderwayModule, NamespacesModule, ServersModule, SnapshotModule, ToolsModule],
  providers,
  exports: providers,
})
export class InstallationModule {}
