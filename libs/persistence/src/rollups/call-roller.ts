import { type Clock, dayMs, type Job, minuteMs } from '@assay/kernel';
import type pg from 'pg';
import { beginRollup, endRollup, rollUpCalls } from './roll-up-calls.js';

export interface CallRollerOptions {
  readonly pool: pg.Pool;
  /** Of this server's audit log. */
  readonly chain: string;
  readonly clock: Pick<Clock, 'after' | 'now'>;
  /** Called for a pass that failed; the next one makes up for it. */
  readonly onProblem?: (cause: unknown) => void;
}

/** How long recorded calls wait to be counted, so that many are counted together. */
const everyMs = 1_000;
/** Cursors of chains that ended this long ago go. */
const endedForMs = dayMs;

/** Counts the calls of this server's chain after they were recorded, and those that dead servers left uncounted. */
export class CallRoller {
  readonly #options: CallRollerOptions;
  #cancel: (() => void) | undefined;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: CallRollerOptions) {
    this.#options = options;
  }

  start(): Promise<void> {
    return beginRollup(this.#options.pool, this.#options.chain);
  }

  /** Records were written. */
  note = (): void => {
    if (this.#isClosed) return;
    this.#cancel ??= this.#options.clock.after(everyMs, () => {
      this.#cancel = undefined;
      void this.run().catch((cause: unknown) => {
        this.#options.onProblem?.(cause);
        this.note();
      });
    });
  };

  /** Counts everything recorded so far; passes follow one another. */
  run(): Promise<void> {
    const { pool, chain } = this.#options;
    this.#running = this.#running.catch(() => {}).then(async () => void (await rollUpCalls(pool, chain)));
    return this.#running;
  }

  /** To be called when the last record is on the disk. What cannot be counted now, another server counts. */
  async close(): Promise<void> {
    const { pool, chain, onProblem } = this.#options;
    this.#isClosed = true;
    this.#cancel?.();
    await this.run().then(
      () => endRollup(pool, chain),
      (cause: unknown) => onProblem?.(cause),
    );
  }

  /** Counts what servers recorded that stopped before it was counted. */
  get job(): Job {
    const { pool, chain, clock } = this.#options;
    return {
      name: 'rollups.left',
      everyMs: minuteMs,
      run: async (signal) => {
        const { rows } = await pool.query<{ chain: string }>(
          'SELECT chain FROM call_rollup_cursors WHERE chain <> $1 ORDER BY chain',
          [chain],
        );
        for (const left of rows) {
          if (signal.aborted) return;
          await rollUpCalls(pool, left.chain);
        }
        await pool.query(forgetEnded, [new Date(clock.now() - endedForMs)]);
      },
    };
  }
}

const forgetEnded = `
  DELETE FROM call_rollup_cursors AS cursor
  WHERE EXISTS (
    SELECT FROM audit_checkpoints AS checkpoint
    WHERE checkpoint.chain = cursor.chain AND checkpoint.state IN ('closed', 'left') AND checkpoint.at < $1
  ) AND NOT EXISTS (
    SELECT FROM invocations AS call WHERE call.chain = cursor.chain AND call.sequence > cursor.sequence
  )`;
