import pg from 'pg';

/** The role that the server works with: it owns its database, and nothing else of PostgreSQL. */
export const serverRole = 'assay_server';
export const serverDatabase = 'assay';

/** Owner of everything in a database that was made by the superuser, before there was a role of its own. */
const handOver = `
DO $$
DECLARE
  old_owner CONSTANT oid := (SELECT oid FROM pg_roles WHERE rolname = current_user);
  command text;
BEGIN
  FOR command IN
    SELECT format('ALTER SCHEMA %I OWNER TO ${serverRole}', nspname) FROM pg_namespace
      WHERE nspowner = old_owner AND nspname !~ '^pg_' AND nspname <> 'information_schema'
    UNION ALL
    SELECT format('ALTER %s %s OWNER TO ${serverRole}',
                  CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
                  c.oid::regclass)
      FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
      WHERE relowner = old_owner AND relkind IN ('r', 'p', 'v', 'm', 'S')
        AND nspname !~ '^pg_' AND nspname <> 'information_schema'
        -- The sequence of a column belongs to its table's owner; what an extension brought stays with it.
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
                          AND (d.deptype = 'e' OR (relkind = 'S' AND d.deptype IN ('a', 'i'))))
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO ${serverRole}', p.oid::regprocedure)
      FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace
      WHERE proowner = old_owner AND nspname !~ '^pg_' AND nspname <> 'information_schema'
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
    UNION ALL
    SELECT format('ALTER %s %s OWNER TO ${serverRole}', CASE typtype WHEN 'd' THEN 'DOMAIN' ELSE 'TYPE' END, t.oid::regtype)
      FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace
      WHERE typowner = old_owner AND typtype IN ('e', 'd', 'r') AND nspname !~ '^pg_' AND nspname <> 'information_schema'
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e')
  LOOP
    EXECUTE command;
  END LOOP;
END $$`;

/** Runs something as the superuser, in one database. */
async function connected<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

export interface RoleOptions {
  /** The superuser's address of a database. */
  readonly superuserUrl: (database: string) => string;
  readonly password: string;
  readonly mayCreateDatabases: boolean;
}

/**
 * Makes the server's role and its database, or brings those of an earlier version to it: there the superuser owned
 * everything. The owner of the database changes last, so that an interrupted change is done again.
 */
export async function ensureServerRole({ superuserUrl, password, mayCreateDatabases }: RoleOptions): Promise<void> {
  const rights = `LOGIN NOSUPERUSER NOCREATEROLE NOREPLICATION NOBYPASSRLS ${mayCreateDatabases ? 'CREATEDB' : 'NOCREATEDB'}`;
  const owner = await connected(superuserUrl('postgres'), async (client) => {
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [serverRole]);
    const verb = role.rowCount === 0 ? 'CREATE' : 'ALTER';
    await client.query(`${verb} ROLE ${serverRole} ${rights} PASSWORD ${pg.escapeLiteral(password)}`);
    const found = await client.query<{ owner: string }>(
      'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1',
      [serverDatabase],
    );
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${serverDatabase} OWNER ${serverRole}`);
    return found.rows[0]?.owner ?? serverRole;
  });
  if (owner === serverRole) return;
  await connected(superuserUrl(serverDatabase), async (client) => {
    await client.query('BEGIN');
    await client.query(handOver);
    await client.query(`ALTER DATABASE ${serverDatabase} OWNER TO ${serverRole}`);
    await client.query('COMMIT');
  });
}
