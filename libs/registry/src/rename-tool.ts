import {
  type Caller,
  ownersOf,
  type RenamePorts,
  recordChange,
  requireOwned,
  resembling,
  runsInstallation,
} from '@assay/identity';
import { dayMs, type Failure, fail, namespaceOf, ok, type Result } from '@assay/kernel';
import type { Catalogue, Tool } from './catalogue.js';
import type { Consumers } from './consumers.js';

export interface RenameToolPorts extends RenamePorts {
  readonly catalogue: Catalogue;
  readonly consumers: Consumers;
}

/** Callers within this time are notified of the new name. */
const calledWithinMs = 30 * dayMs;

/** Renames a tool, optionally into another namespace of its owners. The old name keeps working permanently. */
export class RenameTool {
  readonly #ports: RenameToolPorts;

  constructor(ports: RenameToolPorts) {
    this.#ports = ports;
  }

  /** Both names are `ns/tool`. */
  async run(caller: Caller, name: string, wanted: string): Promise<Result<Tool, Failure>> {
    const { directory, catalogue, random, clock } = this.#ports;
    const owned = requireOwned(directory, caller, namespaceOf(name));
    if (!owned.ok) return owned;
    const tool = catalogue.tool(name);
    if (tool === undefined) return fail('not_found', `No tool "${name}": check the name.`);
    const to = directory.aliases.server(wanted);
    const refused = this.#refusal(caller, tool, to);
    if (!refused.ok) return refused;
    const { organisationId } = tool;
    const renaming = {
      organisationId,
      from: tool.id,
      to,
      aliasId: random.uuid(),
      at: clock.now(),
      by: caller.principalId,
    };
    const outcome = await this.#ports.ownership.renameTool(renaming);
    if (outcome === 'missing') return fail('conflict', `"${tool.id}" was renamed or transferred: read it again.`);
    if (outcome === 'taken') return taken(to);
    await recordChange(this.#ports, caller, 'tool.rename', to, { from: tool.id });
    await this.#tell(tool, to, renaming.aliasId);
    return ok(catalogue.tool(to) ?? tool);
  }

  #refusal(caller: Caller, { id, namespace, organisationId }: Tool, to: string): Result<null, Failure> {
    const { directory, catalogue, resemblances } = this.#ports;
    const target = requireOwned(directory, caller, namespaceOf(to));
    // The tool's current namespace may differ from that of its old name; the caller must own it as well as the new one.
    const source = requireOwned(directory, caller, namespace);
    if (!source.ok) return source;
    if (!target.ok) return target;
    if (target.value.organisationId !== organisationId) {
      return fail(
        'conflict',
        `"${namespaceOf(to)}" belongs to another organisation: transfer a whole namespace instead.`,
      );
    }
    if (to === id) return fail('conflict', `"${id}" is its name already.`);
    if (directory.aliases.tool(to) === id) return formerName(id, to);
    if (directory.aliases.isAlias(to) || catalogue.tool(to) !== undefined) return taken(to);
    if (namespaceOf(to) !== namespace && catalogue.revocations.naming(namespace, null).length > 0) {
      return fail(
        'conflict',
        `A revocation covers all of ${namespace}/*, also what was in it: it has to be lifted before a tool leaves.`,
      );
    }
    const alike = runsInstallation(caller, directory) ? [] : resemblances.toolsLike(to, organisationId);
    return resembling(to, alike) ?? ok(null);
  }

  async #tell(tool: Tool, to: string, id: string): Promise<void> {
    const { consumers, notices, clock, directory } = this.#ports;
    const people = ownersOf(directory, namespaceOf(to));
    const users = await consumers.of({
      tool: to,
      versionKeys: tool.versions.map((it) => it.versionKey),
      calledSince: clock.now() - calledWithinMs,
    });
    const known = new Set(people.map((it) => it.principalId));
    await notices.send([
      {
        key: `tool.renamed ${id}`,
        kind: 'tool.renamed',
        subject: to,
        text: `The tool "${tool.id}" is called "${to}" now. The old name keeps working.`,
        details: { from: tool.id, to },
        to: [...people, ...users.filter((it) => !known.has(it.principalId))],
      },
    ]);
  }
}

const taken = (to: string) => fail('conflict', `"${to}" is, or was, the name of a tool: choose another one.`);

/** A loop: the name would be its own alias. */
const formerName = (id: string, to: string) =>
  fail(
    'conflict',
    `"${to}" is a former name of "${id}", permanently: it refers to "${id}". Choose a name that was never used.`,
  );
