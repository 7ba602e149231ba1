import { type Caller, type Directory, runsInstallation } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { type Catalogue, kitNamespace, type Server } from '@assay/registry';
import type { ManageServers } from '../manage-servers.js';

/** What a kit's process may reach with these settings. */
export interface KitReach {
  readonly network: 'none' | 'egress';
  readonly hosts: readonly string[];
  readonly folders: readonly { readonly path: string; readonly mode: 'ro' | 'rw' }[];
}

export interface SettableKit {
  readonly name: string;
  /** What may be set; null for a kit without settings. */
  readonly takes: string | null;
  /** What is wrong with a setting; null when nothing is. */
  readonly check: (name: string, value: string) => string | null;
  readonly reach: (settings: Readonly<Record<string, string>>) => KitReach;
}

export interface KitSettingsPorts {
  readonly catalogue: Pick<Catalogue, 'server'>;
  readonly directory: Directory;
  readonly servers: Pick<ManageServers, 'change'>;
  readonly kits: readonly SettableKit[];
}

type Settings = Readonly<Record<string, string>>;

/** The variables of a server that is a command. */
export const settingsOf = ({ mcp }: Pick<Server, 'mcp'>): Settings =>
  mcp !== null && 'command' in mcp ? (mcp.env ?? {}) : {};

/**
 * Addresses and credentials of a kit. They are the variables of its server's record, which are stored encrypted; the
 * hosts and folders that they name become part of what its process may reach.
 */
export class ManageKitSettings {
  readonly #ports: KitSettingsPorts;

  constructor(ports: KitSettingsPorts) {
    this.#ports = ports;
  }

  async set(caller: Caller, kitName: string, name: string, value: string): Promise<Result<null, Failure>> {
    const found = this.#find(caller, kitName);
    if (!found.ok) return found;
    const { kit, server } = found.value;
    const wrong = kit.takes === null ? `The kit ${kitName} has no settings.` : kit.check(name, value);
    if (wrong !== null) return fail('invalid_request', wrong, { issues: [{ path: '/value', message: wrong }] });
    return this.#write(caller, kit, server, { ...settingsOf(server), [name]: value });
  }

  async remove(caller: Caller, kitName: string, name: string): Promise<Result<null, Failure>> {
    const found = this.#find(caller, kitName);
    if (!found.ok) return found;
    const { kit, server } = found.value;
    const { [name]: removed, ...rest } = settingsOf(server);
    if (removed === undefined) return fail('not_found', `The kit ${kitName} has no setting "${name}".`);
    return this.#write(caller, kit, server, rest);
  }

  #find(caller: Caller, name: string): Result<{ kit: SettableKit; server: Server }, Failure> {
    const { catalogue, directory, kits } = this.#ports;
    if (!runsInstallation(caller, directory))
      return fail('forbidden', "Kits are managed by administrators of the installation's own organisation.");
    const kit = kits.find((it) => it.name === name);
    if (kit === undefined)
      return fail('not_found', `There is no kit "${name}". The kits: ${kits.map((it) => it.name).join(', ')}.`);
    const server = catalogue.server(`${kitNamespace}/${name}`);
    return server === undefined
      ? fail('conflict', `The kit ${name} is not published: see \`assay kits show ${name}\`.`)
      : ok({ kit, server });
  }

  async #write(
    caller: Caller,
    kit: SettableKit,
    { mcp, namespace, name, isolation }: Server,
    settings: Settings,
  ): Promise<Result<null, Failure>> {
    if (mcp === null || !('command' in mcp))
      return fail('conflict', `The kit ${kit.name} is not started by a command.`);
    const { env: _, ...command } = mcp;
    const { network, hosts, folders } = kit.reach(settings);
    const changed = await this.#ports.servers.change(caller, `${namespace}/${name}`, {
      mcp: { ...command, ...(Object.keys(settings).length > 0 && { env: { ...settings } }) },
      // Isolation that an administrator switched off stays off.
      isolation: isolation === 'off' ? isolation : { network, hosts: [...hosts], folders: [...folders] },
    });
    return changed.ok ? ok(null) : changed;
  }
}
