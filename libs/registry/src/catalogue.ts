import { Aliases } from '@assay/identity';
import { splitName } from '@assay/kernel';
import { IdGroups } from './id-groups.js';
import { protocolRules } from './protocol-rules.js';
import type { CatalogueChange, Server, ToolVersion } from './records.js';
import { Revocations } from './revocation/revocations.js';
import { Taxonomy } from './taxonomy/taxonomy.js';
import { newestFirst } from './version-number.js';

/** A tool: its versions, newest first. Frozen and replaced as a whole, so that a reader never sees half a change. */
export interface Tool {
  /** `ns/tool`. */
  readonly id: string;
  readonly namespace: string;
  readonly organisationId: string;
  readonly versions: readonly ToolVersion[];
}

/** What a version was, and what it is now; null when it is gone. */
export type VersionListener = (former: ToolVersion, present: ToolVersion | null) => void;

/** All published tools and servers, in memory, updated by the change feed. Former names resolve too. */
export class Catalogue {
  /** Increases with every change, so that derived data can detect that it is out of date. Only this class sets it. */
  epoch = 0;
  readonly #aliases: Pick<Aliases, 'tool' | 'server' | 'ofNamespace'>;
  readonly revocations = new Revocations();
  readonly taxonomy = new Taxonomy();
  readonly #tools = new Map<string, Tool>();
  readonly #versions = new Map<string, ToolVersion>();
  readonly #servers = new Map<string, Server>();
  readonly #serversByName = new Map<string, Server>();
  readonly #toolsByServer = new Map<string, Set<string>>();
  readonly #toolsByNamespace = new IdGroups();
  readonly #toolsByOrganisation = new IdGroups();
  readonly #toolsByCapability = new IdGroups();
  readonly #versionListeners = new Set<VersionListener>();
  readonly #serverListeners = new Set<(server: string) => void>();
  #sortedIds: readonly string[] | undefined;

  /** @param aliases those of the Directory; none when absent. */
  constructor(aliases: Pick<Aliases, 'tool' | 'server' | 'ofNamespace'> = new Aliases()) {
    this.#aliases = aliases;
  }

  tool = (id: string): Tool | undefined => this.#tools.get(id) ?? this.#tools.get(this.#aliases.tool(id));
  server = (name: string): Server | undefined =>
    this.#serversByName.get(name) ?? this.#serversByName.get(this.#aliases.server(name));
  serverById = (id: string): Server | undefined => this.#servers.get(id);
  servers = (): Iterable<Server> => this.#servers.values();
  tools = (): Iterable<Tool> => this.#tools.values();

  /** Version by its number without build metadata. */
  version = (id: string, key: string): ToolVersion | undefined =>
    this.tool(id)?.versions.find((it) => it.versionKey === key);

  versionById = (id: string): ToolVersion | undefined => this.#versions.get(id);

  /** `ns/tool` of a version, by the version's id. */
  toolOf(versionId: string): string | undefined {
    const version = this.#versions.get(versionId);
    return version && `${version.namespace}/${version.tool}`;
  }

  /**
   * Notifies of every change of a version that lives on a server, by the server's name in it. Returns the function that
   * unsubscribes.
   */
  listenToServers(listener: (server: string) => void): () => void {
    this.#serverListeners.add(listener);
    return () => this.#serverListeners.delete(listener);
  }

  /** Notifies of every change of a version that was there before. Returns the function that unsubscribes. */
  listenToVersions(listener: VersionListener): () => void {
    this.#versionListeners.add(listener);
    return () => this.#versionListeners.delete(listener);
  }

  /** Ids of all tools, sorted. */
  sortedIds(): readonly string[] {
    this.#sortedIds ??= [...this.#tools.keys()].sort();
    return this.#sortedIds;
  }

  /** The current name `ns/server` of the server on which a version lives. */
  serverNameOf(version: Pick<ToolVersion, 'manifest'>): string | undefined {
    const name = serverOf(version);
    return name && this.#aliases.server(name);
  }

  /**
   * The server that a version is called on. Undefined when none is registered, or when its namespace moved to another
   * organisation: the tool may not use its credentials then.
   */
  serverFor(version: Pick<ToolVersion, 'manifest' | 'organisationId'>): Server | undefined {
    const server = this.server(serverOf(version) ?? '');
    return server?.organisationId === version.organisationId ? server : undefined;
  }

