import type { CheckpointState, Clock, Signer } from '@assay/core';
import type pg from 'pg';
import { inTransaction } from '../ownership/in-transaction.js';
import type { PostgresAuditLog } from './postgres-audit-log.js';
import { writeCheckpoint } from './write-checkpoint.js';

export interface CheckpointsOptions {
  readonly pool: pg.Pool;
  readonly audit: Pick<PostgresAuditLog, 'chainId' | 'head'>;
  readonly signer: Signer;
  readonly clock: Clock;
  /** Told of a round that failed; the next one makes up for it. */
  readonly onProblem?: (cause: unknown) => void;
}

/** How long a record can be without a checkpoint while its server runs. */
export const checkpointEveryMs = 60_000;

/** Signs, once a minute and at the end, how far this server's chain has come; a chain that stands still is left alone. */
export class Checkpoints {
  readonly #options: CheckpointsOptions;
  #covered = 0;
  #isOn = true;
  #cancel: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: CheckpointsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#cancel = this.#options.clock.after(checkpointEveryMs, () => {
      this.#running = this.write('open')
        .catch((cause: unknown) => this.#options.onProblem?.(cause))
        .then(() => {
          if (this.#isOn) this.start();
        });
    });
  }

  /** Answers whether there was anything to say. */
  async write(state: Extract<CheckpointState, 'open' | 'closed'>): Promise<boolean> {
    const { audit, pool, signer, clock } = this.#options;
    const { head } = audit;
    if (head === undefined || (state === 'open' && head.sequence === this.#covered)) return false;
    const { chain, sequence, hash } = head;
    await inTransaction(pool, (client) =>
      writeCheckpoint(client, signer, { chain, sequence, hash, state, at: clock.now() }),
    );
    this.#covered = sequence;
    return true;
  }

  /** Ends the chain; to be called when its last record is on the disk. */
  async close(): Promise<void> {
    this.#isOn = false;
    this.#cancel();
    await this.#running;
    await this.write('closed').catch((cause: unknown) => this.#options.onProblem?.(cause));
  }
}
