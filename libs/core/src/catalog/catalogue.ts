import type { CatalogueChange, Server, ToolVersion } from './records.js';
import { newestFirst } from './version-number.js';

/** A tool: its versions, newest first. Frozen and replaced whole, so that a reader never sees half a change. */
export interface Tool {
  /** `ns/tool`. */
  readonly id: string;
  readonly namespace: string;
  readonly organisationId: string;
  readonly versions: readonly ToolVersion[];
}

/** Everything published, in memory, as the change feed tells it. */
export class Catalogue {
  readonly #tools = new Map<string, Tool>();
  readonly #versions = new Map<string, ToolVersion>();
  readonly #servers = new Map<string, Server>();
  readonly #serversByName = new Map<string, Server>();
  readonly #toolsByServer = new Map<string, Set<string>>();
  #sortedIds: readonly string[] | undefined;

  tool = (id: string): Tool | undefined => this.#tools.get(id);
  server = (name: string): Server | undefined => this.#serversByName.get(name);
  servers = (): Iterable<Server> => this.#servers.values();
  tools = (): Iterable<Tool> => this.#tools.values();

  /** Version by its number without build metadata. */
  version = (id: string, key: string): ToolVersion | undefined =>
    this.#tools.get(id)?.versions.find((it) => it.versionKey === key);

  /** `ns/tool` of a version, by the version's id. */
  toolOf(versionId: string): string | undefined {
    const version = this.#versions.get(versionId);
    return version && `${version.namespace}/${version.tool}`;
  }

  /** Ids of all tools, sorted. */
  sortedIds(): readonly string[] {
    this.#sortedIds ??= [...this.#tools.keys()].sort();
    return this.#sortedIds;
  }

  /** Tools any version of which lives on the server `ns/server`. */
  toolsOn = (server: string): Tool[] =>
    [...(this.#toolsByServer.get(server) ?? [])].flatMap((id) => this.#tools.get(id) ?? []);

  apply(change: CatalogueChange): void {
    if (change.kind === 'server') this.#applyServer(change.id, change.state);
    else this.#applyVersion(change.id, change.state);
  }

  #applyServer(id: string, state: Server | null): void {
    const former = this.#servers.get(id);
    const name = former && `${former.namespace}/${former.name}`;
    // The name may have gone to another server, of which was told first.
    if (name !== undefined && this.#serversByName.get(name) === former) this.#serversByName.delete(name);
    this.#servers.delete(id);
    if (state === null) return;
    this.#servers.set(id, state);
    this.#serversByName.set(`${state.namespace}/${state.name}`, state);
  }

  #applyVersion(id: string, state: ToolVersion | null): void {
    const former = this.#versions.get(id);
    if (former !== undefined) this.#without(former);
    this.#versions.delete(id);
    if (state === null) return;
    this.#versions.set(id, state);
    const toolId = `${state.namespace}/${state.tool}`;
    const tool = this.#tools.get(toolId);
    if (tool === undefined) this.#sortedIds = undefined;
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
    const server = serverOf(version);
    if (server !== undefined) this.#toolsByServer.get(server)?.delete(toolId);
  }
}

/** `ns/server` of an MCP tool. */
export const serverOf = (version: ToolVersion): string | undefined =>
  version.manifest.protocol === 'mcp' ? (version.manifest.endpoint.server as string) : undefined;
