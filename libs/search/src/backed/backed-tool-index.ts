import type { DocumentBatches, IndexAnswer, IndexQuery, IndexStatus, ToolDocument, ToolIndex } from '@assay/discovery';
import type { Clock } from '@assay/kernel';
import { Breaker } from './breaker.js';
import type { DocumentSource, ExternalIndex } from './external-index.js';
import { IndexKeeper } from './index-keeper.js';

export interface BackedOptions {
  readonly external: ExternalIndex;
  /** Answers when the other one does not; always up to date. */
  readonly local: ToolIndex;
  readonly documents: DocumentSource;
  readonly clock: Clock;
  /** How long a search waits for the external engine. */
  readonly answerWithinMs?: number;
  /** Called once when a problem starts, with the reason, and once when it is over, with null. */
  readonly onProblem: (part: 'searching' | 'writing', problem: string | null) => void;
}

const answerWithinDefaultMs = 1_500;

/** Asks for nothing, of the index. */
const trial: IndexQuery = { text: '', capabilities: [], audience: ['public'], sort: 'name', limit: 0 };

/**
 * An external engine with an internal one as fallback. Changes are in the internal one when `put` and `remove` resolve;
 * the external one follows in the background, so that the change feed, and with it a revocation, never waits for it.
 * The search looks candidates up in the catalogue, so outdated documents in the external one do no harm. When it does
 * not answer in time, the internal one does, and the answer states so.
 */
export class BackedToolIndex implements ToolIndex {
  readonly keeper: IndexKeeper;
  readonly #options: BackedOptions;
  readonly #breaker: Breaker;
  #problem: string | null = null;

  constructor(options: BackedOptions) {
    const { external, documents, clock, onProblem } = options;
    this.#options = options;
    this.#breaker = new Breaker(clock);
    this.keeper = new IndexKeeper({
      external,
      documents,
      clock,
      onProblem: (problem) => onProblem('writing', problem),
    });
  }

  async put(documents: readonly ToolDocument[]): Promise<void> {
    await this.#options.local.put(documents);
    this.keeper.put(documents);
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#options.local.remove(ids);
    this.keeper.remove(ids);
  }

  async search(query: IndexQuery): Promise<IndexAnswer> {
    const answer = this.#breaker.admits() ? await this.#tried(query) : undefined;
    return answer ?? this.#fallBack(query);
  }

  /** Finds out whether a problem is over, when it is time to: nobody may be searching who would find out. */
  async lookAgain(): Promise<void> {
    if (this.#problem !== null && this.#breaker.admits()) await this.#tried(trial);
  }

  size(): Promise<number> {
    return this.#options.local.size();
  }

  async clear(): Promise<void> {
    await this.#options.local.clear();
    await this.#options.external.clear();
  }

  /**
   * The internal index is rebuilt here immediately, from the batches; the external one by the replica that maintains
   * it.
   */
  async rebuild(documents: DocumentBatches, progress?: (done: number) => void): Promise<void> {
    await this.#options.local.rebuild(documents, progress);
    const { external } = this.#options;
    await external.want().catch((cause: unknown) => {
      throw new Error(external.reasonOf(cause), { cause });
    });
    this.keeper.wake();
  }

  async status(): Promise<IndexStatus> {
    const { external } = this.#options;
    await this.lookAgain();
    const { pending, problem: writing } = this.keeper;
    const problem = this.#problem ?? (writing === null ? null : `changes cannot be written: ${writing}`);
    try {
      const { building, ...status } = await this.#inTime(external.status());
      return {
        ...status,
        // What cannot be written is not under way.
        ...(building !== undefined && writing === null && { building }),
        ready: status.ready && this.#problem === null,
        ...(problem !== null && { problem }),
        ...(pending !== null && { pending }),
      };
    } catch (error) {
      const problem = external.reasonOf(error);
      return { engine: 'meilisearch', documents: 0, ready: false, problem, ...(pending !== null && { pending }) };
    }
  }

  /** What is wrong with the external engine as far as searches have seen; null when nothing is. */
  get problem(): string | null {
    return this.#problem;
  }

  /** The external engine's answer; undefined when it gives none in time. */
  async #tried(query: IndexQuery): Promise<IndexAnswer | undefined> {
    try {
      const answer = await this.#inTime(this.#options.external.search(query));
      this.#breaker.succeeded();
      this.#say(null);
      return answer;
    } catch (error) {
      this.#breaker.failed();
      this.#say(this.#options.external.reasonOf(error));
      return undefined;
    }
  }

  async #fallBack(query: IndexQuery): Promise<IndexAnswer> {
    const answer = await this.#options.local.search(query);
    return { ...answer, warnings: [...(answer.warnings ?? []), fallBackWarning] };
  }

  #say(problem: string | null): void {
    const isNews = (this.#problem === null) !== (problem === null);
    this.#problem = problem;
    if (isNews) this.#options.onProblem('searching', problem);
  }

  #inTime<T>(work: Promise<T>): Promise<T> {
    const ms = this.#options.answerWithinMs ?? answerWithinDefaultMs;
    return new Promise((resolve, reject) => {
      const cancel = this.#options.clock.after(ms, () => reject(new Error(`no answer within ${ms} ms`)));
      work.then(resolve, reject).finally(cancel);
    });
  }
}

export const fallBackWarning =
  'The search engine does not answer, so the built-in index answered: the order of results may differ.';
