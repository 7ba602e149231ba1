import type { AuditLog, BegunChange, Clock, PendingChange, PendingChanges, Random } from '@assay/kernel';
import type pg from 'pg';
import { checkpointEveryMs } from './checkpoints.js';

export interface PendingChangesOptions {
  readonly pool: pg.Pool;
  readonly audit: Pick<AuditLog, 'append'>;
  /** Of this server. */
  readonly chain: string;
  readonly random: Random;
  readonly clock: Pick<Clock, 'after'>;
  readonly onProblem?: (cause: unknown) => void;
}

interface Waiting extends PendingChange {
  readonly id: string;
  resolve(): void;
  reject(cause: unknown): void;
}

/** Requests that may change something, as rows of PostgreSQL from before they are carried out until they are recorded. */
export class PostgresPendingChanges implements PendingChanges {
  readonly #options: PendingChangesOptions;
  #cancel: () => void = () => undefined;
  #begun: Waiting[] = [];
  #ended: string[] = [];
  #left: string[] = [];
  /** Ended ones whose rows could not be removed, to be tried again. */
  readonly #unforgotten: string[] = [];
  #writing: Promise<void> | undefined;

  constructor(options: PendingChangesOptions) {
    this.#options = options;
  }

  begin(change: PendingChange): Promise<BegunChange> {
    const id = this.#options.random.uuid();
    return new Promise<void>((resolve, reject) => {
      this.#begun.push({ ...change, id, resolve, reject });
      this.#write();
    }).then(() => ({
      end: () => {
        this.#ended.push(id);
        this.#write();
      },
      leave: () => {
        this.#left.push(id);
        this.#write();
      },
    }));
  }

  /** Says now and then that this server lives, so that its requests are nobody else's to settle. */
  start(): void {
    this.#cancel = this.#options.clock.after(checkpointEveryMs, () => {
      const text = 'UPDATE audit_pending SET seen_at = clock_timestamp() WHERE chain = $1';
      this.#options.pool.query(text, [this.#options.chain]).catch((cause) => this.#options.onProblem?.(cause));
      this.#ended.push(...this.#unforgotten.splice(0));
      this.#write();
      this.start();
    });
  }

  async stop(): Promise<void> {
    this.#cancel();
    await this.#writing;
  }

  /**
   * Records what dead servers left: that somebody asked for something, and what of the organisation's changed from then
   * on, as far as the outbox reaches back. Answers how many there were.
   */
  async settleLeft(): Promise<number> {
    const { pool, audit } = this.#options;
    const { rows } = await pool.query<LeftRow>(left);
    for (const row of rows) {
      const { settled } = audit.append({
        organisationId: row.organisation_id,
        principalId: row.principal_id,
        action: 'change.unconfirmed',
        subject: row.subject,
        details: { begunAt: row.begun_at.toISOString(), changed: row.changed, request: row.action },
      });
      await settled;
      await pool.query('DELETE FROM audit_pending WHERE id = $1', [row.id]);
    }
    return rows.length;
  }

  /** Requests of the same moment share their statements; what comes while one is on its way shares the next. */
  #write(): void {
    this.#writing ??= this.#drain().finally(() => {
      this.#writing = undefined;
    });
  }

  async #drain(): Promise<void> {
    await Promise.resolve();
    while (this.#begun.length + this.#ended.length + this.#left.length > 0) {
      const [begun, ended, unconfirmed] = [this.#begun, this.#ended, this.#left];
      [this.#begun, this.#ended, this.#left] = [[], [], []];
      await Promise.all([this.#insert(begun), this.#forget(ended), this.#handOver(unconfirmed)]);
    }
  }

  async #insert(begun: readonly Waiting[]): Promise<void> {
    if (begun.length === 0) return;
    const column = (of: (waiting: Waiting) => string | null) => begun.map(of);
    try {
      await this.#options.pool.query({
        name: 'insert-pending-changes',
        text: `INSERT INTO audit_pending (id, organisation_id, principal_id, action, subject, chain)
          SELECT *, $6 FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[])`,
        values: [
          column(({ id }) => id),
          column(({ organisationId }) => organisationId),
          column(({ principalId }) => principalId),
          column(({ action }) => action),
          column(({ subject }) => subject),
          this.#options.chain,
        ],
      });
      for (const { resolve } of begun) resolve();
    } catch (cause) {
      for (const { reject } of begun) reject(cause);
    }
  }

  /** A row that could not even be removed later is recorded as unconfirmed: less than the whole truth, but no lie. */
  async #forget(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const text = 'DELETE FROM audit_pending WHERE id = ANY ($1::uuid[])';
    await this.#options.pool.query(text, [ids]).catch((cause) => {
      this.#unforgotten.push(...ids);
      this.#options.onProblem?.(cause);
    });
  }

  /** Belongs to no server from now on. */
  async #handOver(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const text = "UPDATE audit_pending SET chain = '' WHERE id = ANY ($1::uuid[])";
    await this.#options.pool.query(text, [ids]).catch((cause) => this.#options.onProblem?.(cause));
  }
}

interface LeftRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly principal_id: string | null;
  readonly action: string;
  readonly subject: string;
  readonly begun_at: Date;
  readonly changed: readonly string[];
}

/** After so long without a word its server counts as dead; a living one speaks three times as often. */
const silentFor = '3 minutes';
const atOnce = 100;

/** Changes are listed as `kind ref`, such as `grant 0d…`; the outbox does not record their author. */
const left = `
  SELECT id, organisation_id, principal_id, action, subject, begun_at, ARRAY(
      SELECT DISTINCT kind || ' ' || ref FROM outbox
      WHERE outbox.organisation_id = pending.organisation_id AND kind <> 'pruned'
        AND outbox.at BETWEEN pending.begun_at AND pending.seen_at + interval '${silentFor}'
      ORDER BY 1 LIMIT 20) AS changed
  FROM audit_pending AS pending
  WHERE seen_at < clock_timestamp() - interval '${silentFor}'
  ORDER BY begun_at LIMIT ${atOnce}`;
