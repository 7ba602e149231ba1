import type { ResolveSaga, SagaEventView, SagaView, StartSaga } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { AssayError } from './error.js';
import { eventsOf } from './event-stream.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** A broken stream is opened again after so long, in ms, and given up after so many attempts without an event. */
const againMs = 500;
const maxFruitless = 10;

const isRefused = (error: unknown): boolean => error instanceof AssayError && error.status !== undefined;

const brokenStream = (id: string): AssayError =>
  new AssayError({
    code: 'unreachable',
    message: `The events of the saga ${id} keep disconnecting: GET /v1/sagas/${id} shows the result.`,
  });

/** Steps with a way back. */
export class Sagas {
  constructor(private readonly connection: Connection) {}

  /** Begins a saga and returns at once; with an `idempotencyKey` it may be repeated without harm. */
  start(saga: StartSaga, options?: RequestOptions): Promise<SagaView> {
    return this.connection.request('startSaga', { body: saga }, options);
  }

  /** Your own, and those you may settle, newest first. */
  list(query: ListQuery<'listSagas'> = {}, options?: RequestOptions): PagedList<SagaView> {
    return listing(this.connection, 'listSagas', { query }, options);
  }

  show(id: string, options?: RequestOptions): Promise<SagaView> {
    return this.connection.request('showSaga', { path: { id } }, options);
  }

  /** What happens to a saga, from its beginning until it rests. A connection that breaks is made again where it was. */
  async *follow(id: string, { signal }: Pick<RequestOptions, 'signal'> = {}): AsyncGenerator<SagaEventView> {
    let last: string | undefined;
    for (let fruitless = 0; fruitless < maxFruitless; fruitless += 1) {
      let isFruitful = false;
      try {
        const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': last };
        const body = await this.connection.stream('followSaga', { path: { id }, headers }, signal);
        // Nothing happens to it any more.
        if (body === null) return;
        for await (const event of eventsOf(body)) {
          last = event.id ?? last;
          isFruitful = true;
          yield JSON.parse(event.data) as SagaEventView;
        }
      } catch (error) {
        if (signal?.aborted || isRefused(error)) throw error;
      }
      if (isFruitful) fruitless = -1;
      else await new Promise((resolve) => setTimeout(resolve, againMs));
    }
    throw brokenStream(id);
  }

  /** No further step begins, and what was done is undone. */
  cancel(id: string, options?: RequestOptions): Promise<SagaView> {
    return this.connection.request('cancelSaga', { path: { id } }, options);
  }

  /** Has what could not be undone tried once more, or says that it was settled by hand. */
  resolve(id: string, resolution: ResolveSaga, options?: RequestOptions): Promise<SagaView> {
    return this.connection.request('resolveSaga', { path: { id }, body: resolution }, options);
  }
}
