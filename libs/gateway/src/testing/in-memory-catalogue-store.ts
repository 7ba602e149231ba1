import type { CatalogueStore, Import, PublishOutcome, Server, StatusChanged, ToolVersion } from '@assay/registry';
import type { InMemoryChangeFeed } from './in-memory-change-feed.js';

/** The catalogue without a database. Every write is sent to the feed immediately. */
export class InMemoryCatalogueStore implements CatalogueStore {
  /** By namespace, tool and version key. */
  readonly #versions = new Map<string, ToolVersion>();
  /** Their keys, by id. */
  readonly #keys = new Map<string, string>();
  readonly #servers = new Map<string, Server>();
  readonly #imports = new Map<string, Import>();

  /** Names of namespaces and tools that have become aliases. */
  readonly formerNames = new Set<string>();
  /** Organisations of the namespaces that were handed over. */
  readonly receivers = new Map<string, string>();

  constructor(private readonly feed: InMemoryChangeFeed) {}

  async publish(version: ToolVersion, besides: number): Promise<PublishOutcome> {
    const key = keyOf(version);
    const present = this.#versions.get(key);
    if (present) return { kind: 'exists', version: present };
    if (this.formerNames.has(version.namespace) || this.formerNames.has(`${version.namespace}/${version.tool}`)) {
      return { kind: 'moved' };
    }
    if (this.#isElsewhere(version)) return { kind: 'moved' };
    const { namespace, tool } = version;
    const siblings = [...this.#versions.values()].filter((it) => it.namespace === namespace && it.tool === tool);
    if (siblings.length !== besides) return { kind: 'moved' };
    this.#putVersion(version);
    return { kind: 'published' };
  }

  async changeStatus({ from, to }: StatusChanged): Promise<boolean> {
    const present = [...this.#versions.values()].find(({ id }) => id === from.id);
    const isAsThought =
      present?.status === from.status &&
      present.sunsetAt === from.sunsetAt &&
      present.statusChange?.at === from.statusChange?.at;
    if (!present || !isAsThought) return false;
    this.#putVersion({ ...present, ...to });
    return true;
  }

  async recordNotice(versionIds: readonly string[], notice: string): Promise<void> {
    for (const version of this.#versions.values()) {
      const { statusChange } = version;
      if (!versionIds.includes(version.id) || statusChange === null) continue;
      this.#putVersion({ ...version, statusChange: { ...statusChange, notice } });
    }
  }

  #isElsewhere({ namespace, organisationId }: Pick<Server, 'namespace' | 'organisationId'>): boolean {
    return (this.receivers.get(namespace) ?? organisationId) !== organisationId;
  }

  hasServer = (id: string): boolean => this.#servers.has(id);

  version = (id: string): ToolVersion | undefined => this.#versions.get(this.#keys.get(id) ?? '');

  /** For stores of what is said of a version beside the catalogue's own. */
  amend(id: string, change: (version: ToolVersion) => ToolVersion): void {
    const present = this.version(id);
    if (present) this.#putVersion(change(present));
  }

  #putVersion(version: ToolVersion): void {
    this.#versions.set(keyOf(version), version);
    this.#keys.set(version.id, keyOf(version));
    this.feed.put('tool-version', version);
  }

  versionRows = (): ToolVersion[] => [...this.#versions.values()];
  serverRows = (): Server[] => [...this.#servers.values()];

  /** Replaces rows, regardless of their names. */
  replace(versions: readonly ToolVersion[], servers: readonly Server[]): void {
    for (const version of this.versionRows()) {
      if (versions.some((it) => it.id === version.id)) this.#versions.delete(keyOf(version));
    }
    for (const version of versions) this.#putVersion(version);
    for (const server of servers) {
      this.#servers.set(server.id, server);
      this.feed.put('server', server);
    }
  }

  async addServer(server: Server): Promise<'added' | 'taken' | 'moved'> {
    if (this.#isElsewhere(server)) return 'moved';
    const isTaken = [...this.#servers.values()].some(
      ({ namespace, name }) => namespace === server.namespace && name === server.name,
    );
    if (isTaken) return 'taken';
    this.#servers.set(server.id, server);
    this.feed.put('server', server);
    return 'added';
  }

  async changeServer(server: Server): Promise<boolean> {
    const { id, organisationId, mcp, http, grpc, stateless, isolation, confirmation, packages, updatedAt } = server;
    const present = this.#servers.get(id);
    if (present?.organisationId !== organisationId) return false;
    const changed = { ...present, mcp, http, grpc, stateless, isolation, confirmation, packages, updatedAt };
    this.#servers.set(id, changed);
    this.feed.put('server', changed);
    return true;
  }

  async removeServer(id: string): Promise<boolean> {
    const isRemoved = this.#servers.delete(id);
    if (isRemoved) this.feed.remove('server', id);
    return isRemoved;
  }

  async addImport(proposed: Import): Promise<void> {
    this.#imports.set(proposed.id, proposed);
  }

  async findImport(id: string): Promise<Import | undefined> {
    return this.#imports.get(id);
  }

  async endDraft(importId: string): Promise<void> {
    const found = this.#imports.get(importId);
    if (found !== undefined) this.#imports.set(importId, { ...found, draft: null });
  }

  async forgetDrafts(before: number): Promise<number> {
    const old = [...this.#imports.values()].filter((it) => it.draft !== null && it.createdAt < before);
    for (const { id } of old) await this.endDraft(id);
    return old.length;
  }

  async addUsage(calls: ReadonlyMap<string, number>): Promise<void> {
    for (const version of this.#versions.values()) {
      const number = calls.get(version.id);
      if (number === undefined) continue;
      const used = { ...version, usageCount: version.usageCount + number };
      this.#versions.set(keyOf(version), used);
      this.feed.put('tool-version', used);
    }
  }
}

const keyOf = ({ namespace, tool, versionKey }: ToolVersion): string => `${namespace}/${tool}@${versionKey}`;
