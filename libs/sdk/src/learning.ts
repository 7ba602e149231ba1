import type { LearningView } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';

/** What your organisation learns from its own calls: off until an administrator switches it on. */
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

  /** Forgets everything that was learnt. */
  erase(options?: RequestOptions): Promise<void> {
    return this.#connection.request('eraseLearning', {}, options);
  }
}
