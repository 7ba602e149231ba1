import type { Envelope, Invoke } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { AssayError } from './error.js';

/** What a call without a deadline of its own is given by the server, in ms. */
const defaultDeadlineMs = 30_000;
/** How much longer than the call's deadline the client waits, so that the server's own answer is the one that counts. */
const answerMarginMs = 5_000;

export interface InvokeOptions extends RequestOptions {
  /** Runs every stage but the call itself. */
  readonly dryRun?: boolean | undefined;
  /** With false, a failed call returns its envelope, whose `error` says why, instead of throwing. Default true. */
  readonly throwOnFailure?: boolean | undefined;
}

/** The record and result of a call, with its output typed by whoever knows the tool. */
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
    const envelope = await connection.request('invoke', { query, body: call }, { ...options, timeoutMs });
    return envelope as InvocationOf<Output>;
  } catch (error) {
    if (options.throwOnFailure === false && error instanceof AssayError && error.envelope) {
      return error.envelope as InvocationOf<Output>;
    }
    throw error;
  }
}

/** Calls that were made. */
export class Invocations {
  constructor(private readonly connection: Connection) {}

  /** Begins a call and returns at once, most often while it is running; `show` tells what became of it. */
  start(call: Invoke, options?: RequestOptions): Promise<Envelope> {
    return this.connection.request('invoke', { body: call, prefer: 'respond-async' }, options);
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

  /** Cancels a running call; the tool is told. */
  cancel(id: string, options?: RequestOptions): Promise<Envelope> {
    return this.connection.request('cancelInvocation', { path: { id } }, options);
  }
}
