import type { Config } from '@assay/config';
import type { AccountStore, Caller, IdentityPorts } from '@assay/identity';
import { adoptCommands } from '@assay/importing';
import type { CapabilityStore, CatalogueStore } from '@assay/registry';
import type { Commands } from '../../platform/commands/isolation.js';
import type { AdminKey } from './admin-key.js';
import { ensureAdministrator } from './first-start.js';
import { kitPlaces } from './kit-places.js';
import { seedTaxonomy } from './seed-taxonomy.js';
import { publishShippedTools, type ShippedToolsPorts } from './shipped-tools.js';
import { type StartSigningPorts, startSigning } from './start-signing.js';

export interface InstallationPorts extends Omit<IdentityPorts, 'clock'>, StartSigningPorts, ShippedToolsPorts {
  readonly config: Pick<Config, 'filesRoots' | 'home' | 'kits' | 'stateFolder'>;
  readonly adminKey: AdminKey;
  readonly accounts: Pick<AccountStore, 'add'>;
  readonly catalogueStore: CatalogueStore;
  readonly capabilityStore: CapabilityStore;
  readonly commands: Pick<Commands, 'sweep'>;
  readonly machine: Parameters<typeof adoptCommands>[0]['machine'];
}

/**
 * What an installation has from its first start: an administrator, signed entries, capabilities and the tools that ship.
 * Each step changes nothing when all is as it was.
 */
export class PrepareInstallation {
  constructor(private readonly ports: InstallationPorts) {}

  async run(): Promise<void> {
    const { config, adminKey, capabilityStore } = this.ports;
    const administrator = await ensureAdministrator(this.ports, adminKey.value, adminKey.isChosen);
    await startSigning(this.ports, administrator);
    await this.#prepareCommands(administrator);
    await seedTaxonomy(capabilityStore, administrator.organisationId as string, this.ports);
    await publishShippedTools(this.ports, administrator, {
      kits: config.kits,
      placesOf: (kit) => kitPlaces(config, kit),
    });
  }

  /** Commands of an earlier release are adopted, and folders of servers that no longer exist are removed. */
  async #prepareCommands(administrator: Caller): Promise<void> {
    const { catalogue, directory, catalogueStore: store, feed, machine, commands, log } = this.ports;
    for (const { name, problem } of await adoptCommands({ catalogue, directory, store, feed, machine }))
      log.warn({ server: name, problem }, 'a command is not started');
    await commands.sweep(administrator.organisationId as string, (id) => catalogue.serverById(id) !== undefined);
  }
}
