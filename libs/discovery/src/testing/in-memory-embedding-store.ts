import type { EmbeddingChange, EmbeddingStore, KeptEmbedding, Upkeep } from '../embedding/embedding-store.js';
import { fromQuantised, quantised } from '../embedding/quantised-vector.js';

/** Vectors without a database. Changes are reported immediately. */
export class InMemoryEmbeddingStore implements EmbeddingStore {
  readonly #kept = new Map<string, KeptEmbedding & { readonly model: string }>();

  constructor(private readonly tell: (changes: readonly EmbeddingChange[]) => void = () => undefined) {}

  async vectors(model: string, digests: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    return new Map(
      digests.flatMap((digest) => {
        const kept = this.#kept.get(key(model, digest));
        return kept === undefined ? [] : [[digest, kept.vector] as const];
      }),
    );
  }

  async dimensions(model: string): Promise<number | undefined> {
    const kept = [...this.#kept.values()].filter((it) => it.model === model);
    return kept.sort((a, b) => b.at - a.at)[0]?.vector.length;
  }

  async keep(model: string, embeddings: readonly KeptEmbedding[]): Promise<void> {
    const fresh = embeddings.filter(
      ({ digest, vector }) => this.#kept.get(key(model, digest))?.vector.length !== vector.length,
    );
    for (const one of fresh) {
      this.#kept.set(key(model, one.digest), { ...one, model, vector: fromQuantised(quantised(one.vector)) });
    }
    this.tell(fresh.map(({ digest }) => ({ kind: 'embedding', id: digest, state: { id: digest } })));
  }

  async charactersSince(at: number): Promise<number> {
    return [...this.#kept.values()].filter((it) => it.at >= at).reduce((sum, it) => sum + it.characters, 0);
  }

  async prune({ model, dimensions, used, before }: Upkeep): Promise<number> {
    const present = new Set(used());
    const gone = [...this.#kept].filter(([, it]) => {
      if (it.model !== model) return it.at < before;
      return it.vector.length !== (dimensions ?? it.vector.length) || (!present.has(it.digest) && it.at < before);
    });
    for (const [at] of gone) this.#kept.delete(at);
    this.tell(gone.map(([, { digest }]) => ({ kind: 'embedding', id: digest, state: null })));
    return gone.length;
  }
}

const key = (model: string, digest: string) => `${model} ${digest}`;
