import type { Feedback, FeedbackStore, FeedbackVerdict } from '@assay/gateway';
import type pg from 'pg';

/** Verdicts in PostgreSQL. */
export class PostgresFeedbackStore implements FeedbackStore {
  constructor(private readonly pool: pg.Pool) {}

  async put(feedback: Feedback): Promise<FeedbackVerdict | null> {
    const { invocationId, organisationId, principalId, verdict, reason, repaired, at } = feedback;
    const values = [invocationId, organisationId, principalId, verdict, reason, repaired, new Date(at)];
    const { rows } = await this.pool.query<{ former: FeedbackVerdict | null }>(put, values);
    return rows[0]?.former ?? null;
  }
}

/** A statement sees what was there before it, so that the former verdict is read beside the change. */
const put = `
  WITH former AS (SELECT verdict FROM invocation_feedback WHERE invocation_id = $1)
  INSERT INTO invocation_feedback (invocation_id, organisation_id, principal_id, verdict, reason, repaired, at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (invocation_id) DO UPDATE SET verdict = excluded.verdict, reason = excluded.reason, at = excluded.at
  RETURNING (SELECT verdict FROM former) AS former`;
