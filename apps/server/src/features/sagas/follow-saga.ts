import type { Caller } from '@assay/identity';
import { isAtRest, type ManageSagas, type Saga } from '@assay/runs';
import { HttpStatus } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { OpenStreams } from '../../edges/open-streams.js';
import { sagaEventView } from './saga-views.js';

export interface FollowSagaParts {
  readonly manage: Pick<ManageSagas, 'events' | 'news'>;
  readonly streams: Pick<OpenStreams, 'follow'>;
}

/**
 * Streams the events of a saga to a client, after the last one it received, until it rests. A client that received all
 * events of a resting saga gets a 204 and does not reconnect.
 */
export async function followSaga(
  saga: Saga,
  { principalId }: Pick<Caller, 'principalId'>,
  lastEventId: string | undefined,
  reply: FastifyReply,
  { manage, streams }: FollowSagaParts,
): Promise<void> {
  const after = Math.max(0, Math.trunc(Number(lastEventId)) || 0);
  const [first] = await manage.events(saga.id, after, 1);
  if (first === undefined && isAtRest(saga)) return void reply.status(HttpStatus.NO_CONTENT).send();
  await streams.follow(principalId, reply, async (stream, signal) => {
    for await (const event of manage.news(saga, after, signal))
      stream.send(String(event.number), event.kind, sagaEventView(event));
  });
}
