import { dayMs } from '@assay/kernel';
import {
  type DueVersion,
  decayRate,
  defaultHalfLifeDays,
  type EvidenceBatch,
  type EvidenceOfVersion,
  type EvidenceStore,
  historyDays,
  oldestPeriod,
  type Scored,
  type TrustDay,
  windowDays,
  workingShareIn,
} from '@assay/trust';
import type pg from 'pg';
import { inTransaction } from '../ownership/in-transaction.js';
import { addBatch } from './add-batch.js';
import { type BucketRow, toBucket, type VoteRow, votesOf } from './evidence-rows.js';
import { settleStatements } from './settle.js';
import * as statements from './trust-statements.js';

/** Counters by caller are of use on their day and until the last batch of it is in: of the window, all but three days' go. */
const countersLastMs = (windowDays - 3) * dayMs;

interface HistoryRow {
  readonly day: Date;
  readonly base: number;
  readonly inside_base: number;
  readonly t0: Date;
  readonly working: number | null;
}

/** Evidence, and the trust computed from it, in PostgreSQL. */
export class PostgresEvidenceStore implements EvidenceStore {
  constructor(
    private readonly pool: pg.Pool,
    private readonly halfLifeDays: number = defaultHalfLifeDays,
  ) {}

  async add(batch: EvidenceBatch): Promise<void> {
    if (batch.callers.length > 0) await addBatch(this.pool, batch);
  }

  async hasCalled(principalId: string, tool: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `SELECT FROM tool_callers WHERE principal_id = $1
         AND namespace = split_part($2, '/', 1) AND tool = split_part($2, '/', 2)`,
      [principalId, tool],
    );
    return rowCount === 1;
  }

  async inherit(versionId: string, from: string, share: number): Promise<void> {
    await this.pool.query(statements.inherit, [versionId, from, share]);
  }

  async due(limit: number): Promise<readonly DueVersion[]> {
    const { rows } = await this.pool.query<{ version_id: string; mark: string }>(
      'SELECT version_id, mark FROM trust_due ORDER BY mark LIMIT $1',
      [limit],
    );
    return rows.map((row) => ({ versionId: row.version_id, mark: row.mark }));
  }

  async evidenceOf(versionIds: readonly string[]): Promise<ReadonlyMap<string, EvidenceOfVersion>> {
    if (versionIds.length === 0) return new Map();
    const [buckets, votes] = await Promise.all([
      this.pool.query<BucketRow>('SELECT * FROM evidence_buckets WHERE version_id = ANY ($1) ORDER BY day, own', [
        versionIds,
      ]),
      this.pool.query<VoteRow>(statements.votes, [versionIds]),
    ]);
    const byVersion = Map.groupBy(buckets.rows, (row) => row.version_id);
    const votesByVersion = Map.groupBy(votes.rows, (row) => row.id);
    return new Map(
      versionIds.map((id) => [
        id,
        { buckets: (byVersion.get(id) ?? []).map(toBucket), votes: votesOf(votesByVersion.get(id) ?? []) },
      ]),
    );
  }

  async settle(scored: readonly Scored[], at: number): Promise<void> {
    if (scored.length === 0) return;
    const day = Math.floor(at / dayMs) * dayMs;
    const values = [
      scored.map((it) => it.versionId),
      scored.map((it) => it.mark),
      scored.map((it) => it.trust.outside.base),
      scored.map((it) => it.trust.outside.confidence),
      scored.map((it) => JSON.stringify(it.trust)),
      scored.map((it) => it.trust.inside.base),
      scored.map((it) => workingShareIn(it.trust)),
    ];
    await inTransaction(this.pool, async (client) => {
      await client.query(settleStatements.lock, values.slice(0, 1));
      const { rows } = await client.query<{ version_id: string }>(settleStatements.claim, values.slice(0, 2));
      const settled = rows.map((row) => row.version_id);
      if (settled.length === 0) return true;
      await client.query(settleStatements.remember, [settled, ...values, day]);
      await client.query(settleStatements.write, [settled, ...values, decayRate(this.halfLifeDays)]);
      return true;
    });
  }

  async forget(due: readonly DueVersion[]): Promise<void> {
    await this.pool.query(settleStatements.claim, [due.map((it) => it.versionId), due.map((it) => it.mark)]);
  }

  async history(versionId: string, since: number): Promise<readonly TrustDay[]> {
    const { rows } = await this.pool.query<HistoryRow>(statements.history, [versionId, new Date(since)]);
    return rows.map(({ day, base, inside_base: insideBase, t0, working }) => ({
      ...{ day: day.getTime(), base, insideBase, t0: t0.getTime() },
      ...(working !== null && { working }),
    }));
  }

  async rollUp(before: number): Promise<number> {
    const moment = new Date(before);
    const rolled = await inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<{ version_id: string }>(statements.rollUp, [moment]);
      if (rows.length > 0)
        await client.query('SELECT assay_trust_is_due($1)', [[...new Set(rows.map((row) => row.version_id))]]);
      return rows.length;
    });
    await this.pool.query(statements.pruneCallers, [new Date(before + countersLastMs)]);
    await this.pool.query(statements.pruneOrganisations, [new Date(before + countersLastMs)]);
    await this.pool.query(statements.pruneLatencies, [new Date(oldestPeriod(before + windowDays * dayMs))]);
    await this.pool.query(statements.pruneBatches, [moment]);
    await this.pool.query(statements.pruneHistory, [new Date(before - (historyDays - windowDays + 1) * dayMs)]);
    return rolled ?? 0;
  }

  async refresh(): Promise<void> {
    await this.pool.query(statements.refresh);
  }

  async reckonBy(formula: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(statements.reckonBy, [formula]);
    return rowCount === 1;
  }

  async rekey(): Promise<number> {
    const { rowCount } = await this.pool.query(statements.rekey, [decayRate(this.halfLifeDays)]);
    return rowCount ?? 0;
  }
}
