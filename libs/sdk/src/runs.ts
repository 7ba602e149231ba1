import type { RunBody, RunCheck, RunEventView, RunSummary, RunView } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { AssayError } from './error.js';
import { eventsOf } from './event-stream.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** What a run without a deadline of its own is given by the server, and how much longer the client waits, in ms. */
const defaultDeadlineMs = 30_000;
const answerMarginMs = 5_000;
/**
 * A broken stream is opened again after so long, in ms, and so much longer after each attempt without an event; given up
 * after so many of these, which is half a minute: a server that is started again is back by then.
 */
const againMs = 500;
const maxFruitless = 10;

/** What no further attempt changes: not that the server is crowded, or stops just now. */
const isRefused = (error: unknown): boolean =>
  error instanceof AssayError && error.status !== undefined && error.status < 500 && error.status !== 429;

/** Plans, pipelines, composed tools and chains: checked and run. */
export class Runs {
  constructor(private readonly connection: Connection) {}

  /** Everything that can be said of a composition before it runs. Nothing is called. */
  check(composition: RunBody, options?: RequestOptions): Promise<RunCheck> {
    return this.connection.request('checkPlan', { body: composition }, options);
  }

  /**
   * Runs a composition and returns when it has ended, or waits for a person. That steps failed is in the run; what is wrong
   * with the composition itself rejects with an `AssayError` that has every problem, and nothing was called.
   */
  execute(composition: RunBody, options: RequestOptions = {}): Promise<RunView> {
    const deadlineMs = composition.deadlineMs ?? defaultDeadlineMs;
    const timeoutMs = options.timeoutMs ?? Math.max(this.connection.settings.timeoutMs, deadlineMs + answerMarginMs);
    return this.connection.request('executePlan', { body: composition }, { ...options, timeoutMs });
  }

  /** Starts a run and returns immediately; `show` and `follow` report its outcome. */
  start(composition: RunBody, options?: RequestOptions): Promise<RunView> {
    return this.connection.request('executePlan', { body: composition, prefer: 'respond-async' }, options);
  }

  /**
   * Continues a run that failed, partly succeeded or was cancelled, within 24 hours of its start: successful steps are
   * not repeated. Returns immediately; `show` and `follow` report its outcome.
   */
  resume(id: string, options?: RequestOptions): Promise<RunView> {
    return this.connection.request('resumeRun', { path: { id }, prefer: 'respond-async' }, options);
  }

  /** Your own, newest first. */
  list(query: ListQuery<'listRuns'> = {}, options?: RequestOptions): PagedList<RunSummary> {
    return listing(this.connection, 'listRuns', { query }, options);
  }

  show(id: string, options?: RequestOptions): Promise<RunView> {
    return this.connection.request('showRun', { path: { id } }, options);
  }

  /** What happens to a run of your own, to its end. A connection that breaks is made again where it was. */
  async *follow(id: string, { signal }: Pick<RequestOptions, 'signal'> = {}): AsyncGenerator<RunEventView> {
    let last: string | undefined;
    for (let fruitless = 0; ; fruitless += 1) {
      try {
        const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': last };
        const body = await this.connection.stream('followRun', { path: { id }, headers }, signal);
        if (body === null) return;
        for await (const event of eventsOf(body)) {
          last = event.id ?? last;
          fruitless = 0;
          const view = JSON.parse(event.data) as RunEventView;
          yield view;
          if (view.kind === 'end') return;
        }
      } catch (error) {
        if (signal?.aborted || fruitless >= maxFruitless || isRefused(error)) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, againMs * Math.max(1, fruitless)));
    }
  }

  /** Cancels a run: steps under way are cancelled, no other one begins, what was done stays done. */
  cancel(id: string, options?: RequestOptions): Promise<RunView> {
    return this.connection.request('cancelRun', { path: { id } }, options);
  }
}
