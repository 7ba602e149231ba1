import type { QuestionView } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** Questions that compositions ask people. */
export class Questions {
  constructor(private readonly connection: Connection) {}

  /** Newest first: those you asked and those you may answer. */
  list(query: ListQuery<'listQuestions'> = {}, options?: RequestOptions): PagedList<QuestionView> {
    return listing(this.connection, 'listQuestions', { query }, options);
  }

  show(id: string, options?: RequestOptions): Promise<QuestionView> {
    return this.connection.request('showQuestion', { path: { id } }, options);
  }

  /** Answers a question, once: the composition that asks continues. */
  answer(id: string, answer: unknown, options?: RequestOptions): Promise<QuestionView> {
    return this.connection.request('answerQuestion', { path: { id }, body: { answer } }, options);
  }
}
