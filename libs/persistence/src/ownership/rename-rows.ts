import type { RenameOutcome, Renaming } from '@assay/identity';
import type pg from 'pg';
import { inTransaction, isTaken } from './in-transaction.js';

/**
 * Renames in one transaction. Rows that belong to a namespace or tool follow by their foreign keys; references by name
 * only are rewritten here. A rename and a claim of the same name wait for each other at the unique index, and the
 * second one sees the result of the first.
 */
async function renamed(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<RenameOutcome>): Promise<RenameOutcome> {
  let refused: RenameOutcome = 'taken';
  try {
    const outcome = await inTransaction(pool, async (client) => {
      const result = await work(client);
      if (result === 'renamed') return result;
      refused = result;
      return undefined;
    });
    return outcome ?? refused;
  } catch (cause) {
    if (isTaken(cause)) return 'taken';
    throw cause;
  }
}

export const renameNamespaceRows = (
  pool: pg.Pool,
  { organisationId, from, to, aliasId, at, by }: Renaming,
): Promise<RenameOutcome> =>
  renamed(pool, async (client) => {
    const found = await client.query(
      `UPDATE namespaces SET name = $2, proven_method = NULL, proven_domain = NULL, proven_at = NULL
       WHERE name = $1 AND organisation_id = $3`,
      [from, to, organisationId],
    );
    if (found.rowCount === 0) return 'missing';
    const former = await client.query('SELECT FROM namespace_aliases WHERE name = $1', [to]);
    if (former.rowCount !== 0) return 'taken';
    await client.query(
      `INSERT INTO namespace_aliases (id, organisation_id, name, target, created_at, created_by)
       VALUES ($1, $2, $3, $4, to_timestamp($5 / 1000.0), $6)`,
      [aliasId, organisationId, from, to, at, by],
    );
    for (const { table, column } of namesInNamespaces) {
      await client.query(
        `UPDATE ${table} SET ${column} = $2 || substr(${column}, length($1) + 1) WHERE split_part(${column}, '/', 1) = $1`,
        [from, to],
      );
    }
    await client.query(
      `UPDATE api_keys SET namespaces =
         (SELECT jsonb_agg(CASE WHEN name = $1 THEN $2 ELSE name END) FROM jsonb_array_elements_text(namespaces) AS t (name))
       WHERE jsonb_exists(namespaces, $1)`,
      [from, to],
    );
    return 'renamed';
  });

/** Columns that hold `ns/name` without a foreign key. */
const namesInNamespaces = [
  { table: 'grants', column: 'tool' },
  { table: 'grants', column: 'server' },
  { table: 'endorsements', column: 'tool' },
  { table: 'limits', column: 'tool' },
  { table: 'standing_approvals', column: 'tool' },
  { table: 'learnt_outcomes', column: 'tool' },
  // With a range behind it, maybe.
  { table: 'rules', column: 'tool' },
  { table: 'imports', column: 'server' },
  { table: 'quarantines', column: 'server' },
  // With a version behind it.
  { table: 'quarantines', column: 'successor' },
] as const;

export const renameToolRows = (
  pool: pg.Pool,
  { organisationId, from, to, aliasId, at, by }: Renaming,
): Promise<RenameOutcome> =>
  renamed(pool, async (client) => {
    if (!(await holdBoth(client, organisationId, from, to))) return 'missing';
    const found = await client.query(
      `UPDATE tools SET namespace = split_part($2, '/', 1), name = split_part($2, '/', 2)
       WHERE namespace = split_part($1, '/', 1) AND name = split_part($1, '/', 2)`,
      [from, to],
    );
    if (found.rowCount === 0) return 'missing';
    const former = await client.query('SELECT FROM tool_aliases WHERE name = $1', [to]);
    if (former.rowCount !== 0) return 'taken';
    await client.query(
      `INSERT INTO tool_aliases (id, organisation_id, name, namespace, tool, created_at, created_by)
       VALUES ($1, $2, $3, split_part($4, '/', 1), split_part($4, '/', 2), to_timestamp($5 / 1000.0), $6)`,
      [aliasId, organisationId, from, to, at, by],
    );
    for (const table of ['grants', 'endorsements', 'limits', 'learnt_outcomes', 'standing_approvals']) {
      await client.query(`UPDATE ${table} SET tool = $2 WHERE tool = $1`, [from, to]);
    }
    await client.query(
      `UPDATE rules SET tool = $2 || substr(tool, length($1) + 1) WHERE split_part(tool, '@', 1) = $1`,
      [from, to],
    );
    await client.query(
      `UPDATE quarantines SET successor = $2 || substr(successor, length($1) + 1) WHERE split_part(successor, '@', 1) = $1`,
      [from, to],
    );
    return 'renamed';
  });

/** Whether both names' namespaces are the organisation's; neither is transferred or renamed until the end then. */
async function holdBoth(client: pg.PoolClient, organisationId: string, from: string, to: string): Promise<boolean> {
  const namespaces = [...new Set([from, to].map((name) => name.split('/', 1)[0] as string))];
  const { rowCount } = await client.query(
    'SELECT FROM namespaces WHERE name = ANY ($1) AND organisation_id = $2 ORDER BY name FOR KEY SHARE',
    [namespaces, organisationId],
  );
  return rowCount === namespaces.length;
}
