import {
  type DocumentVectors,
  type EmbeddingChange,
  type ToolDocument,
  type ToolIndex,
  toolDocument,
} from '@assay/discovery';
import type { Directory, IdentityChange } from '@assay/identity';
import {
  type Catalogue,
  type CatalogueChange,
  type Revocation,
  searchedVersion,
  type Tool,
  type ToolVersion,
  versionAudience,
} from '@assay/registry';

/** The keys that a version is ordered by, in either view. */
export type TrustKeysOf = (version: ToolVersion) => Pick<ToolDocument, 'trustKey' | 'insideTrustKey'>;

export type StateChange = IdentityChange | CatalogueChange | EmbeddingChange;

const batchSize = 500;

/** Keeps what is in memory (directory, catalogue, search index) with the database, as the change feed tells it. */
export class Projection {
  readonly #directory: Directory;
  readonly #catalogue: Catalogue;
  readonly #index: ToolIndex;
  readonly #onServerChange: (id: string) => void;
  readonly #trustKeysOf: TrustKeysOf;
  readonly #vectors: DocumentVectors;
  #dirty = new Set<string>();
  #following = false;
  #indexing: Promise<void> = Promise.resolve();

  constructor(
    directory: Directory,
    catalogue: Catalogue,
    index: ToolIndex,
    onServerChange: (id: string) => void,
    trustKeysOf: TrustKeysOf,
    vectors: DocumentVectors,
  ) {
    this.#directory = directory;
    this.#catalogue = catalogue;
    this.#index = index;
    this.#onServerChange = onServerChange;
    this.#trustKeysOf = trustKeysOf;
    this.#vectors = vectors;
  }

  apply = async (changes: readonly StateChange[]): Promise<void> => {
    for (const change of changes) this.#applyOne(change);
    if (this.#following) await this.#reindex();
  };

  /** Called once everything there is has been applied: indexes it, and from now on every change at once. */
  async follow(): Promise<void> {
    this.#following = true;
    for (const id of this.#catalogue.sortedIds()) this.#dirty.add(id);
    await this.#reindex();
  }

  /** Every tool that can be found, as things stand when it is read, in batches; others have a moment between two. */
  async *documents(): AsyncGenerator<readonly ToolDocument[]> {
    const ids = [...this.#catalogue.sortedIds()];
    for (let from = 0; from < ids.length; from += batchSize) {
      yield await this.#documents(ids.slice(from, from + batchSize));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #applyOne(change: StateChange): void {
    switch (change.kind) {
      case 'tool-version': {
        const former = this.#catalogue.toolOf(change.id);
        this.#catalogue.apply(change);
        for (const id of [former, this.#catalogue.toolOf(change.id)]) if (id !== undefined) this.#dirty.add(id);
        break;
      }
      case 'revocation': {
        const former = this.#catalogue.revocations.get(change.id);
        this.#catalogue.apply(change);
        for (const it of [former, change.state]) for (const id of this.#namedBy(it)) this.#dirty.add(id);
        break;
      }
      case 'capability':
        this.#catalogue.apply(change);
        break;
      case 'server':
        this.#catalogue.apply(change);
        if (change.state === null) this.#onServerChange(change.id);
        break;
      case 'embedding':
        for (const id of this.#vectors.toolsOf(change.id)) this.#dirty.add(id);
        break;
      default: {
        const before = this.#touchedBy(change);
        this.#directory.apply(change);
        for (const id of [...before, ...this.#touchedBy(change)]) this.#dirty.add(id);
      }
    }
  }

  /** Tools whose audience a change of identity may move, as things stand. */
  #touchedBy(change: IdentityChange): string[] {
    if (!this.#following) return [];
    if (change.kind === 'endorsement') {
      const tool = (change.state ?? this.#directory.endorsement(change.id))?.tool;
      return tool === undefined ? [] : [tool];
    }
    if (change.kind === 'grant') {
      const grant = change.state ?? this.#directory.grant(change.id);
      if (grant === undefined) return [];
      return grant.tool === null
        ? this.#toolsWhere((tool) => tool.organisationId === grant.organisationId)
        : [grant.tool];
    }
    if (change.kind !== 'namespace' || change.state === null) return [];
    const { name } = change.state;
    return this.#toolsWhere((tool) => tool.namespace === name);
  }

  /** Tools that a revocation is about, some versions of which may now be found no more, or again. */
  #namedBy(revocation: Revocation | null | undefined): string[] {
    if (revocation === null || revocation === undefined || !this.#following) return [];
    const { namespace, tool } = revocation;
    return tool === null ? this.#catalogue.toolsIn(namespace).map((it) => it.id) : [`${namespace}/${tool}`];
  }

  #toolsWhere = (wanted: (tool: Tool) => boolean): string[] =>
    [...this.#catalogue.tools()].filter(wanted).map((tool) => tool.id);

  /** One after the other, so that of two states of a tool the newer one stays in the index. */
  #reindex(): Promise<void> {
    this.#indexing = this.#indexing.catch(() => {}).then(() => this.#indexDirty());
    return this.#indexing;
  }

  /** What the index does not take stays for the next time. */
  async #indexDirty(): Promise<void> {
    const ids = [...this.#dirty];
    this.#dirty = new Set();
    for (let from = 0; from < ids.length; from += batchSize) {
      try {
        await this.#indexBatch(ids.slice(from, from + batchSize));
      } catch (error) {
        for (const id of ids.slice(from)) this.#dirty.add(id);
        throw error;
      }
      if (ids.length > batchSize) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async #indexBatch(batch: readonly string[]): Promise<void> {
    const documents = await this.#documents(batch);
    const present = new Set(documents.map((it) => it.id));
    const gone = batch.filter((id) => !present.has(id));
    this.#vectors.forget(gone);
    if (gone.length > 0) await this.#index.remove(gone);
    if (documents.length > 0) await this.#index.put(documents);
  }

  /** The documents of those tools that can be found, with the vectors that there are. */
  async #documents(ids: readonly string[]): Promise<readonly ToolDocument[]> {
    const documents = ids.flatMap((id) => this.#document(id) ?? []);
    return this.#vectors.attach(documents);
  }

  #document(id: string) {
    const tool = this.#catalogue.tool(id);
    const version = tool === undefined ? undefined : searchedVersion(tool.versions, this.#catalogue.revocations);
    if (version === undefined) return undefined;
    const provider = this.#directory.organisation(version.organisationId)?.name ?? '';
    return toolDocument(version, provider, versionAudience(version, this.#directory), this.#trustKeysOf(version));
  }
}
