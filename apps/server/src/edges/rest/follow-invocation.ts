import type { Envelope } from '@assay/contracts';
import { type Caller, type Clock, fail, type NumberedEvent, type RunningCalls } from '@assay/core';
import { HttpStatus } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { unwrap } from '../failure-exception.js';
import { EventStream } from './event-stream.js';

/** The last event of every call, whoever tells it. */
const endId = 'end';

export interface FollowParts {
  readonly running: Pick<RunningCalls, 'follow'>;
  /** The envelope of a finished call of this caller. */
  readonly finished: (id: string) => Promise<Envelope | undefined>;
  readonly clock: Pick<Clock, 'after'>;
}

/**
 * Tells a client what happens to a call, from the event after the last one it had. A finished call has its end alone; a
 * client that had that already is told to stay away (204).
 */
export async function followInvocation(
  id: string,
  { principalId }: Caller,
  lastEventId: string | undefined,
  reply: FastifyReply,
  { running, finished, clock }: FollowParts,
): Promise<void> {
  if (lastEventId === endId) return void reply.status(HttpStatus.NO_CONTENT).send();
  let stream: EventStream | undefined;
  const early: NumberedEvent[] = [];
  const tell = (to: EventStream, { number, event }: NumberedEvent): void => {
    to.send(event.kind === 'end' ? endId : String(number), event.kind, event);
    if (event.kind === 'end') to.end();
  };
  const hear = (event: NumberedEvent): void => {
    if (stream === undefined) early.push(event);
    else tell(stream, event);
  };
  const stop = running.follow(id, principalId, Number(lastEventId) || 0, hear);
  if (stop === 'crowded')
    return unwrap(
      fail('rate_limited', 'So many follow this call already: try again later, or look at it from time to time.', {
        retryAfterMs: 1_000,
      }),
    );
  const envelope = stop === 'unknown' ? await finished(id) : undefined;
  if (stop === 'unknown' && envelope === undefined)
    return unwrap(
      fail(
        'not_found',
        `No call of yours that can be followed has the id "${id}": give a call its id, or begin it with Prefer: respond-async.`,
      ),
    );
  const open = new EventStream(reply, clock);
  stream = open;
  if (typeof stop === 'function') open.onClose(stop);
  for (const event of early) tell(open, event);
  if (envelope !== undefined) tell(open, { number: 0, event: { kind: 'end', envelope } });
}
