import type { Clock } from '@assay/kernel';
import type { FastifyReply } from 'fastify';
import { EventStream } from './event-stream.js';

/** The last event of every stream. */
export const endId = 'end';

type Event = { readonly kind: string };

/**
 * Sends events to a client; events before its stream is open are queued. The last one, of the kind `end`, ends the
 * stream.
 */
export class Telling {
  #stream: EventStream | undefined;
  readonly #early: (readonly [id: string, event: Event])[] = [];
  #isOver = false;

  readonly hear = <E extends Event>(id: string, event: E): void => {
    if (this.#stream === undefined) this.#early.push([id, event]);
    else this.#tell(this.#stream, id, event);
  };

  /** The stream ends here: the client reconnects with the id of its last event. */
  readonly over = (): void => {
    this.#isOver = true;
    this.#stream?.end();
  };

  open(reply: FastifyReply, clock: Pick<Clock, 'after'>): EventStream {
    const stream = new EventStream(reply, clock);
    this.#stream = stream;
    for (const [id, event] of this.#early.splice(0)) this.#tell(stream, id, event);
    if (this.#isOver) stream.end();
    return stream;
  }

  #tell(stream: EventStream, id: string, event: Event): void {
    stream.send(event.kind === 'end' ? endId : id, event.kind, event);
    if (event.kind === 'end') stream.end();
  }
}
