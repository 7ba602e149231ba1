import type { ErasedLearning, LearningView } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';

/** What your organisation learns from its own calls: on until an administrator switches it off. */
export class Learning {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  show(options?: RequestOptions): Promise<LearningView> {
    return this.#connection.request('showLearning', {}, options);
  }

  set(enabled: boolean, options?: RequestOptions): Promise<LearningView> {
    return this.#connection.request('setLearning', { body: { enabled } }, options);
  }

  /** Forgets what was learnt from one principal's calls: your own, or as an administrator anybody's. */
  erasePrincipal(principal: string, options?: RequestOptions): Promise<ErasedLearning> {
    return this.#connection.request('eraseLearningOf', { path: { principal } }, options);
  }

  /** Forgets everything that was learnt. */
  erase(options?: RequestOptions): Promise<void> {
    return this.#connection.request('eraseLearning', {}, options);
  }
}
