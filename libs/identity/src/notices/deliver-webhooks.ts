import { attemptDelivery, claimedUntil, type DeliveryPorts } from './attempt-delivery.js';
import type { ClaimedDelivery } from './delivery-queue.js';

/** Maximum concurrent attempts on one replica. */
const bound = 8;
/** Maximum concurrent attempts to one webhook: a slow receiver never takes all of the slots. */
const boundPerWebhook = 2;

/**
 * Delivers what is due, at least once: an attempt that was made but could not be recorded is made again, under the same
 * id. One loop per replica; replicas share the work through claims.
 */
export class DeliverWebhooks {
  readonly #ports: DeliveryPorts;
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #loop: Promise<void> | null = null;
  #wanted = false;
  #ring: () => void = () => undefined;
  #problem: unknown = null;

  constructor(ports: DeliveryPorts) {
    this.#ports = ports;
  }

  /** Delivers until nothing is due. Throws when the queue could not be read or written; the deliveries stay due. */
  pass(): Promise<void> {
    if (this.#stopping.signal.aborted) return Promise.resolve();
    this.#wanted = true;
    this.#ring();
    this.#loop ??= this.#work();
    return this.#loop;
  }

  /** Signals that a delivery may be due. A failure is left to the next pass. */
  wake = (): void => void this.pass().catch(() => undefined);

  /** Aborts running attempts without counting them as failed: their claims expire, and they are made again. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#ring();
    await this.#loop?.catch(() => undefined);
  }

  async #work(): Promise<void> {
    try {
      while (this.#wanted && !this.#stopping.signal.aborted) {
        this.#wanted = false;
        await this.#drain();
      }
      if (this.#problem !== null) throw this.#problem;
    } finally {
      while (this.#underWay.size > 0) await Promise.race(this.#underWay);
      this.#problem = null;
      this.#loop = null;
    }
  }

  async #drain(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const rung = new Promise<void>((resolve) => {
        this.#ring = resolve;
      });
      const claimed = await this.#claim();
      for (const it of claimed) this.#start(it);
      if (claimed.length === 0 && this.#underWay.size === 0) return;
      // With a free slot there may be more to claim; without one, or with nothing claimed, wait for an event.
      if (claimed.length === 0 || this.#underWay.size >= bound) await Promise.race([...this.#underWay, rung]);
    }
  }

  async #claim(): Promise<readonly ClaimedDelivery[]> {
    const limit = bound - this.#underWay.size;
    if (limit <= 0) return [];
    const at = this.#ports.clock.now();
    return this.#ports.queue.claim({ limit, perWebhook: boundPerWebhook, at, until: claimedUntil(at) });
  }

  #start(claimed: ClaimedDelivery): void {
    const attempt: Promise<void> = attemptDelivery(this.#ports, claimed, this.#stopping.signal)
      .then(
        () => undefined,
        (problem) => {
          this.#problem = problem;
        },
      )
      .finally(() => this.#underWay.delete(attempt));
    this.#underWay.add(attempt);
  }
}
