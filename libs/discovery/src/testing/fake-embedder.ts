import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { hashedVector } from '@assay/kernel/testing';
import type { Embedder } from '../embedder.js';

/** An embedder that answers when the test releases it, or immediately. */
export class FakeEmbedder implements Embedder {
  readonly model = 'fake-1';
  dimensions: number | undefined;
  length = 16;
  readonly asked: string[][] = [];
  /** What the next questions are answered, one each. */
  readonly failures: Failure[] = [];
  /** Texts that are refused whatever they come with. */
  readonly disliked = new Set<string>();
  /** Holds answers back until the test releases them. */
  gate: Promise<void> = Promise.resolve();

  async embed(texts: readonly string[], signal: AbortSignal): Promise<Result<readonly Float32Array[], Failure>> {
    this.asked.push([...texts]);
    await this.gate;
    if (signal.aborted) return fail('cancelled', 'withdrawn');
    const failure = this.failures.shift();
    if (failure !== undefined) return { ok: false, error: failure };
    if (texts.some((text) => this.disliked.has(text)))
      return fail('upstream_error', 'too odd', { data: { status: 400 } });
    this.dimensions = this.length;
    return ok(texts.map((text) => Float32Array.from(hashedVector(text, this.length))));
  }
}

/** What the next question may be answered. */
export const modelAway: Failure = { code: 'upstream_unavailable', message: 'the endpoint is away' };
