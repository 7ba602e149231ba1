import type { ChainBreak, CheckpointState, Clock, Signer } from '@assay/kernel';
import type pg from 'pg';
import { inTransaction } from '../ownership/in-transaction.js';
import type { PostgresAuditLog } from './postgres-audit-log.js';
import { writeCheckpoint } from './write-checkpoint.js';
import { missingAtEnd, type WrittenEnd } from './written-end.js';

export interface CheckpointsOptions {
  readonly pool: pg.Pool;
  readonly audit: Pick<PostgresAuditLog, 'chainId' | 'head'>;
  readonly signer: Signer;
  readonly clock: Clock;
  /** Called for a round that failed; the next one makes up for it. */
  readonly onProblem?: (cause: unknown) => void;
  /** Called when records or checkpoints that this server wrote are gone. */
  readonly onMissing?: (missing: ChainBreak) => void;
}

/** How long a record can be without a checkpoint while its server runs. */
export const checkpointEveryMs = 60_000;

/** Signs, once a minute and at the end, how far this server's chain has come; a chain that stands still is left alone. */
export class Checkpoints {
  readonly #options: CheckpointsOptions;
  #covered = 0;
  #lastNumber = 0;
  #isOn = true;
  #cancel: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: CheckpointsOptions) {
    this.#options = options;
  }

  /** What this server knows to be in the log, since it wrote it. */
  get end(): WrittenEnd {
    return { head: this.#options.audit.head, lastCheckpoint: this.#lastNumber };
  }

  start(): void {
    this.#cancel = this.#options.clock.after(checkpointEveryMs, () => {
      this.#running = this.#round()
        .catch((cause: unknown) => this.#options.onProblem?.(cause))
        .then(() => {
          if (this.#isOn) this.start();
        });
    });
  }

  /** Before anything is signed, what was written before must still be there. */
  async #round(): Promise<void> {
    const { pool, onMissing } = this.#options;
    const missing = await missingAtEnd(pool, this.end);
    if (missing !== undefined) onMissing?.(missing);
    await this.write('open');
  }

  /** Answers whether there was anything to say. */
  async write(state: Extract<CheckpointState, 'open' | 'closed'>): Promise<boolean> {
    const { audit, pool, signer, clock } = this.#options;
    const { head } = audit;
    if (head === undefined || (state === 'open' && head.sequence === this.#covered)) return false;
    const { chain, sequence, hash } = head;
    const written = await inTransaction(pool, (client) =>
      writeCheckpoint(client, signer, { chain, sequence, hash, state, at: clock.now() }),
    );
    if (written !== undefined) this.#lastNumber = written.number;
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
