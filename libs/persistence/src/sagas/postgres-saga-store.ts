import type { Sealer } from '@assay/kernel';
import type { NumberedSagaEvent, Saga, SagaChange, SagaQuery, SagaStore } from '@assay/runs';
import type pg from 'pg';
import { inTransaction } from '../ownership/in-transaction.js';
import {
  documentOf,
  type EventRow,
  keptJson,
  type SagaRow,
  sagaColumns,
  stepRowOf,
  toEvent,
  toSaga,
} from './saga-rows.js';

/** Counting stops here. */
const maxCounted = 1_000_000;

const ms = (place: string): string => `to_timestamp(${place} / 1000.0)`;

/** Sagas in PostgreSQL; what steps are given and give is sealed. A write is one statement, fenced by the revision. */
export class PostgresSagaStore implements SagaStore {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sealer: Sealer,
  ) {}

  /** One caller's sagas begin one after the other, so that they are counted. */
  async begin(saga: Saga, maxOpen: number): Promise<Saga | undefined> {
    const { id, organisationId, principalId, idempotencyKey, state, revision, createdAt } = saga;
    const steps = this.#steps(saga, [...saga.steps.keys()]);
    const begun = await inTransaction(this.pool, async (client) => {
      await client.query("SELECT pg_advisory_xact_lock(hashtextextended('assay.sagas ' || $1::text, 0))", [
        principalId,
      ]);
      const { rowCount } = await client.query(insertStatement, [
        ...[id, organisationId, principalId, idempotencyKey, state, revision, keptJson(documentOf(saga)), createdAt],
        ...[keptJson(steps), Math.min(maxOpen, maxCounted)],
      ]);
      return rowCount === 1 ? saga : undefined;
    });
    if (begun !== undefined || idempotencyKey === null) return begun;
    return this.underKey(principalId, idempotencyKey);
  }

  async find(id: string): Promise<Saga | undefined> {
    const [found] = await this.#many('saga.id = $1', [id]);
    return found;
  }

  async underKey(principalId: string, key: string): Promise<Saga | undefined> {
    const [found] = await this.#many('saga.principal_id = $1 AND saga.idempotency_key = $2', [principalId, key]);
    return found;
  }

  async save({ saga, changed, events }: SagaChange, at: number): Promise<Saga | undefined> {
    const { id, revision, state, endedAt } = saga;
    const { rowCount } = await this.pool.query(saveStatement, [
      ...[id, revision, state, keptJson(documentOf(saga)), at, endedAt],
      keptJson(this.#steps(saga, changed)),
      keptJson(events),
    ]);
    return rowCount === 1 ? { ...saga, revision: revision + 1, updatedAt: at } : undefined;
  }

  list({ organisationId, principalId, state, before, limit }: SagaQuery): Promise<readonly Saga[]> {
    // Whose they are, and in which state, is part of the text: so each kind of list goes through an index of its own.
    const whose = organisationId === null ? 'saga.principal_id = $1' : 'saga.organisation_id = $1';
    const given = [organisationId ?? principalId, limit, ...(state ? [state] : []), ...(before ? [before] : [])];
    const inState = state ? 'AND saga.state = $3' : '';
    const older = before ? `AND saga.id < $${given.length}` : '';
    return this.#many(`${whose} ${inState} ${older} ORDER BY saga.id DESC LIMIT $2`, given, false);
  }

  async events(id: string, after: number, limit: number): Promise<readonly NumberedSagaEvent[]> {
    const { rows } = await this.pool.query<EventRow>(
      `SELECT number, at, kind, step, status, message FROM saga_events
       WHERE saga_id = $1 AND number > $2 ORDER BY number LIMIT $3`,
      [id, after, limit],
    );
    return rows.map(toEvent);
  }

  stalled = (writtenBefore: number, limit: number): Promise<readonly Saga[]> =>
    this.#many(
      `saga.state IN ('PENDING', 'RUNNING', 'COMPENSATING') AND saga.updated_at < ${ms('$1')}
       ORDER BY saga.updated_at LIMIT $2`,
      [writtenBefore, limit],
      false,
    );

  async forget(endedBefore: number): Promise<number> {
    const { rows } = await this.pool.query<{ forgotten: number }>(
      `WITH gone AS (
         UPDATE saga_steps AS step SET sealed = NULL FROM sagas AS saga
         WHERE saga.id = step.saga_id AND saga.ended_at < ${ms('$1')} AND step.sealed IS NOT NULL
         RETURNING step.saga_id
       )
       SELECT count(DISTINCT saga_id)::int AS forgotten FROM gone`,
      [endedBefore],
    );
    return rows[0]?.forgotten ?? 0;
  }

  #steps(saga: Saga, positions: readonly number[]) {
    return positions.flatMap((position) => {
      const step = saga.steps[position];
      return step === undefined ? [] : [{ position, ...stepRowOf(saga.id, position, step, this.sealer) }];
    });
  }

  /** Whole, or without what is sealed. */
  async #many(rest: string, values: readonly unknown[], isWhole = true): Promise<readonly Saga[]> {
    const text = `SELECT ${sagaColumns(isWhole ? 'step.sealed' : 'NULL')} FROM sagas AS saga WHERE ${rest}`;
    const { rows } = await this.pool.query<SagaRow>(text, [...values]);
    return rows.map((row) => toSaga(row, this.sealer));
  }
}

const stepRows = (place: string): string =>
  `jsonb_to_recordset(${place}::jsonb) AS step(position int, document jsonb, sealed text)`;

const insertStatement = `WITH begun AS (
    INSERT INTO sagas (id, organisation_id, principal_id, idempotency_key, state, revision, document, created_at,
      updated_at)
    SELECT $1::uuid, $2::uuid, $3::uuid, $4::text, $5::text, $6::int, $7::jsonb, ${ms('$8::float8')}, ${ms('$8::float8')}
    WHERE (
      SELECT count(*) FROM (SELECT FROM sagas WHERE principal_id = $3 AND ended_at IS NULL LIMIT $10::bigint) AS open
    ) < $10::bigint
    ON CONFLICT (principal_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING
    RETURNING id, organisation_id
  ), stepped AS (
    INSERT INTO saga_steps (saga_id, position, organisation_id, document, sealed)
    SELECT begun.id, step.position, begun.organisation_id, step.document, step.sealed
    FROM begun, ${stepRows('$9')}
  )
  SELECT FROM begun`;

const saveStatement = `WITH kept AS (
    UPDATE sagas SET state = $3, document = $4::jsonb, updated_at = ${ms('$5')}, ended_at = ${ms('$6::float8')},
      revision = revision + 1, events = events + jsonb_array_length($8::jsonb)
    WHERE id = $1 AND revision = $2
    RETURNING id, organisation_id, events - jsonb_array_length($8::jsonb) AS told
  ), stepped AS (
    UPDATE saga_steps AS old SET document = step.document, sealed = step.sealed
    FROM kept, ${stepRows('$7')}
    WHERE old.saga_id = kept.id AND old.position = step.position
  ), told AS (
    INSERT INTO saga_events (saga_id, number, organisation_id, at, kind, step, status, message)
    SELECT kept.id, kept.told + event.place, kept.organisation_id,
      ${ms("(event.body ->> 'at')::float8")}, event.body ->> 'kind', event.body ->> 'step', event.body ->> 'status',
      event.body ->> 'message'
    FROM kept, jsonb_array_elements($8::jsonb) WITH ORDINALITY AS event(body, place)
  )
  SELECT FROM kept`;
