import type { Clock } from '@assay/kernel';
import type { FastifyReply } from 'fastify';

/** A word of nothing so often, so that proxies keep the connection and a dead one is noticed. */
const heartbeatMs = 15_000;
/**
 * A client that has so much still to read when there is more to tell is let go; it comes back with the id of what it had.
 * One event alone may be longer: a run's end holds its outputs.
 */
const unreadCap = 1_048_576;

/** Server-sent events to one client. */
export class EventStream {
  readonly #raw: FastifyReply['raw'];
  #stopHeart: () => void = () => undefined;

  constructor(
    reply: FastifyReply,
    private readonly clock: Pick<Clock, 'after'>,
  ) {
    reply.hijack();
    this.#raw = reply.raw;
    this.#raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    this.#raw.flushHeaders();
    this.#beat();
  }

  /** Calls once, when the client is gone or the stream is over. */
  onClose(run: () => void): void {
    if (this.#raw.destroyed) run();
    else this.#raw.once('close', run);
  }

  /** JSON has no line breaks of its own. */
  send(id: string, name: string, data: unknown): void {
    if (this.#raw.destroyed || this.#raw.writableEnded) return;
    if (this.#raw.writableLength > unreadCap) this.#raw.destroy();
    else this.#raw.write(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  end(): void {
    this.#stopHeart();
    this.#raw.end();
  }

  #beat(): void {
    this.#stopHeart = this.clock.after(heartbeatMs, () => {
      if (this.#raw.destroyed || this.#raw.writableEnded) return;
      this.#raw.write(': still here\n\n');
      this.#beat();
    });
  }
}
