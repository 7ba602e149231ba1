import { type Clock, fail } from '@assay/kernel';
import type { FastifyReply } from 'fastify';
import { EventStream } from './event-stream.js';
import { unwrap } from './failure-exception.js';

export interface OpenStreamsLimits {
  /** Streams of one replica. */
  readonly all: number;
  /** Streams of one caller. */
  readonly own: number;
  /** The answer to one too many, and when to come back. */
  readonly message: string;
  readonly retryAfterMs: number;
}

/** The event streams of one kind that are open, at most so many at a time. */
export class OpenStreams {
  /** Whose they are, once a stream. */
  readonly #open: (string | null)[] = [];

  constructor(
    private readonly limits: OpenStreamsLimits,
    private readonly clock: Pick<Clock, 'after'>,
  ) {}

  /**
   * Streams to a client until `send` has ended; the signal is aborted when the client is gone. Where `send` fails, as when a
   * store is unavailable, the stream ends and the client reconnects. Throws `rate_limited` when too many are open.
   */
  async follow(
    principalId: string | null,
    reply: FastifyReply,
    send: (stream: EventStream, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const { all, own, message, retryAfterMs } = this.limits;
    if (this.#open.length >= all || this.#open.filter((it) => it === principalId).length >= own)
      return unwrap(fail('rate_limited', message, { retryAfterMs }));
    this.#open.push(principalId);
    const gone = new AbortController();
    const stream = new EventStream(reply, this.clock);
    stream.onClose(() => gone.abort());
    try {
      await send(stream, gone.signal);
    } catch {
      // The client reconnects.
    } finally {
      this.#open.splice(this.#open.indexOf(principalId), 1);
      stream.end();
    }
  }
}
