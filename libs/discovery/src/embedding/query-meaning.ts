import { type Clock, dayMs, type Failure, lruMap, type Result, startDeadline } from '@assay/kernel';
import type { Embedder } from '../embedder.js';
import { queryText } from './embedding-text.js';

/** What a search knows of a query's meaning: a vector, or why it has to do without. */
export interface Meaning {
  readonly vector?: Float32Array;
  /** Of the parts of a query that asks for several things, where embedding them costs nothing. */
  readonly partVectors?: readonly Float32Array[];
  /** ISO 639-1 code of the query's language when it is known not to be English. */
  readonly language?: string;
  /** The vector says more than the words, which are of another language than most documents. */
  readonly vectorFirst?: true;
  readonly warning?: string;
}

export interface QueryMeaningOptions {
  readonly embedder: Embedder;
  readonly clock: Clock;
  /** Called when the embedder starts to fail, and when it recovers (undefined). */
  readonly onChange: (failure: Failure | undefined) => void;
  /** What one day of questions may cost here, in characters. */
  readonly charactersADay: number;
  /** How long a search waits. */
  readonly withinMs?: number;
  /** Queries that are remembered, the latest. */
  readonly remembered?: number;
}

/** What comes later than a search waits is kept for the next one; after this nobody waits for it. */
const givenUpAfterMs = 5_000;
/** Questions under way at once; further ones are searched by words. */
const maxAtOnce = 16;
/** After so many failures in a row nobody is kept waiting for a while; then one search tries again. */
const failuresToRest = 3;
const restMs = 15_000;

const byWords = (why: string): Meaning => ({ warning: `searched by words alone: ${why}` });

/**
 * Vectors of queries: remembered, asked for once however many ask at the same time, and never waited for longer than a
 * search can bear. What goes wrong costs the search its meaning and nothing else.
 */
export class QueryMeaning {
  readonly #options: Required<QueryMeaningOptions>;
  readonly #known;
  readonly #underWay = new Map<string, Promise<Meaning>>();
  #failures = 0;
  #restsUntil = Number.NEGATIVE_INFINITY;
  /** Characters sent since `#dayBegan`. */
  #spent = 0;
  #dayBegan = Number.NEGATIVE_INFINITY;

  constructor(options: QueryMeaningOptions) {
    this.#options = { withinMs: 300, remembered: 2_000, ...options };
    this.#known = lruMap<string, Float32Array>(this.#options.remembered);
  }

  async of(text: string): Promise<Meaning> {
    const query = queryText(text);
    if (query === '') return {};
    const known = this.#known.get(query);
    if (known !== undefined) return { vector: known };
    const underWay = this.#underWay.get(query);
    if (underWay !== undefined) return this.#patiently(underWay);
    const { clock } = this.#options;
    if (clock.monotonic() < this.#restsUntil) return byWords('the embedding model does not answer at present');
    if (this.#underWay.size >= maxAtOnce) return byWords('the embedding model has too much to do');
    if (!this.#spend(query.length)) return byWords('as much was embedded today as may be');
    return this.#patiently(this.#ask(query));
  }

  /** Whether the day's budget bears it; questions that anybody may ask shall not cost without end. */
  #spend(characters: number): boolean {
    const { clock, charactersADay } = this.#options;
    if (clock.monotonic() >= this.#dayBegan + dayMs) {
      this.#dayBegan = clock.monotonic();
      this.#spent = 0;
    }
    if (this.#spent + characters > charactersADay) return false;
    this.#spent += characters;
    return true;
  }

  /** As much patience as a search has. */
  #patiently(asked: Promise<Meaning>): Promise<Meaning> {
    const { clock, withinMs } = this.#options;
    return new Promise((resolve) => {
      const stopTimer = clock.after(withinMs, () => {
        resolve(byWords(`the embedding model did not answer within ${withinMs} ms`));
      });
      void asked.then((meaning) => {
        stopTimer();
        resolve(meaning);
      });
    });
  }

  /** Never rejects. An answer that comes late counts as none, but is remembered. */
  #ask(query: string): Promise<Meaning> {
    const { clock, embedder, withinMs } = this.#options;
    // While it fails, one search at a time finds out whether it still does.
    if (this.#failures >= failuresToRest) this.#restsUntil = clock.monotonic() + restMs;
    let isLate = false;
    const stopWaiting = clock.after(withinMs, () => {
      isLate = true;
      this.#fail({ code: 'deadline_exceeded', message: `A query was not embedded within ${withinMs} ms.` });
    });
    const limit = startDeadline(clock, givenUpAfterMs);
    const asked = embedder
      .embed([query], limit.signal)
      .then((answer) => this.#settle(query, answer, isLate))
      .finally(() => {
        stopWaiting();
        limit.end();
        this.#underWay.delete(query);
      });
    this.#underWay.set(query, asked);
    return asked;
  }

  #settle(query: string, answer: Result<readonly Float32Array[], Failure>, isLate: boolean): Meaning {
    const vector = answer.ok ? answer.value[0] : undefined;
    if (vector !== undefined) this.#known.set(query, vector);
    if (isLate) return byWords('the embedding model answered late');
    if (!answer.ok) return this.#fail(answer.error);
    if (vector === undefined) return {};
    if (this.#failures >= failuresToRest) this.#options.onChange(undefined);
    this.#failures = 0;
    this.#restsUntil = Number.NEGATIVE_INFINITY;
    return { vector };
  }

  #fail(failure: Failure): Meaning {
    const { clock, onChange } = this.#options;
    this.#failures += 1;
    if (this.#failures === failuresToRest) onChange(failure);
    if (this.#failures >= failuresToRest) this.#restsUntil = clock.monotonic() + restMs;
    return byWords('the embedding model failed');
  }
}
