import type { Clock, Random } from '@assay/kernel';
import type { AttemptOutcome, BegunDelivery, DeliveryStore } from './delivery-store.js';
import { pauseAfterMs } from './retry-schedule.js';
import type { SendOutcome, WebhookSender } from './webhook-sender.js';

export interface DeliveryPorts {
  readonly deliveries: Pick<DeliveryStore, 'settle' | 'release'>;
  readonly sender: WebhookSender;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Makes one attempt, settles it, and answers when the next one is due. `once`: a failure is final. An attempt that is cut
 * short is due again and rejects.
 */
export async function attemptDelivery(
  { deliveries, sender, clock, random }: DeliveryPorts,
  begun: BegunDelivery,
  signal: AbortSignal,
  once = false,
): Promise<number | null> {
  const sent = await sendOnce(sender, begun, clock.now(), signal);
  if (!sent.ok && signal.aborted) {
    await deliveries.release(begun, clock.now());
    signal.throwIfAborted();
  }
  const pauseMs = sent.ok || once ? null : pauseAfterMs(begun.attempt, random);
  const outcome = attemptOutcome(sent, clock.now(), pauseMs);
  return (await deliveries.settle(begun, outcome)) ? outcome.nextAttemptAt : null;
}

const attemptOutcome = (outcome: SendOutcome, at: number, pauseMs: number | null): AttemptOutcome => ({
  at,
  status: outcome.status,
  error: outcome.ok ? null : outcome.error,
  nextAttemptAt: pauseMs === null ? null : at + pauseMs,
});

function sendOnce(
  sender: WebhookSender,
  { id, url, secret, body }: BegunDelivery,
  at: number,
  signal: AbortSignal,
): Promise<SendOutcome> {
  if (secret !== null) return sender.send({ id, url, secret, body, at }, signal);
  const error = 'The secret cannot be decrypted with this server’s encryption key: set a new secret.';
  return Promise.resolve({ ok: false, status: null, error });
}
