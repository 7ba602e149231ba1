import { maxOpenQuestions, type Question, type QuestionEnd, type QuestionQuery, type QuestionStore } from '@assay/runs';
import type pg from 'pg';

interface Row {
  readonly id: string;
  readonly organisation_id: string;
  readonly principal_id: string;
  readonly key: string;
  readonly work_id: string;
  readonly step: string;
  readonly text: string;
  readonly schema: Question['schema'];
  readonly asked_of: string | null;
  readonly status: Question['status'];
  readonly asked_at: Date;
  readonly expires_at: Date;
  readonly closed_at: Date | null;
  readonly answered_by: string | null;
  /** As JSON: null, too, may be an answer. */
  readonly answer: string | null;
}

/** Questions of compositions in PostgreSQL. */
export class PostgresQuestionStore implements QuestionStore {
  constructor(private readonly pool: pg.Pool) {}

  async open(question: Question): Promise<Question | undefined> {
    const { rows } = await this.pool.query<Row>(open, [
      ...[question.id, question.organisationId, question.principalId, question.key, question.workId, question.step],
      ...[question.text, JSON.stringify(question.schema), question.to, question.status],
      ...[new Date(question.askedAt), new Date(question.expiresAt), maxOpenQuestions],
    ]);
    if (rows[0] !== undefined) return toQuestion(rows[0]);
    return this.#one('SELECT *, answer::text FROM questions WHERE principal_id = $1 AND key = $2', [
      question.principalId,
      question.key,
    ]);
  }

  async find(id: string): Promise<Question | undefined> {
    return this.#one('SELECT *, answer::text FROM questions WHERE id = $1', [id]);
  }

  async list(query: QuestionQuery): Promise<readonly Question[]> {
    const { organisationId, principalId, decides, status, after, limit } = query;
    const { rows } = await this.pool.query<Row>(list, [
      ...[organisationId, principalId, decides, status ?? null],
      ...[after === undefined ? null : new Date(after.askedAt), after?.id ?? null, limit],
    ]);
    return rows.map(toQuestion);
  }

  async close(id: string, { status, closedAt, answeredBy, answer }: QuestionEnd): Promise<Question | undefined> {
    const json = answer === undefined ? null : JSON.stringify(answer);
    return this.#one(close, [id, status, new Date(closedAt ?? 0), answeredBy, json]);
  }

  async forget(before: number): Promise<number> {
    const { rowCount } = await this.pool.query('DELETE FROM questions WHERE COALESCE(closed_at, expires_at) < $1', [
      new Date(before),
    ]);
    return rowCount ?? 0;
  }

  async #one(text: string, values: readonly unknown[]): Promise<Question | undefined> {
    const { rows } = await this.pool.query<Row>(text, [...values]);
    return rows[0] && toQuestion(rows[0]);
  }
}

const open = `
  INSERT INTO questions (id, organisation_id, principal_id, key, work_id, step, text, schema, asked_of, status,
    asked_at, expires_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
  WHERE (SELECT count(*) FROM questions WHERE principal_id = $3 AND status = 'open') < $13
  ON CONFLICT (principal_id, key) DO NOTHING RETURNING *, answer::text`;

const list = `
  SELECT *, answer::text FROM questions
  WHERE organisation_id = $1 AND (principal_id = $2 OR asked_of = $2 OR ($3 AND asked_of IS NULL))
    AND ($4::text IS NULL OR status = $4)
    AND ($5::timestamptz IS NULL OR (asked_at, id) < ($5, $6::uuid))
  ORDER BY asked_at DESC, id DESC LIMIT $7`;

const close = `
  UPDATE questions SET status = $2, closed_at = $3, answered_by = $4, answer = $5
  WHERE id = $1 AND status = 'open' RETURNING *, answer::text`;

const toQuestion = (row: Row): Question => ({
  id: row.id,
  organisationId: row.organisation_id,
  principalId: row.principal_id,
  key: row.key,
  workId: row.work_id,
  step: row.step,
  text: row.text,
  schema: row.schema,
  to: row.asked_of,
  status: row.status,
  askedAt: row.asked_at.getTime(),
  expiresAt: row.expires_at.getTime(),
  closedAt: row.closed_at?.getTime() ?? null,
  answeredBy: row.answered_by,
  ...(row.answer !== null && { answer: JSON.parse(row.answer) as unknown }),
});
