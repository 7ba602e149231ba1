import {
  type CandidateLevel,
  type ExpectedRevision,
  type Hierarchy,
  type HierarchyStore,
  isCandidateLevel,
  maxHierarchies,
  type PutAnswer,
} from '@assay/gateway';
import type pg from 'pg';
import type { Fallback as FallbackRow } from '../generated/client.js';
import { inTransaction } from '../ownership/in-transaction.js';

interface Row {
  readonly id: string;
  readonly revision: number;
}

/** Declared hierarchies in PostgreSQL. Triggers put each change into the outbox in its own transaction. */
export class PostgresHierarchyStore implements HierarchyStore {
  constructor(private readonly pool: pg.Pool) {}

  async put(hierarchy: Omit<Hierarchy, 'revision'>, expected: ExpectedRevision): Promise<PutAnswer> {
    const { id, organisationId, capability, levels, candidates = [], escalates, changedAt, changedBy } = hierarchy;
    const answer = await inTransaction<PutAnswer>(this.pool, async (client) => {
      const present = await lockAndFind(client, organisationId, capability);
      if (isOther(present, expected)) return { state: 'changed', revision: present?.revision ?? null };
      const revision = (present?.revision ?? 0) + 1;
      const own = present?.id ?? id;
      const values = [
        own,
        organisationId,
        capability,
        JSON.stringify([...levels, ...candidates]),
        escalates,
        revision,
        new Date(changedAt),
        changedBy,
      ];
      const { rowCount } = await client.query(put, [...values, maxHierarchies]);
      return rowCount === 1 ? { state: 'put', hierarchy: { ...hierarchy, id: own, revision } } : { state: 'full' };
    });
    if (answer === undefined) throw new Error('A hierarchy that was put has no answer.');
    return answer;
  }

  async remove(
    organisationId: string,
    capability: string,
    expected: ExpectedRevision,
  ): Promise<'removed' | 'none' | { readonly revision: number }> {
    const answer = await inTransaction<'removed' | 'none' | { revision: number }>(this.pool, async (client) => {
      const present = await lockAndFind(client, organisationId, capability);
      if (present === undefined) return 'none';
      if (isOther(present, expected)) return { revision: present.revision };
      await client.query('DELETE FROM fallbacks WHERE id = $1', [present.id]);
      return 'removed';
    });
    return answer ?? 'none';
  }
}

/** One after the other in an organisation, so that two first ones do not meet, and the last place is given once. */
async function lockAndFind(
  client: pg.PoolClient,
  organisationId: string,
  capability: string,
): Promise<Row | undefined> {
  await client.query('SELECT FROM organisations WHERE id = $1 FOR NO KEY UPDATE', [organisationId]);
  const { rows } = await client.query<Row>(
    'SELECT id, revision FROM fallbacks WHERE organisation_id = $1 AND capability = $2',
    [organisationId, capability],
  );
  return rows[0];
}

const isOther = (present: Row | undefined, expected: ExpectedRevision): boolean =>
  expected !== undefined && (present?.revision ?? null) !== expected;

const put = `
  INSERT INTO fallbacks (id, organisation_id, capability, levels, escalates, revision, changed_at, changed_by)
  SELECT $1, $2, $3, $4, $5, $6::integer, $7, $8
  WHERE $6::integer > 1 OR (SELECT count(*) FROM fallbacks WHERE organisation_id = $2) < $9
  ON CONFLICT (id) DO UPDATE
  SET levels = excluded.levels, escalates = excluded.escalates, revision = excluded.revision,
    changed_at = excluded.changed_at, changed_by = excluded.changed_by`;

/** What is tried out is in the same column, behind the levels. */
export function toHierarchy(row: FallbackRow): Hierarchy {
  const all = row.levels as unknown as readonly CandidateLevel[];
  const candidates = all.filter(isCandidateLevel);
  return {
    ...row,
    levels: all.filter((it) => !isCandidateLevel(it)),
    ...(candidates.length > 0 && { candidates }),
    changedAt: row.changedAt.getTime(),
  };
}
