import { backOffMs, type Clock, dayMs, type Failure, type Job, type Pause } from '@assay/kernel';
import type { Embedder } from '../embedder.js';
import type { EmbeddingStore, KeptEmbedding } from './embedding-store.js';
import type { EmbeddingText } from './embedding-text.js';
import type { EmbeddableTools, ToolVectors } from './tool-vectors.js';

const everyMs = 10_000;
/** Texts that are looked up at once. */
const lookedUpAtOnce = 500;
/** Texts that are embedded at once; after each batch others have a moment, and what came is durable. */
export const embeddedAtOnce = 32;
/** After the n-th failure in a row, n turns of waiting, doubled each time, up to this. */
const maxRestMs = 600_000;
/** A text that the endpoint refuses is offered again after this. */
const refusedForMs = dayMs;
/** A vector that nobody needs is kept this long: a version may come back, and so may a model. */
const unusedForMs = 30 * dayMs;

export interface EmbedMissingPorts {
  readonly embedder: Embedder;
  readonly store: EmbeddingStore;
  readonly vectors: ToolVectors;
  readonly tools: EmbeddableTools;
  readonly clock: Pick<Clock, 'now'>;
  /** Between two batches. */
  readonly pause: Pause;
  /** What one day may cost, in characters of text sent; what all replicas embedded counts. */
  readonly charactersADay: number;
}

/** How far it has come, for those who run the server. */
export interface EmbeddingProgress {
  readonly model: string;
  /** Texts without a vector. */
  readonly waiting: number;
  /** Of these, texts that the endpoint refused. */
  readonly refused: number;
  /** Why nothing goes on at present. */
  readonly problem: string | null;
}

interface Missing extends EmbeddingText {
  readonly organisationId: string;
}

/**
 * Embeds texts without a vector: in batches, each stored before the next is sent, so that a crash costs one batch at
 * most; within the daily limit; with pauses that grow while the endpoint fails. Runs in the background on one replica
 * at a time; the change feed updates the others, and the index here.
 */
export class EmbedMissing implements Job {
  readonly name = 'embed-missing';
  readonly everyMs = everyMs;
  readonly #refused = new Map<string, number>();
  #failures = 0;
  #restsUntil = 0;
  #prunedAt = 0;
  #prunedFor: number | undefined;
  #problem: string | null = null;

  constructor(private readonly ports: EmbedMissingPorts) {}

  get progress(): EmbeddingProgress {
    const { embedder, vectors } = this.ports;
    const refused = [...this.#refused.keys()].filter((digest) => vectors.waiting.has(digest)).length;
    return { model: embedder.model, waiting: vectors.waiting.size, refused, problem: this.#problem };
  }

  /** Throws, with what the endpoint said, when a pass could not be finished. */
  run = async (signal: AbortSignal): Promise<void> => {
    if (this.ports.clock.now() < this.#restsUntil) return;
    const waiting = [...this.ports.vectors.waiting].filter((digest) => !this.#isRefused(digest));
    for (let from = 0; from < waiting.length; from += lookedUpAtOnce) {
      const missing = await this.#missing(waiting.slice(from, from + lookedUpAtOnce));
      let spent = await this.ports.store.charactersSince(this.ports.clock.now() - dayMs);
      for (let at = 0; at < missing.length; at += embeddedAtOnce) {
        if (signal.aborted) return;
        const batch = missing.slice(at, at + embeddedAtOnce);
        if (!this.#isAffordable(batch, spent)) return;
        await this.#embed(batch, signal);
        spent += characters(batch);
        await this.ports.pause();
      }
    }
    this.#problem = null;
    await this.#prune();
  };

  /** Those that nobody has embedded yet, with their texts. */
  async #missing(digests: readonly string[]): Promise<Missing[]> {
    const { store, embedder, vectors, tools } = this.ports;
    const present = await store.vectors(embedder.model, digests);
    return digests.flatMap((digest) => {
      const vector = present.get(digest);
      if (vector !== undefined && vector.length === (embedder.dimensions ?? vector.length)) return [];
      const [tool] = vectors.toolsOf(digest);
      const text = tool === undefined ? undefined : tools.textOf(tool);
      return text?.digest === digest ? [text] : [];
    });
  }

  #isAffordable(batch: readonly Missing[], spent: number): boolean {
    const { charactersADay } = this.ports;
    if (spent + characters(batch) <= charactersADay) return true;
    this.#problem = `${spent} of the ${charactersADay} characters of a day are spent`;
    return false;
  }

  /**
   * A batch that is refused is sent text by text, so that one bad text keeps none of the others back. When none of them is
   * taken, it is not the texts that are bad: the endpoint is left alone for a while, like one that fails.
   */
  async #embed(batch: readonly Missing[], signal: AbortSignal): Promise<void> {
    const { embedder, store, clock } = this.ports;
    const made = await embedder.embed(
      batch.map(({ text }) => text),
      signal,
    );
    if (made.ok) {
      this.#failures = 0;
      const at = clock.now();
      await store.keep(
        embedder.model,
        made.value.map((vector, n) => kept(batch[n] as Missing, vector, at)),
      );
      return;
    }
    if (!isRefusal(made.error)) return this.#rest(made.error);
    const [only] = batch;
    if (batch.length === 1 && only !== undefined) this.#refused.set(only.digest, clock.now());
    else for (const one of batch) await this.#embed([one], signal);
    if (batch.length > 1 && batch.every(({ digest }) => this.#isRefused(digest))) this.#rest(made.error);
  }

  #rest(failure: Failure): void {
    if (failure.code === 'cancelled') return;
    const { clock } = this.ports;
    this.#failures += 1;
    this.#restsUntil = clock.now() + backOffMs({ firstMs: everyMs, maxMs: maxRestMs }, this.#failures - 1, failure);
    this.#problem = failure.message;
    throw new Error(failure.message);
  }

  #isRefused(digest: string): boolean {
    const at = this.#refused.get(digest);
    if (at === undefined) return false;
    if (at + refusedForMs > this.ports.clock.now()) return true;
    this.#refused.delete(digest);
    return false;
  }

  /** Once a day, and when it becomes known how long the model's vectors are. */
  async #prune(): Promise<void> {
    const { embedder, store, vectors, clock } = this.ports;
    const { model, dimensions } = embedder;
    const now = clock.now();
    if (this.#prunedFor === dimensions && this.#prunedAt + dayMs > now) return;
    await store.prune({ model, dimensions, used: vectors.used, before: now - unusedForMs });
    this.#prunedAt = now;
    this.#prunedFor = dimensions;
  }
}

const kept = ({ digest, text, organisationId }: Missing, vector: Float32Array, at: number): KeptEmbedding => ({
  digest,
  vector,
  characters: text.length,
  organisationId,
  at,
});

const characters = (batch: readonly Missing[]): number => batch.reduce((sum, { text }) => sum + text.length, 0);

/** The endpoint took the question and did not like these texts. */
const isRefusal = ({ code, data }: Failure): boolean => code === 'upstream_error' && data?.status !== undefined;
