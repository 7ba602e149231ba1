import type { AccountStore, Caller, IdentityPorts } from '@assay/identity';
import { adoptCommands } from '@assay/importing';
import type { CapabilityStore, Catalogue, CatalogueStore } from '@assay/registry';
import type { Commands } from '../../platform/commands/isolation.js';
import type { AdminKey } from './admin-key.js';
import { ensureAdministrator } from './first-start.js';
import { seedTaxonomy } from './seed-taxonomy.js';
import { type StartSigningPorts, startSigning } from './start-signing.js';

export interface InstallationPorts extends IdentityPorts, StartSigningPorts {
  readonly catalogue: Catalogue;
  readonly adminKey: AdminKey;
  readonly accounts: Pick<AccountStore, 'add'>;
  readonly catalogueStore: CatalogueStore;
  readonly capabilityStore: CapabilityStore;
  readonly commands: Pick<Commands, 'sweep'>;
  readonly machine: Parameters<typeof adoptCommands>[0]['machine'];
}

/**
 * What an installation has before its first request: an administrator, signed entries and capabilities. Each step changes
 * nothing when all is as it was.
 */
export class PrepareInstallation {
  #administrator: Caller | undefined;

  constructor(private readonly ports: InstallationPorts) {}

  /** In whose name the server itself publishes. */
  get administrator(): Caller {
    if (this.#administrator === undefined) throw new Error('The installation is not prepared.');
    return this.#administrator;
  }

  async run(): Promise<void> {
    const { adminKey, capabilityStore } = this.ports;
    const administrator = await ensureAdministrator(this.ports, adminKey.value, adminKey.isChosen);
    await startSigning(this.ports, administrator);
    await this.#prepareCommands(administrator);
    await seedTaxonomy(capabilityStore, administrator.organisationId as string, this.ports);
    this.#administrator = administrator;
  }

  /** Commands of an earlier release are adopted, and folders of servers that no longer exist are removed. */
  async #prepareCommands(administrator: Caller): Promise<void> {
    const { catalogue, directory, catalogueStore: store, feed, machine, commands, log } = this.ports;
    for (const { name, problem } of await adoptCommands({ catalogue, directory, store, feed, machine }))
      log.warn({ server: name, problem }, 'a command is not started');
    await commands.sweep(administrator.organisationId as string, (id) => catalogue.serverById(id) !== undefined);
  }
}
