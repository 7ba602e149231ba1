import type { Envelope } from '@assay/contracts';
import type { RunningCalls } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { type Clock, fail } from '@assay/kernel';
import { HttpStatus } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { EventStream } from '../../edges/event-stream.js';
import { unwrap } from '../../edges/failure-exception.js';
import { endId, Telling } from '../../edges/notifications.js';

/** How often a call that is due later, or that another replica makes, is looked at. */
const lookEveryMs = 1_000;

export interface FollowParts {
  readonly running: Pick<RunningCalls, 'follow'>;
  /** The envelope of a call of this caller that has ended, that is due later, or that another replica makes. */
  readonly finished: (id: string) => Promise<Envelope | undefined>;
  readonly clock: Pick<Clock, 'after'>;
}

/**
 * Streams the events of a call to a client, after the last one it received. A finished call has only its end; a client
 * that already received that gets a 204 and does not reconnect.
 */
export async function followInvocation(
  id: string,
  { principalId }: Caller,
  lastEventId: string | undefined,
  reply: FastifyReply,
  { running, finished, clock }: FollowParts,
): Promise<void> {
  if (lastEventId === endId) return void reply.status(HttpStatus.NO_CONTENT).send();
  const telling = new Telling();
  const stop = running.follow(id, principalId, Number(lastEventId) || 0, ({ number, event }) =>
    telling.hear(String(number), event),
  );
  if (stop === 'crowded')
    return unwrap(
      fail('rate_limited', 'Too many clients follow this call: try again later, or poll it.', {
        retryAfterMs: 1_000,
      }),
    );
  const envelope = stop === 'unknown' ? await finished(id) : undefined;
  if (stop === 'unknown' && envelope === undefined)
    return unwrap(
      fail(
        'not_found',
        `You have no call to follow with the id "${id}": set the id when calling, or start it with Prefer: respond-async.`,
      ),
    );
  const open = telling.open(reply, clock);
  if (typeof stop === 'function') open.onClose(stop);
  if (envelope !== undefined && goesOn(envelope)) followElsewhere(id, open, { finished, clock });
  else if (envelope !== undefined) telling.hear(endId, { kind: 'end', envelope });
}

/** A call that waits for a person ends its events for now: that may take days, and the approval has events of its own. */
const goesOn = ({ status }: Envelope): boolean => status === 'running' || status === 'scheduled';

/** The call is due later, or another replica makes it: its end is all that is heard of it here. */
function followElsewhere(id: string, stream: EventStream, { finished, clock }: Omit<FollowParts, 'running'>): void {
  let isGone = false;
  let stopTimer = (): void => undefined;
  const look = async (): Promise<void> => {
    const envelope = await finished(id).catch(() => undefined);
    if (isGone) return;
    if (envelope === undefined || goesOn(envelope)) return later();
    stream.send(endId, 'end', { kind: 'end', envelope });
    stream.end();
  };
  const later = (): void => {
    stopTimer = clock.after(lookEveryMs, () => void look());
  };
  stream.onClose(() => {
    isGone = true;
    stopTimer();
  });
  later();
}