  /** Tools of its own organisation with any version on the server `ns/server`, under any of its former names. */
  toolsOn(server: string): Tool[] {
    const present = this.#aliases.server(server);
    const [namespace, local] = splitName(present);
    const names = [present, ...this.#aliases.ofNamespace(namespace).map((former) => `${former}/${local}`)];
    const ids = new Set(names.flatMap((name) => [...(this.#toolsByServer.get(name) ?? [])]));
    const organisationId = this.#serversByName.get(present)?.organisationId;
    return [...ids]
      .flatMap((id) => this.#tools.get(id) ?? [])
      .filter((it) => organisationId === undefined || it.organisationId === organisationId);
  }

  toolsIn = (namespace: string): Tool[] =>
    this.#toolsByNamespace.of(namespace).flatMap((id) => this.#tools.get(id) ?? []);

  /** Tools that an organisation provides. */
  toolsOf = (organisationId: string): Tool[] =>
    this.#toolsByOrganisation
      .of(organisationId)
      .flatMap((id) => this.#tools.get(id) ?? [])
      .filter((it) => it.organisationId === organisationId);

  /** Tools any version of which has declared exactly this capability. */
  toolsWith = (capability: string): Tool[] =>
    this.#toolsByCapability.of(capability).flatMap((id) => this.#tools.get(id) ?? []);

  apply(change: CatalogueChange): void {
    this.epoch += 1;
    if (change.kind === 'server') this.#applyServer(change.id, change.state);
    else if (change.kind === 'revocation') this.revocations.apply(change.id, change.state);
    else if (change.kind === 'capability') this.taxonomy.apply(change);
    else this.#applyVersion(change.id, change.state);
  }

  #applyServer(id: string, state: Server | null): void {
    const former = this.#servers.get(id);
    const name = former && `${former.namespace}/${former.name}`;
    // The name may have moved to another server whose change arrived first.
    if (name !== undefined && this.#serversByName.get(name) === former) this.#serversByName.delete(name);
    this.#servers.delete(id);
    if (state === null) return;
    this.#servers.set(id, state);
    this.#serversByName.set(`${state.namespace}/${state.name}`, state);
  }

  #applyVersion(id: string, state: ToolVersion | null): void {
    const former = this.#versions.get(id);
    this.#replaceVersion(id, former, state);
    if (former !== undefined) for (const listener of this.#versionListeners) listener(former, state);
    const changed = state ?? former;
    const server = changed && serverOf(changed);
    if (server !== undefined) for (const listener of this.#serverListeners) listener(server);
  }

  #replaceVersion(id: string, former: ToolVersion | undefined, state: ToolVersion | null): void {
    if (former !== undefined) this.#without(former);
    this.#versions.delete(id);
    if (state === null) return;
    this.#versions.set(id, state);
    const toolId = `${state.namespace}/${state.tool}`;
    const tool = this.#tools.get(toolId);
    if (tool === undefined) this.#sortedIds = undefined;
    else if (tool.organisationId !== state.organisationId)
      this.#toolsByOrganisation.remove(tool.organisationId, toolId);
    this.#toolsByNamespace.add(state.namespace, toolId);
    this.#toolsByOrganisation.add(state.organisationId, toolId);
    for (const capability of state.manifest.capabilities ?? []) this.#toolsByCapability.add(capability, toolId);
    const versions = [...(tool?.versions ?? []), state].sort((a, b) => newestFirst(a.versionKey, b.versionKey));
    this.#tools.set(
      toolId,
      Object.freeze({
        id: toolId,
        namespace: state.namespace,
        organisationId: state.organisationId,
        versions: Object.freeze(versions),
      }),
    );
    const server = serverOf(state);
    if (server !== undefined)
      this.#toolsByServer.set(server, (this.#toolsByServer.get(server) ?? new Set()).add(toolId));
  }

  #without(version: ToolVersion): void {
    const toolId = `${version.namespace}/${version.tool}`;
    const tool = this.#tools.get(toolId);
    if (tool === undefined) return;
    const versions = tool.versions.filter((it) => it.id !== version.id);
    if (versions.length > 0) {
      this.#tools.set(toolId, Object.freeze({ ...tool, versions: Object.freeze(versions) }));
      return;
    }
    this.#tools.delete(toolId);
    this.#sortedIds = undefined;
    this.#toolsByNamespace.remove(version.namespace, toolId);
    this.#toolsByOrganisation.remove(version.organisationId, toolId);
    for (const capability of version.manifest.capabilities ?? []) this.#toolsByCapability.remove(capability, toolId);
    const server = serverOf(version);
    if (server !== undefined) this.#toolsByServer.get(server)?.delete(toolId);
  }
}

/**
 * `ns/server` of a tool that lives on a registered server: any MCP tool, and those of other protocols that name one.
 */
export function serverOf({ manifest: { protocol, endpoint } }: Pick<ToolVersion, 'manifest'>): string | undefined {
  return protocolRules[protocol].serverAddress === null ? undefined : (endpoint.server as string | undefined);
}

/** Namespace of the tools that ship with Assay, in the organisation that runs the installation. */
export const kitNamespace = 'assay';

/**
 * The kit of a shipped tool that acts: anything but reading on this machine. `assay/files.write` on the server
 * `assay/files` is of the kit `files`; so is a composition named `assay/files.…`. Undefined for every other tool.
 */
export function actingKitOf(version: Pick<ToolVersion, 'manifest' | 'namespace'>): string | undefined {
  if (version.namespace !== kitNamespace) return undefined;
  const { readOnlyHint, openWorldHint } = version.manifest.annotations ?? {};
  if (readOnlyHint === true && openWorldHint === false) return undefined;
  const { name, protocol } = version.manifest;
  const owner = protocol === 'composite' && name.includes('.') ? name.slice(0, name.indexOf('.')) : serverOf(version);
  return owner?.slice(kitNamespace.length + 1);
}
