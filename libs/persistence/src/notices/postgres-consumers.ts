import type { Recipient } from '@assay/kernel';
import {
  type Consumers,
  type ConsumersQuery,
  dayOf,
  normaliseRange,
  satisfies,
  type VersionCall,
  type VersionCallers,
} from '@assay/registry';
import type pg from 'pg';
import { splitTool } from './postgres-pin-store.js';

interface RecipientRow {
  readonly organisation_id: string;
  readonly principal_id: string;
}

/** Who depends on a tool: pins, and callers by the day, in PostgreSQL. Both follow a tool that is renamed. */
export class PostgresConsumers implements Consumers, VersionCallers {
  constructor(private readonly pool: pg.Pool) {}

  async of({ tool, versionKeys, calledSince }: ConsumersQuery): Promise<readonly Recipient[]> {
    if (versionKeys.length === 0) return [];
    const name = splitTool(tool);
    const [callers, pins] = await Promise.all([
      this.pool.query<RecipientRow>(
        `SELECT DISTINCT caller.organisation_id, caller.principal_id
         FROM tool_versions AS version JOIN version_callers AS caller ON caller.version_id = version.id
         WHERE version.namespace = $1 AND version.tool = $2 AND version.version_key = ANY ($3) AND caller.last_day >= $4`,
        [...name, [...versionKeys], new Date(dayOf(calledSince))],
      ),
      this.pool.query<RecipientRow & { range: string }>(
        'SELECT organisation_id, principal_id, range FROM pins WHERE namespace = $1 AND tool = $2',
        name,
      ),
    ]);
    const pinned = pins.rows.filter(({ range }) => covers(range, versionKeys));
    const found = new Map(
      [...callers.rows, ...pinned].map((row) => [
        row.principal_id,
        { organisationId: row.organisation_id, principalId: row.principal_id },
      ]),
    );
    return [...found.values()];
  }

  async add(calls: readonly VersionCall[]): Promise<void> {
    if (calls.length === 0) return;
    await this.pool.query({
      name: 'add-version-callers',
      text: addCallers,
      values: [
        calls.map((call) => call.versionId),
        calls.map((call) => call.principalId),
        calls.map((call) => call.day),
      ],
    });
  }

  async prune(before: number): Promise<number> {
    const { rowCount } = await this.pool.query('DELETE FROM version_callers WHERE last_day < $1', [new Date(before)]);
    return rowCount ?? 0;
  }
}

function covers(range: string, versionKeys: readonly string[]): boolean {
  const normal = normaliseRange(range);
  return normal !== undefined && versionKeys.some((key) => satisfies(key, normal));
}

/** Rows go in by key order, each once: two replicas never wait for each other in a circle. */
const addCallers = `
  INSERT INTO version_callers (organisation_id, principal_id, version_id, last_day)
  SELECT principals.organisation_id, principals.id, version.id, to_timestamp(max(call.day) / 1000.0)
  FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS call (version_id, principal_id, day)
  JOIN principals ON principals.id = call.principal_id
  JOIN tool_versions AS version ON version.id = call.version_id
  GROUP BY principals.organisation_id, principals.id, version.id
  ORDER BY version.id, principals.id
  ON CONFLICT (version_id, principal_id)
  DO UPDATE SET last_day = excluded.last_day WHERE version_callers.last_day < excluded.last_day`;
