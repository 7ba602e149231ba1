import { err, type Failure, fail, type Notices, ok, type Result } from '@assay/kernel';
import { type Caller, reaches } from './caller.js';
import type { CommandMoves } from './command-moves.js';
import type { IdentityPorts } from './identity-ports.js';
import { runsInstallation } from './installation.js';
import { ownersOf } from './owners-of.js';
import { requireOwned } from './ownership.js';
import type { OwnershipStore } from './ownership-store.js';
import { recordChange } from './record-change.js';
import type { Namespace } from './records.js';

/** Well-known names of other organisations that a name resembles. */
export interface Resemblances {
  namespacesLike(name: string, organisationId: string | null): readonly { readonly name: string }[];
  toolsLike(name: string, organisationId: string | null): readonly { readonly name: string }[];
}

export interface RenamePorts extends IdentityPorts {
  readonly ownership: Pick<OwnershipStore, 'renameNamespace' | 'renameTool'>;
  readonly resemblances: Resemblances;
  readonly notices: Notices;
}

export interface RenameNamespacePorts extends RenamePorts {
  readonly commandMoves: CommandMoves;
}

/** Renames a namespace. The old name stays reserved for it permanently, and keeps working. */
export class RenameNamespace {
  readonly #ports: RenameNamespacePorts;

  constructor(ports: RenameNamespacePorts) {
    this.#ports = ports;
  }

  async run(caller: Caller, name: string, to: string): Promise<Result<Namespace, Failure>> {
    const owned = requireOwned(this.#ports.directory, caller, name);
    if (!owned.ok) return owned;
    const refused = this.#refusal(caller, owned.value, to);
    if (refused !== undefined) return refused;
    const { commandMoves } = this.#ports;
    const stays = commandMoves(caller, owned.value.name, owned.value.organisationId);
    if (stays !== undefined) return err(stays);
    const { random, clock, directory } = this.#ports;
    const { name: from, organisationId } = owned.value;
    const renaming = { organisationId, from, to, aliasId: random.uuid(), at: clock.now(), by: caller.principalId };
    const outcome = await this.#ports.ownership.renameNamespace(renaming);
    if (outcome === 'missing') return fail('conflict', `"${from}" was renamed or transferred: read it again.`);
    if (outcome === 'taken') return taken(to);
    await recordChange(this.#ports, caller, 'namespace.rename', to, { from });
    await this.#tell(from, to, renaming.aliasId);
    return ok(directory.namespace(to) ?? owned.value);
  }

  #refusal(caller: Caller, { name: from, organisationId }: Namespace, to: string) {
    const { directory, resemblances } = this.#ports;
    if (to === from) return fail('conflict', `"${from}" is its name already.`);
    if (directory.aliases.namespace(to) === from) return formerName(from, to);
    if (directory.namespace(to) !== undefined) return taken(to);
    if (caller.namespaces !== null && !reaches(caller, to)) {
      return fail('forbidden', `Your key is restricted to ${caller.namespaces.join(', ')}: use one that is not.`);
    }
    if (to.includes('.') && !runsInstallation(caller, directory)) {
      return fail(
        'forbidden',
        `"${to}" represents a domain: claim it with its proof and rename tools into it, or ask an administrator of this installation.`,
      );
    }
    if (!runsInstallation(caller, directory)) return resembling(to, resemblances.namespacesLike(to, organisationId));
    return undefined;
  }

  #tell(from: string, to: string, id: string): Promise<void> {
    const { directory, notices } = this.#ports;
    return notices.send([
      {
        key: `namespace.renamed ${id}`,
        kind: 'namespace.renamed',
        subject: to,
        text: `The namespace "${from}" is called "${to}" now. The old name keeps working.`,
        details: { from, to },
        to: ownersOf(directory, to),
      },
    ]);
  }
}

/**
 * A new claim of a name that resembles a well-known one is held for review. A rename cannot wait, so it is rejected and
 * reserved for administrators of the installation. Undefined when the name resembles none.
 */
export function resembling(to: string, alike: readonly { readonly name: string }[]) {
  if (alike.length === 0) return undefined;
  const names = alike.slice(0, 3).map((it) => `"${it.name}"`);
  return fail(
    'forbidden',
    `"${to}" could be confused with ${names.join(', ')}: choose another name, or ask an administrator of this installation to rename it.`,
  );
}

const taken = (to: string) =>
  fail('conflict', `The namespace "${to}" is taken or was used before: choose another name.`);

/** A loop: the name would be its own alias. */
const formerName = (from: string, to: string) =>
  fail(
    'conflict',
    `"${to}" is a former name of "${from}", permanently: it refers to "${from}". Choose a name that was never used.`,
  );
