import { addedDay, type BehaviourDay, type BehaviourStore, type OutputShape } from '@assay/trust';
import type pg from 'pg';
import { inTransaction } from '../ownership/in-transaction.js';

type ShapeJson = Readonly<Record<string, Readonly<Record<string, number>>>>;

interface DayRow {
  readonly version_id: string;
  readonly day: string;
  readonly calls: number;
  readonly errors: number;
  readonly outputs: number;
  readonly shape: ShapeJson;
  readonly met: Readonly<Record<string, readonly [number, number]>>;
}

const columns = 'version_id, (extract(epoch FROM day) * 1000)::bigint AS day, calls, errors, outputs, shape, met';

/** Days of behaviour in PostgreSQL. Shapes are added up here, under a lock on their rows. */
export class PostgresBehaviourStore implements BehaviourStore {
  constructor(private readonly pool: pg.Pool) {}

  async add(days: readonly BehaviourDay[]): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      const keys = [days.map((it) => it.versionId), days.map((it) => it.day)];
      await client.query(insertEmpty, keys);
      const { rows } = await client.query<DayRow>(lockRows, keys);
      const kept = new Map(rows.map((row) => [`${row.version_id} ${row.day}`, toDay(row)]));
      const sums = days.flatMap((it) => {
        const former = kept.get(`${it.versionId} ${it.day}`);
        return former === undefined ? [] : [addedDay(former, it)];
      });
      await client.query(updateRows, [
        sums.map((it) => it.versionId),
        sums.map((it) => it.day),
        sums.map((it) => it.calls),
        sums.map((it) => it.errors),
        sums.map((it) => it.shape.outputs),
        sums.map((it) => jsonOf(it.shape)),
        sums.map(metOf),
      ]);
      return true;
    });
  }

  async active(day: number): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      'SELECT DISTINCT version_id AS id FROM behaviour_days WHERE day >= to_timestamp($1 / 1000.0) ORDER BY id',
      [day],
    );
    return rows.map((row) => row.id);
  }

  async days(versionId: string, since: number): Promise<readonly BehaviourDay[]> {
    const { rows } = await this.pool.query<DayRow>(
      `SELECT ${columns} FROM behaviour_days AS it WHERE version_id = $1 AND day >= to_timestamp($2 / 1000.0) ORDER BY it.day`,
      [versionId, since],
    );
    return rows.map(toDay);
  }

  async forget(before: number): Promise<void> {
    await this.pool.query('DELETE FROM behaviour_days WHERE day < to_timestamp($1 / 1000.0)', [before]);
  }
}

const insertEmpty = `
  INSERT INTO behaviour_days (version_id, day, organisation_id, calls, errors, outputs, shape, met)
  SELECT version.id, to_timestamp(added.day / 1000.0), version.organisation_id, 0, 0, 0, '{}', '{}'
  FROM unnest($1::uuid[], $2::bigint[]) AS added (version_id, day)
  JOIN tool_versions AS version ON version.id = added.version_id
  ORDER BY version.id, added.day FOR KEY SHARE OF version
  ON CONFLICT DO NOTHING`;

const lockRows = `
  SELECT ${columns} FROM behaviour_days AS it
  WHERE (version_id, it.day) IN (SELECT id, to_timestamp(at / 1000.0) FROM unnest($1::uuid[], $2::bigint[]) AS t (id, at))
  ORDER BY version_id, it.day FOR UPDATE`;

const updateRows = `
  UPDATE behaviour_days AS it
  SET calls = sum.calls, errors = sum.errors, outputs = sum.outputs, shape = sum.shape, met = sum.met
  FROM unnest($1::uuid[], $2::bigint[], $3::int[], $4::int[], $5::int[], $6::json[], $7::json[])
    AS sum (version_id, day, calls, errors, outputs, shape, met)
  WHERE it.version_id = sum.version_id AND it.day = to_timestamp(sum.day / 1000.0)`;

const jsonOf = ({ kinds }: OutputShape): string =>
  JSON.stringify(Object.fromEntries([...kinds].map(([path, counts]) => [path, Object.fromEntries(counts)])));

const metOf = ({ callers }: BehaviourDay): string =>
  JSON.stringify(Object.fromEntries([...callers].map(([id, { calls, errors }]) => [id, [calls, errors]])));

const toDay = ({ version_id, day, calls, errors, outputs, shape, met }: DayRow): BehaviourDay => ({
  versionId: version_id,
  day: Number(day),
  calls,
  errors,
  shape: {
    outputs,
    kinds: new Map(Object.entries(shape).map(([path, counts]) => [path, new Map(Object.entries(counts))])),
  },
  callers: new Map(Object.entries(met).map(([id, [calls, errors]]) => [id, { calls, errors }])),
});
