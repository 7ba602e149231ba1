import type { Job, Jobs, QueuedPiece, WorkQueue } from '@assay/kernel';
import { attemptDelivery, type DeliveryPorts } from './attempt-delivery.js';
import type { DeliveryStore, QueuedDelivery } from './delivery-store.js';

export interface DeliverPorts extends DeliveryPorts {
  readonly deliveries: Pick<DeliveryStore, 'begin' | 'settle' | 'release' | 'overdue'>;
  readonly jobs: Pick<Jobs, 'add' | 'work'>;
}

/** Attempts under way at once on one replica. */
const concurrency = 8;
/** Attempts to one webhook at once, over all replicas: a slow receiver never takes every place. */
const perWebhook = 2;
const sweepEveryMs = 15_000;
/** What is due for so long is not in the queue: the process that made it died first, or it is of an older version. */
const overdueAfterMs = 15_000;
/** Deliveries that one sweep queues. */
const sweptAtOnce = 500;

/**
 * Delivers webhooks, at least once: an attempt whose outcome could not be kept is made again, under the same id. The queue
 * decides which replica makes which attempt; the deliveries' rows say what is due, so that a lost piece costs a delay.
 */
export class DeliverWebhooks {
  readonly #ports: DeliverPorts;
  readonly #queue: WorkQueue<QueuedDelivery>;

  constructor(ports: DeliverPorts) {
    this.#ports = ports;
    this.#queue = ports.jobs.work<QueuedDelivery>({
      ...{ name: 'webhooks', concurrency, perGroup: perWebhook },
      run: (queued, signal) => this.#attempt(queued, signal),
    });
    ports.jobs.add(this.sweep);
  }

  /** Queues deliveries that were just made. What cannot be queued now is found by the sweep. */
  deliver(due: readonly QueuedDelivery[]): Promise<void> {
    return this.#queue.add(due.map((it) => piece(it, 0))).catch(() => undefined);
  }

  /** Queues a delivery that is to be attempted now, although its next attempt may be queued for later. */
  retry(due: QueuedDelivery): Promise<void> {
    return this.#queue.add([{ ...piece(due, 0), expedite: true }]).catch(() => undefined);
  }

  readonly sweep: Job = {
    name: 'webhooks.sweep',
    everyMs: sweepEveryMs,
    run: async () => {
      const { deliveries, clock } = this.#ports;
      const due = await deliveries.overdue(clock.now() - overdueAfterMs, sweptAtOnce);
      await this.#queue.add(due.map((it) => piece(it, 0)));
    },
  };

  async #attempt(queued: QueuedDelivery, signal: AbortSignal): Promise<void> {
    const { deliveries, clock } = this.#ports;
    const begun = await deliveries.begin(queued.delivery, clock.now());
    if (begun === undefined) return;
    const nextAttemptAt = await attemptDelivery(this.#ports, begun, signal);
    if (nextAttemptAt !== null) await this.#queue.add([piece(queued, Math.max(1, nextAttemptAt - clock.now()))]);
  }
}

const piece = (queued: QueuedDelivery, afterMs: number): QueuedPiece<QueuedDelivery> => ({
  key: queued.delivery,
  group: queued.webhook,
  payload: queued,
  afterMs,
});
