import type { Caller } from '@assay/identity';
import { type Clock, fail } from '@assay/kernel';
import { isAtRest, type ManageSagas, type Saga } from '@assay/runs';
import { HttpStatus } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { EventStream } from '../../edges/event-stream.js';
import { unwrap } from '../../edges/failure-exception.js';
import { sagaEventView } from './saga-views.js';

/** So many streams of sagas one replica tells at a time, and so many of them to one caller. */
const most = Object.freeze({ all: 256, own: 32 });

export interface FollowSagaParts {
  readonly manage: Pick<ManageSagas, 'events' | 'news'>;
  readonly clock: Pick<Clock, 'after'>;
}

/** Who follows, once a stream. */
const followers: (string | null)[] = [];

/**
 * Streams the events of a saga to a client, after the last one it received, until it rests. A client that received all
 * events of a resting saga gets a 204 and does not reconnect.
 */
export async function followSaga(
  saga: Saga,
  { principalId }: Pick<Caller, 'principalId'>,
  lastEventId: string | undefined,
  reply: FastifyReply,
  parts: FollowSagaParts,
): Promise<void> {
  const after = Math.max(0, Math.trunc(Number(lastEventId)) || 0);
  const [first] = await parts.manage.events(saga.id, after, 1);
  if (first === undefined && isAtRest(saga)) return void reply.status(HttpStatus.NO_CONTENT).send();
  if (followers.length >= most.all || followers.filter((it) => it === principalId).length >= most.own)
    return unwrap(
      fail('rate_limited', 'Too many clients follow sagas: try again later, or poll it.', {
        retryAfterMs: 1_000,
      }),
    );
  followers.push(principalId);
  const gone = new AbortController();
  const stream = new EventStream(reply, parts.clock);
  stream.onClose(() => gone.abort());
  try {
    for await (const event of parts.manage.news(saga, after, gone.signal))
      stream.send(String(event.number), event.kind, sagaEventView(event));
  } catch {
    // The store is unavailable: the client reconnects with the id of its last event, and the stream continues.
  } finally {
    followers.splice(followers.indexOf(principalId), 1);
    stream.end();
  }
}
