import type { Orphaned, Team, TeamStore } from '@assay/identity';
import type pg from 'pg';
import { inTransaction } from './in-transaction.js';

type Removal = 'removed' | 'missing' | Orphaned;

/** Teams in PostgreSQL. Triggers put each change into the outbox in its own transaction. */
export class PostgresTeamStore implements TeamStore {
  constructor(private readonly pool: pg.Pool) {}

  async addTeam({ id, organisationId, name, members, createdAt, createdBy }: Team): Promise<'added' | 'taken'> {
    const added = await inTransaction(this.pool, async (client) => {
      const { rowCount } = await client.query(
        `INSERT INTO teams (id, organisation_id, name, created_at, created_by)
         VALUES ($1, $2, $3, to_timestamp($4 / 1000.0), $5) ON CONFLICT (organisation_id, name) DO NOTHING`,
        [id, organisationId, name, createdAt, createdBy],
      );
      if (rowCount === 0) return undefined;
      await client.query(
        `INSERT INTO team_members (organisation_id, team_id, principal_id)
         SELECT $1, $2, member FROM unnest($3::uuid[]) AS t (member)`,
        [organisationId, id, members],
      );
      return 'added' as const;
    });
    return added ?? 'taken';
  }

  removeTeam(id: string): Promise<Removal> {
    return this.#remove(id, async (client) => {
      await client.query('DELETE FROM namespace_teams WHERE team_id = $1', [id]);
      return await client.query('DELETE FROM teams WHERE id = $1', [id]);
    });
  }

  async addMember(teamId: string, principalId: string): Promise<boolean> {
    const { rows } = await this.pool.query(
      `WITH team AS (SELECT id, organisation_id FROM teams WHERE id = $1), added AS (
         INSERT INTO team_members (organisation_id, team_id, principal_id) SELECT organisation_id, id, $2 FROM team
         ON CONFLICT DO NOTHING)
       SELECT id FROM team`,
      [teamId, principalId],
    );
    return rows.length === 1;
  }

  removeMember(teamId: string, principalId: string): Promise<Removal> {
    return this.#remove(teamId, (client) =>
      client.query('DELETE FROM team_members WHERE team_id = $1 AND principal_id = $2', [teamId, principalId]),
    );
  }

  async addOwningTeam(namespace: string, teamId: string): Promise<boolean> {
    const { rows } = await this.pool.query(
      `WITH owned AS (
         SELECT namespaces.id, teams.organisation_id FROM namespaces JOIN teams USING (organisation_id)
         WHERE namespaces.name = $1 AND teams.id = $2 FOR UPDATE OF namespaces
       ), added AS (
         INSERT INTO namespace_teams (organisation_id, namespace_id, team_id) SELECT organisation_id, id, $2 FROM owned
         ON CONFLICT DO NOTHING)
       SELECT id FROM owned`,
      [namespace, teamId],
    );
    return rows.length === 1;
  }

  async removeOwningTeam(namespace: string, teamId: string): Promise<'removed' | 'missing' | 'last'> {
    let refused: 'missing' | 'last' = 'missing';
    const removed = await inTransaction(this.pool, async (client) => {
      const locked = await client.query<{ id: string }>('SELECT id FROM namespaces WHERE name = $1 FOR UPDATE', [
        namespace,
      ]);
      const id = locked.rows[0]?.id;
      const { rowCount } = await client.query('DELETE FROM namespace_teams WHERE namespace_id = $1 AND team_id = $2', [
        id,
        teamId,
      ]);
      if (rowCount === 0) return undefined;
      refused = 'last';
      return (await orphanedOf(client, [id as string])).length === 0 ? ('removed' as const) : undefined;
    });
    return removed ?? refused;
  }

  /**
   * Runs a removal that may take a namespace's last owner. The namespaces are locked first, in the order of their ids, so
   * that the second of two removals sees what the first has left.
   */
  async #remove(teamId: string, run: (client: pg.PoolClient) => Promise<pg.QueryResult>): Promise<Removal> {
    let refused: 'missing' | Orphaned = 'missing';
    const removed = await inTransaction(this.pool, async (client) => {
      const locked = await client.query<{ id: string }>(
        `SELECT id FROM namespaces WHERE id IN (SELECT namespace_id FROM namespace_teams WHERE team_id = $1)
         ORDER BY id FOR UPDATE`,
        [teamId],
      );
      if ((await run(client)).rowCount === 0) return undefined;
      const ids = locked.rows.map((row) => row.id);
      const orphaned = await orphanedOf(client, ids);
      if (orphaned.length === 0) return 'removed' as const;
      refused = { orphaned };
      return undefined;
    });
    return removed ?? refused;
  }
}

/** Names of those namespaces that nobody owns: neither a principal nor a member of a team. */
async function orphanedOf(client: pg.PoolClient, ids: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM namespaces WHERE id = ANY ($1)
       AND NOT EXISTS (SELECT FROM namespace_owners WHERE namespace_id = namespaces.id)
       AND NOT EXISTS (SELECT FROM namespace_teams JOIN team_members USING (team_id) WHERE namespace_id = namespaces.id)
     ORDER BY name`,
    [ids],
  );
  return rows.map((row) => row.name);
}
