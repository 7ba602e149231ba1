import { idempotencyDefaults } from '@assay/gateway';
import type { Clock } from '@assay/kernel';
import type pg from 'pg';

export interface HolderLeaseOptions {
  readonly pool: pg.Pool;
  /** Of this process and start. */
  readonly id: string;
  /** Where it runs, one process at a time: the leases of those before it are over when it begins. */
  readonly place?: string | undefined;
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  /** How long after its last word the process counts as dead; 10 s. It speaks five times as often. */
  readonly leaseMs?: number;
  readonly onProblem?: (cause: unknown) => void;
}

/** Says that this process lives, from its first claim to its end. By the database's clock. */
export class HolderLease {
  readonly #options: HolderLeaseOptions;
  #begun: Promise<void> | undefined;
  #cancel: () => void = () => undefined;
  #isOver = false;
  #renewedAt = Number.NEGATIVE_INFINITY;

  constructor(options: HolderLeaseOptions) {
    this.#options = options;
  }

  /** The holder's id, with a lease that has been written. */
  async hold(): Promise<string> {
    this.#begun ??= this.#begin();
    await this.#begun;
    return this.#options.id;
  }

  /** Whether the lease was renewed within so long. */
  isRenewedWithin = (ms: number): boolean => this.#options.clock.monotonic() - this.#renewedAt < ms;

  /** What is held is anybody's from now on. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#cancel();
    if (this.#begun === undefined) return;
    // Rounded up to the milliseconds of the column, the lease would last for another moment.
    const text = `UPDATE idempotency_holders SET lease_until = date_trunc('milliseconds', clock_timestamp()) WHERE id = $1`;
    await this.#options.pool.query(text, [this.#options.id]).catch((cause) => this.#options.onProblem?.(cause));
  }

  /** What fails is tried again by the next who asks. */
  async #begin(): Promise<void> {
    try {
      await this.#succeed();
      await this.#renew();
    } catch (cause) {
      this.#begun = undefined;
      throw cause;
    }
    this.#later();
  }

  #later(): void {
    if (this.#isOver) return;
    this.#cancel = this.#options.clock.after(this.#leaseMs / 5, () => {
      if (this.#isOver) return;
      this.#renew()
        .catch((cause) => this.#options.onProblem?.(cause))
        .finally(() => this.#later());
    });
  }

  get #leaseMs(): number {
    return this.#options.leaseMs ?? idempotencyDefaults.leaseMs;
  }

  /** The former holder is dead. */
  async #succeed(): Promise<void> {
    const { pool, id, place } = this.#options;
    if (place === undefined) return;
    await pool.query(
      `UPDATE idempotency_holders SET lease_until = clock_timestamp()
       WHERE place = $1 AND id <> $2 AND lease_until > clock_timestamp()`,
      [place, id],
    );
  }

  async #renew(): Promise<void> {
    const begunAt = this.#options.clock.monotonic();
    await this.#options.pool.query({
      name: 'renew-holder',
      text: `INSERT INTO idempotency_holders (id, place, lease_until)
        VALUES ($1, $3, clock_timestamp() + $2 * interval '1 ms')
        ON CONFLICT (id) DO UPDATE SET lease_until = EXCLUDED.lease_until`,
      values: [this.#options.id, this.#leaseMs, this.#options.place ?? null],
    });
    this.#renewedAt = begunAt;
  }
}
