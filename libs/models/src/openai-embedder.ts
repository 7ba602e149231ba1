import type { Embedder } from '@assay/discovery';
import { type Failure, ok, type Result } from '@assay/kernel';
import { unusableAnswer } from './endpoint-failure.js';
import { type EndpointOptions, ModelEndpoint } from './model-endpoint.js';
import { readVector } from './read-vector.js';

/** Endpoints take at most so many texts at once; some refuse more than 64. */
const textsAtOnce = 64;

/** Embeds texts through `POST {baseUrl}/embeddings`. */
export class OpenAiEmbedder implements Embedder {
  readonly #options: EndpointOptions;
  readonly #endpoint: ModelEndpoint;
  #dimensions: number | undefined;

  constructor(options: EndpointOptions) {
    this.#options = options;
    this.#endpoint = new ModelEndpoint(options);
  }

  get model(): string {
    return this.#options.model;
  }

  get dimensions(): number | undefined {
    return this.#dimensions;
  }

  async embed(texts: readonly string[], signal: AbortSignal): Promise<Result<readonly Float32Array[], Failure>> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += textsAtOnce) {
      const batch = await this.#embedBatch(texts.slice(from, from + textsAtOnce), signal);
      if (!batch.ok) return batch;
      vectors.push(...batch.value);
    }
    return ok(vectors);
  }

  async #embedBatch(texts: readonly string[], signal: AbortSignal): Promise<Result<Float32Array[], Failure>> {
    const answer = await this.#endpoint.call<unknown>(
      (client, until) =>
        client.embeddings.create(
          // Many endpoints refuse an empty text. Every endpoint writes plain numbers; not every one knows base64.
          { model: this.model, input: texts.map((text) => text.trim() || ' '), encoding_format: 'float' },
          { signal: until },
        ),
      signal,
    );
    if (!answer.ok) return answer;
    return this.#read(answer.value, texts.length);
  }

  #read(answer: unknown, expected: number): Result<Float32Array[], Failure> {
    const rows = (answer as { data?: unknown } | null)?.data;
    if (!Array.isArray(rows) || rows.length !== expected) {
      return unusableAnswer(`did not answer one vector for each of ${expected} texts.`, this.#options);
    }
    const vectors = inOrder(rows).map((row) => readVector(row?.embedding));
    const sound = vectors.filter((vector) => vector !== undefined);
    if (sound.length !== expected) return unusableAnswer('returned an invalid vector.', this.#options);
    const dimensions = this.#dimensions ?? sound[0]?.length;
    const odd = sound.find((vector) => vector.length !== dimensions);
    if (odd !== undefined) {
      return unusableAnswer(
        `answered a vector of ${odd.length} numbers where it answered ${dimensions} before: is it still the same model?`,
        this.#options,
      );
    }
    this.#dimensions = dimensions;
    return ok(sound);
  }
}

interface Row {
  readonly index?: unknown;
  readonly embedding?: unknown;
}

/** By `index`, which says which text a row is of, when every row has one; as they came otherwise. */
function inOrder(rows: readonly (Row | null)[]): readonly (Row | null)[] {
  const byIndex = new Map(rows.map((row) => [row?.index, row]));
  const ordered = rows.map((_, at) => byIndex.get(at));
  return ordered.every((row) => row !== undefined) ? ordered : rows;
}
