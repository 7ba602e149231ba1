import type { ResolveQuarantine } from '@assay/contracts';
import { type Caller, ownedNamespaces, recordChange } from '@assay/identity';
import { type Deadline, type Failure, fail, isUuid, ok, type Result } from '@assay/kernel';
import type { Quarantine, QuarantineQuery, ToolVersion } from '@assay/registry';
import type { ImportServer } from '../import-server.js';
import { upstreamKeyOf } from '../upstream-key.js';
import type { WatchDefinitions, WatchPorts } from './watch-definitions.js';

export interface ManageQuarantinesPorts
  extends Pick<WatchPorts, 'catalogue' | 'directory' | 'quarantines' | 'audit' | 'feed'> {
  readonly watch: Pick<WatchDefinitions, 'look'>;
  readonly imports: Pick<ImportServer, 'proposeAgain' | 'confirm'>;
}

/** A quarantine with its version. */
export interface ShownQuarantine {
  readonly quarantine: Quarantine;
  readonly version: ToolVersion;
}

type Answer = Promise<Result<ShownQuarantine, Failure>>;

/** Quarantines for the owners of the affected tools, and for administrators. Other callers do not see them. */
export class ManageQuarantines {
  readonly #ports: ManageQuarantinesPorts;

  constructor(ports: ManageQuarantinesPorts) {
    this.#ports = ports;
  }

  /** Newest first. */
  async list(caller: Caller, query: Omit<QuarantineQuery, 'namespaces'>): Promise<ShownQuarantine[]> {
    const { directory, quarantines } = this.#ports;
    const namespaces = ownedNamespaces(directory, caller);
    if (namespaces.length === 0) return [];
    const tool = query.tool && directory.aliases.tool(query.tool);
    const found = await quarantines.list({ ...query, ...(tool && { tool }), namespaces });
    return found.flatMap((quarantine) => this.#shown(quarantine) ?? []);
  }

  async find(caller: Caller, id: string): Answer {
    const quarantine = isUuid(id) ? await this.#ports.quarantines.find(id) : undefined;
    const shown = quarantine && this.#shown(quarantine);
    const mine =
      shown !== undefined && ownedNamespaces(this.#ports.directory, caller).includes(shown.version.namespace);
    return mine ? ok(shown) : fail('not_found', `You have no quarantine with the id "${id}".`);
  }

  /**
   * `recheck` checks the upstream now, and releases the version when its definition is restored. `accept` publishes the
   * new definition as a new version; the quarantined one stays quarantined, since the definition it describes no longer
   * exists.
   */
  async resolve(caller: Caller, id: string, { action, reason }: ResolveQuarantine, deadline: Deadline): Answer {
    const found = await this.find(caller, id);
    if (!found.ok) return found;
    if (found.value.quarantine.releasedAt !== null) {
      return action === 'recheck'
        ? found
        : fail('conflict', 'The version has been released: there is nothing to accept.');
    }
    const subject = subjectOf(found.value.version);
    if (found.value.quarantine.kind === 'abuse') return fail('conflict', waitsForDecision(subject));
    const done =
      action === 'recheck'
        ? await this.#recheck(found.value, deadline)
        : await this.#accept(caller, found.value, deadline);
    if (!done.ok) return done;
    await recordChange(this.#ports, caller, `quarantine.${action}`, subject, {
      quarantine: id,
      reason: reason ?? null,
    });
    return this.find(caller, id);
  }

  async #recheck({ quarantine, version }: ShownQuarantine, deadline: Deadline): Promise<Result<null, Failure>> {
    const server = this.#ports.catalogue.serverFor(version);
    if (server === undefined) return noServer(quarantine);
    const looked = await this.#ports.watch.look(server, deadline);
    return looked.ok ? ok(null) : looked;
  }

  async #accept(
    caller: Caller,
    { quarantine, version }: ShownQuarantine,
    deadline: Deadline,
  ): Promise<Result<null, Failure>> {
    const { imports, quarantines } = this.#ports;
    const proposed = await imports.proposeAgain(caller, quarantine.server ?? '', deadline);
    if (!proposed.ok) return proposed;
    const proposal = proposed.value.proposals.find(
      (it) =>
        // An operation with a changed path is proposed as the same tool.
        (it.manifest.protocol === 'http' || upstreamKeyOf(it.manifest) === quarantine.upstreamTool) &&
        this.#ports.catalogue.tool(it.manifest.name)?.id === `${version.namespace}/${version.tool}`,
    );
    if (proposal === undefined) return fail('conflict', nothingListed(quarantine));
    if (proposal.state === 'unchanged') {
      return fail(
        'conflict',
        `${proposal.manifest.name}@${proposal.manifest.version} has this definition already: use that version.`,
      );
    }
    const confirmed = await imports.confirm(caller, proposed.value.id, { include: [proposal.manifest.name] });
    if (!confirmed.ok) return confirmed;
    const successor = confirmed.value.versions[0];
    if (successor !== undefined) await quarantines.setSuccessor(quarantine.id, subjectOf(successor));
    return ok(null);
  }

  /** Undefined when the version was deleted. */
  #shown(quarantine: Quarantine): ShownQuarantine | undefined {
    const tool = this.#ports.catalogue.toolOf(quarantine.versionId);
    const version =
      tool === undefined
        ? undefined
        : this.#ports.catalogue.tool(tool)?.versions.find((it) => it.id === quarantine.versionId);
    return version && { quarantine, version };
  }
}

const subjectOf = ({ namespace, tool, version }: ToolVersion): string => `${namespace}/${tool}@${version}`;

/** A matching definition does not end it. */
const waitsForDecision = (subject: string): string =>
  `${subject} is quarantined because of a finding: an administrator dismisses it with POST /v1/findings/{id}/resolve (GET /v1/findings lists it), or you publish a version without what was found.`;

const noServer = ({ server }: Quarantine) =>
  fail('conflict', `The server "${server}" no longer exists or has a new owner: there is nothing to check.`);

const nothingListed = ({ server, upstreamTool }: Quarantine): string =>
  `${server} lists "${upstreamTool}", so there is no new definition to publish: yank the version, or restore the tool and recheck.`;
