import type { SagaState } from '@assay/contracts';
import { type Clock, fail, isAtRest, type ManageSagas, type Saga, wait } from '@assay/core';
import { HttpStatus } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { unwrap } from '../failure-exception.js';
import { EventStream } from './event-stream.js';
import { sagaEventView } from './saga-views.js';

/** A saga is carried out by any replica: its rows are looked at so often, in ms. */
const lookEveryMs = 300;
const eventsAtOnce = 200;
/** So many may follow sagas on one replica at a time. */
const mostFollowers = 256;

export interface FollowSagaParts {
  readonly manage: Pick<ManageSagas, 'events'>;
  readonly clock: Pick<Clock, 'after'>;
}

let followers = 0;

/**
 * Tells a client what happens to a saga, from the event after the last one it had, until it rests. Who had everything
 * of a saga at rest is told to stay away (204).
 */
export async function followSaga(
  saga: Saga,
  lastEventId: string | undefined,
  reply: FastifyReply,
  parts: FollowSagaParts,
): Promise<void> {
  const after = Math.max(0, Math.trunc(Number(lastEventId)) || 0);
  const [first] = await parts.manage.events(saga.id, after, 1);
  if (first === undefined && isAtRest(saga)) return void reply.status(HttpStatus.NO_CONTENT).send();
  if (followers >= mostFollowers)
    return unwrap(
      fail('rate_limited', 'So many follow sagas already: try again later, or look at it from time to time.', {
        retryAfterMs: 1_000,
      }),
    );
  followers += 1;
  const gone = new AbortController();
  const stream = new EventStream(reply, parts.clock);
  stream.onClose(() => gone.abort());
  try {
    await tellAll(saga, after, stream, gone.signal, parts);
  } finally {
    followers -= 1;
    stream.end();
  }
}

async function tellAll(
  saga: Saga,
  after: number,
  stream: EventStream,
  gone: AbortSignal,
  { manage, clock }: FollowSagaParts,
): Promise<void> {
  let told = after;
  // Every state is entered with an event: what is told says where the saga is.
  let { state } = saga;
  while (!gone.aborted) {
    const events = await manage.events(saga.id, told, eventsAtOnce);
    for (const event of events) {
      stream.send(String(event.number), event.kind, sagaEventView(event));
      if (event.kind === 'saga.state') state = event.status as SagaState;
      told = event.number;
    }
    if (events.length === eventsAtOnce) continue;
    if (isAtRest({ state }) || !(await wait(clock, lookEveryMs, gone))) return;
  }
}
