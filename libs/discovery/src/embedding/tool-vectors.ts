import type { Embedder } from '../embedder.js';
import type { ToolDocument } from '../tool-index.js';
import type { EmbeddingStore } from './embedding-store.js';
import { type EmbeddingText, embeddingText } from './embedding-text.js';
import type { DocumentVectors } from './local-embedding.js';

/** Texts for the embedder, from memory. */
export interface EmbeddableTools {
  /** The present text of a tool and whose it is. Undefined when it is gone or private: a private text never leaves. */
  textOf(tool: string): (EmbeddingText & { readonly organisationId: string }) | undefined;
  mayLeave(tool: string): boolean;
}

/**
 * Which tools have which text, and which of these texts wait for a vector. Documents on their way into the index are
 * given the vectors that are there; the others go without, and their tools are named again once it has come.
 */
export class ToolVectors implements DocumentVectors {
  readonly #digests = new Map<string, string>();
  readonly #tools = new Map<string, Set<string>>();
  readonly #waiting = new Set<string>();

  constructor(
    private readonly embedder: Pick<Embedder, 'model' | 'dimensions'>,
    private readonly store: Pick<EmbeddingStore, 'vectors'>,
    private readonly tools: Pick<EmbeddableTools, 'mayLeave'>,
  ) {}

  /** Digests without a vector. */
  get waiting(): ReadonlySet<string> {
    return this.#waiting;
  }

  /** Digests of all texts in use. */
  used = (): Iterable<string> => this.#tools.keys();

  /** The tools with a text, whose documents must be updated when its vector is added or removed. */
  toolsOf = (digest: string): readonly string[] => [...(this.#tools.get(digest) ?? [])];

  /** The same documents, with their vectors. One query for all of them. */
  async attach(documents: readonly ToolDocument[]): Promise<readonly ToolDocument[]> {
    const digests = documents.map((document) => this.#remember(document));
    const wanted = [...new Set(digests)].filter((digest) => digest !== undefined);
    if (wanted.length === 0) return documents;
    const vectors = await this.store.vectors(this.embedder.model, wanted);
    return documents.map((document, at) => {
      const digest = digests[at];
      if (digest === undefined) return document;
      const vector = vectors.get(digest);
      if (vector !== undefined && this.#fits(vector)) {
        this.#waiting.delete(digest);
        return { ...document, vector };
      }
      if (this.#tools.has(digest)) this.#waiting.add(digest);
      return document;
    });
  }

  /** These tools are in the index no more. */
  forget(ids: readonly string[]): void {
    for (const id of ids) this.#release(id);
  }

  /** Whether it is as long as the model's vectors are now; until that is known, any is. */
  #fits({ length }: Float32Array): boolean {
    return length === (this.embedder.dimensions ?? length);
  }

  /** The digest of a document's text; undefined when the text may not leave. */
  #remember(document: ToolDocument): string | undefined {
    const digest = this.tools.mayLeave(document.id) ? embeddingText(document).digest : undefined;
    if (this.#digests.get(document.id) === digest) return digest;
    this.#release(document.id);
    if (digest === undefined) return undefined;
    this.#digests.set(document.id, digest);
    const tools = this.#tools.get(digest);
    if (tools === undefined) this.#tools.set(digest, new Set([document.id]));
    else tools.add(document.id);
    return digest;
  }

  #release(id: string): void {
    const digest = this.#digests.get(id);
    if (digest === undefined) return;
    this.#digests.delete(id);
    const tools = this.#tools.get(digest);
    tools?.delete(id);
    if (tools?.size !== 0) return;
    this.#tools.delete(digest);
    this.#waiting.delete(digest);
  }
}
