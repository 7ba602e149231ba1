import type pg from 'pg';
import { QueryRefusal } from '../query-refusal.js';

/** Why a role is none that only reads; the statement gives one row for each reason. */
const reasons = `
  SELECT 'is a superuser or may create roles, databases or replicas' AS why FROM pg_roles
    WHERE rolname = current_user AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls)
  UNION ALL
  SELECT 'is a member of ' || r.rolname FROM pg_roles r
    WHERE r.rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program', 'pg_write_all_data',
      'pg_signal_backend', 'pg_maintain', 'pg_checkpoint', 'pg_create_subscription', 'pg_database_owner', 'pg_monitor', 'pg_read_all_settings')
      AND pg_has_role(current_user, r.oid, 'USAGE')
  UNION ALL
  (SELECT 'may write to a table' FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
      AND has_schema_privilege(n.oid, 'USAGE')
      AND (has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER') OR has_any_column_privilege(c.oid, 'INSERT, UPDATE'))
    LIMIT 1)
  UNION ALL
  (SELECT 'may create objects in the schema ' || nspname FROM pg_namespace
    WHERE nspname !~ '^pg_' AND has_schema_privilege(oid, 'CREATE') LIMIT 1)`;

/** Refuses a role that could write if everything before it failed. */
export async function requireReader(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ why: string }>(reasons);
  if (rows.length === 0) return;
  const why = rows.map((it) => it.why);
  throw new QueryRefusal(
    'unavailable',
    `The role registered for reading ${why.join(', ')}. Create one that only reads with \`assay-kit-database create-reader\` and register it.`,
    { role: why },
  );
}
