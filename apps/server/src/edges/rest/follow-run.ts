import { type Caller, type Clock, fail, type NumberedRunEvent, type RunCompositions } from '@assay/core';
import { HttpStatus } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { unwrap } from '../failure-exception.js';
import { EventStream } from './event-stream.js';

/** The last event of every run, whoever tells it. */
const endId = 'end';
/** How often a run that is carried out elsewhere is looked at. */
const lookEveryMs = 1_000;

export interface FollowRunParts {
  readonly runs: Pick<RunCompositions, 'follow' | 'show'>;
  readonly clock: Pick<Clock, 'after'>;
}

/**
 * Tells a client what happens to a run, from the event after the last one it had. Of a run that is carried out elsewhere,
 * or waits to be taken up, it hears the end alone; a client that had that already is told to stay away (204).
 */
export async function followRun(
  id: string,
  caller: Caller,
  lastEventId: string | undefined,
  reply: FastifyReply,
  { runs, clock }: FollowRunParts,
): Promise<void> {
  if (lastEventId === endId) return void reply.status(HttpStatus.NO_CONTENT).send();
  unwrap(await runs.show(caller, id));
  let stream: EventStream | undefined;
  const early: NumberedRunEvent[] = [];
  const tell = (to: EventStream, { number, event }: NumberedRunEvent): void => {
    to.send(event.kind === 'end' ? endId : String(number), event.kind, event);
    if (event.kind === 'end') to.end();
  };
  const hear = (event: NumberedRunEvent): void => {
    if (stream === undefined) early.push(event);
    else tell(stream, event);
  };
  const stop = runs.follow(caller, id, Number(lastEventId) || 0, hear);
  if (stop === 'crowded')
    return unwrap(
      fail('rate_limited', 'So many follow this run already: look at it from time to time.', { retryAfterMs: 1_000 }),
    );
  const open = new EventStream(reply, clock);
  stream = open;
  for (const event of early) tell(open, event);
  if (typeof stop === 'function') open.onClose(stop);
  else watch(id, caller, open, { runs, clock });
}

function watch(id: string, caller: Caller, stream: EventStream, { runs, clock }: FollowRunParts): void {
  let stopTimer = (): void => undefined;
  let isGone = false;
  const look = async (): Promise<void> => {
    const shown = await runs.show(caller, id).catch(() => undefined);
    if (isGone) return;
    if (shown?.ok && shown.value.endedAt !== null) {
      stream.send(endId, 'end', { kind: 'end', run: shown.value });
      stream.end();
      return;
    }
    stopTimer = clock.after(lookEveryMs, () => void look());
  };
  stream.onClose(() => {
    isGone = true;
    stopTimer();
  });
  void look();
}
