import type { RunStatus } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { type Clock, fail } from '@assay/kernel';
import { isOpenRun, type ShowRuns } from '@assay/runs';
import { HttpStatus } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { EventStream } from '../../edges/event-stream.js';
import { unwrap } from '../../edges/failure-exception.js';
import { endId, Telling } from '../../edges/notifications.js';

/** How often a run that is carried out elsewhere is looked at. */
const lookEveryMs = 1_000;
/** So many may follow runs that are carried out elsewhere, on one replica at a time. */
const maxWatchers = 256;

export interface FollowRunParts {
  readonly runs: Pick<ShowRuns, 'follow' | 'show' | 'standing'>;
  readonly clock: Pick<Clock, 'after'>;
}

let watchers = 0;

/**
 * Streams the events of a run to a client, after the last one it received. For a run that another replica executes, or
 * that is queued, it receives the current state and the end; a client that already received the end gets a 204 and does
 * not reconnect. When another replica continues the run the stream ends: the client reconnects, and the stream
 * continues.
 */
export async function followRun(
  id: string,
  caller: Caller,
  lastEventId: string | undefined,
  reply: FastifyReply,
  { runs, clock }: FollowRunParts,
): Promise<void> {
  const shown = unwrap(await runs.show(caller, id));
  // A run that was resumed since has another end to come.
  if (lastEventId === endId && shown.endedAt !== null) return void reply.status(HttpStatus.NO_CONTENT).send();
  const telling = new Telling();
  const stop = runs.follow(
    caller,
    id,
    lastEventId,
    ({ id: eventId, event }) => telling.hear(eventId, event),
    telling.over,
  );
  if (stop === 'crowded' || (stop === 'unknown' && watchers >= maxWatchers))
    return unwrap(fail('rate_limited', 'Too many clients follow this run: poll it instead.', { retryAfterMs: 1_000 }));
  const open = telling.open(reply, clock);
  if (typeof stop === 'function') open.onClose(stop);
  else watch(id, caller, open, { runs, clock });
}

function watch(id: string, caller: Caller, stream: EventStream, { runs, clock }: FollowRunParts): void {
  let stopTimer = (): void => undefined;
  let isGone = false;
  let sent: RunStatus | undefined;
  const end = async (): Promise<void> => {
    const shown = await runs.show(caller, id);
    if (shown.ok && shown.value.endedAt !== null) stream.send(endId, 'end', { kind: 'end', run: shown.value });
    stream.end();
  };
  const look = async (): Promise<void> => {
    const status = await runs.standing(caller, id);
    if (isGone) return;
    if (status === undefined || !isOpenRun(status)) return end();
    if (status !== sent) stream.send('elsewhere', 'status', { kind: 'status', status });
    sent = status;
    stopTimer = clock.after(lookEveryMs, lookOrLater);
  };
  // What cannot be asked just now is asked again.
  const lookOrLater = (): void =>
    void look().catch(() => {
      if (!isGone) stopTimer = clock.after(lookEveryMs, lookOrLater);
    });
  watchers += 1;
  stream.onClose(() => {
    watchers -= 1;
    isGone = true;
    stopTimer();
  });
  lookOrLater();
}
