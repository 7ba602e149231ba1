import type { Clock, Random } from '@assay/kernel';
import type { AttemptOutcome, ClaimedDelivery, DeliveryQueue } from './delivery-queue.js';
import { pauseAfterMs } from './retry-schedule.js';
import type { SendOutcome, WebhookSender } from './webhook-sender.js';

/** Longer than any attempt takes. After that, a claim counts as abandoned. */
const claimMs = 60_000;

export interface DeliveryPorts {
  readonly queue: DeliveryQueue;
  readonly sender: WebhookSender;
  readonly clock: Clock;
  readonly random: Random;
}

/** The end of a claim made at the given time. */
export const claimedUntil = (at: number): number => at + claimMs;

/** Makes one attempt and settles it. `once`: a failure is final. Settles nothing when stopped in between. */
export async function attemptDelivery(
  { queue, sender, clock, random }: DeliveryPorts,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
  once = false,
): Promise<void> {
  const outcome = await sendOnce(sender, claimed, clock.now(), signal);
  if (!outcome.ok && signal.aborted) return;
  const pauseMs = outcome.ok || once ? null : pauseAfterMs(claimed.attempt, random);
  await queue.settle(claimed, attemptOutcome(outcome, clock.now(), pauseMs));
}

const attemptOutcome = (outcome: SendOutcome, at: number, pauseMs: number | null): AttemptOutcome => ({
  at,
  status: outcome.status,
  error: outcome.ok ? null : outcome.error,
  nextAttemptAt: pauseMs === null ? null : at + pauseMs,
});

function sendOnce(
  sender: WebhookSender,
  { id, url, secret, body }: ClaimedDelivery,
  at: number,
  signal: AbortSignal,
): Promise<SendOutcome> {
  if (secret !== null) return sender.send({ id, url, secret, body, at }, signal);
  const error = 'The secret cannot be decrypted with this server’s encryption key: set a new secret.';
  return Promise.resolve({ ok: false, status: null, error });
}
