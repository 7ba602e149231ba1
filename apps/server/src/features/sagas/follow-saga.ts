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
 * Tells a client what happens to a saga, from the event after the last one it had, until it rests. Who had everything
 * of a saga at rest is told to stay away (204).
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
    // The store is away: the client comes back with the id of what it had, and is told by then.
  } finally {
    followers.splice(followers.indexOf(principalId), 1);
    stream.end();
  }
}
