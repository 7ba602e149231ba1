import type { Clock } from '@assay/kernel';
import type { FastifyReply } from 'fastify';
import { EventStream } from './event-stream.js';

/** The last event of everything that can be followed, whoever tells it. */
export const endId = 'end';

type Event = { readonly kind: string };

/**
 * Tells a client events that may come before its stream can be opened: they are told once it is. The last one, of the kind
 * `end`, ends the stream.
 */
export class Telling {
  #stream: EventStream | undefined;
  readonly #early: (readonly [id: string, event: Event])[] = [];
  #isOver = false;

  readonly hear = <E extends Event>(id: string, event: E): void => {
    if (this.#stream === undefined) this.#early.push([id, event]);
    else this.#tell(this.#stream, id, event);
  };

  /** Nothing more is told here: the client comes back, with the id of what it had. */
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
