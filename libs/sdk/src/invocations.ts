import type {
  CallEventView,
  Envelope,
  FeedbackView,
  Invoke,
  ListedCallView,
  SendFeedback,
  SignedReceipt,
} from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { AssayError } from './error.js';
import { eventsOf } from './event-stream.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** What a call without a deadline of its own is given by the server, in ms. */
const defaultDeadlineMs = 30_000;
/** How much longer than the call's deadline the client waits, so that the server's own answer is the one that counts. */
const answerMarginMs = 5_000;

export interface InvokeOptions extends RequestOptions {
  /** Runs every stage but the call itself. */
  readonly dryRun?: boolean | undefined;
  /** The envelope says how many tokens the call takes, as it does for calls that name `output` or `session`. */
  readonly countTokens?: boolean | undefined;
  /** With false, a failed call returns its envelope, whose `error` says why, instead of throwing. Default true. */
  readonly throwOnFailure?: boolean | undefined;
}

/** The record and result of a call, with its output type chosen by the developer. */
export type InvocationOf<Output> = Omit<Envelope, 'output'> & { output?: Output };

export async function invoke<Output>(
  connection: Connection,
  call: Invoke,
  options: InvokeOptions,
): Promise<InvocationOf<Output>> {
  const deadlineMs = call.deadlineMs ?? defaultDeadlineMs;
  const timeoutMs = options.timeoutMs ?? Math.max(connection.settings.timeoutMs, deadlineMs + answerMarginMs);
  const query = options.dryRun ? ({ dryRun: 'true' } as const) : {};
  try {
    const prefer = options.countTokens ? ('count-tokens' as const) : undefined;
    const envelope = await connection.request('invoke', { query, body: call, prefer }, { ...options, timeoutMs });
    return envelope as InvocationOf<Output>;
  } catch (error) {
    if (options.throwOnFailure === false && error instanceof AssayError && error.envelope) {
      return error.envelope as InvocationOf<Output>;
    }
    throw error;
  }
}

/** A broken stream is opened again after so long, and given up after so many attempts without an event. */
const againMs = 500;
const maxFruitless = 5;

/** Whether the server itself said no, which asking again does not change. */
const refused = (error: unknown): boolean => error instanceof AssayError && error.status !== undefined;

const brokenStream = (id: string): AssayError =>
  new AssayError({
    code: 'unreachable',
    message: `The events of the call ${id} keep disconnecting: GET /v1/invocations/${id} shows the result.`,
  });

/** Calls that were made. */
export class Invocations {
  constructor(private readonly connection: Connection) {}

  /** Accepts or rejects the result of a finished call of your own; the last word counts. */
  feedback(id: string, verdict: SendFeedback, options?: RequestOptions): Promise<FeedbackView> {
    return this.connection.request('sendFeedback', { path: { id }, body: verdict }, options);
  }

  /** Starts a call and returns immediately, usually while it is running; `show` returns its outcome. */
  start(call: Invoke, options?: RequestOptions): Promise<Envelope> {
    return this.connection.request('invoke', { body: call, prefer: 'respond-async' }, options);
  }

  /** Your own calls, or as an administrator those of your organisation; newest first. */
  list(query: ListQuery<'listInvocations'> = {}, options?: RequestOptions): PagedList<ListedCallView> {
    return listing(this.connection, 'listInvocations', { query }, options);
  }

  /** A call of your own. A call that failed is shown as its envelope; nothing is thrown for it. */
  async show(id: string, options?: RequestOptions): Promise<Envelope> {
    try {
      return await this.connection.request('showInvocation', { path: { id } }, options);
    } catch (error) {
      if (error instanceof AssayError && error.envelope?.id === id) return error.envelope;
      throw error;
    }
  }

  /** The signed receipt of a finished call of your own; `verifyReceipt` checks it without a server. */
  receipt(id: string, options?: RequestOptions): Promise<SignedReceipt> {
    return this.connection.request('showReceipt', { path: { id } }, options);
  }

  /**
   * Follows a call of your own whose id you knew beforehand (`start`, or an `id` of your choice), to its end: its stages,
   * what the tool reports, and last the envelope. A connection that breaks is made again where it was.
   */
  async *follow(id: string, { signal }: Pick<RequestOptions, 'signal'> = {}): AsyncGenerator<CallEventView> {
    let last: string | undefined;
    for (let fruitless = 0; ; fruitless += 1) {
      try {
        const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': last };
        const body = await this.connection.stream('followInvocation', { path: { id }, headers }, signal);
        if (body === null) return;
        for await (const event of eventsOf(body)) {
          last = event.id ?? last;
          fruitless = 0;
          const view = JSON.parse(event.data) as CallEventView;
          yield view;
          if (view.kind === 'end') return;
        }
      } catch (error) {
        const isOver = signal?.aborted || fruitless >= maxFruitless || refused(error);
        if (isOver) throw error;
      }
      if (fruitless >= maxFruitless) throw brokenStream(id);
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }

  /** Cancels a running call; the tool is notified. */
  cancel(id: string, options?: RequestOptions): Promise<Envelope> {
    return this.connection.request('cancelInvocation', { path: { id } }, options);
  }
}
