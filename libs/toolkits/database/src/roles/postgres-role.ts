import { Refusal } from '@assay/kit';
import type pg from 'pg';
import { quoteName } from '../names.js';
import { connect } from '../postgres/session.js';
import type { RoleRequest } from './role-request.js';

/** A role that may log in and nothing else, or the existing one with a new password. */
export async function createLogin(client: pg.Client, name: string, password: string): Promise<void> {
  const { rows: known } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  const attributes = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOINHERIT CONNECTION LIMIT 20';
  const does = known.length > 0 ? 'ALTER' : 'CREATE';
  // The password is base64url, so it needs no escaping.
  await client.query(`${does} ROLE ${quoteName('postgresql', name)} ${attributes} PASSWORD '${password}'`);
}

export const notCreated = (error: unknown): Refusal =>
  new Refusal(
    `PostgreSQL did not create the role (${String((error as { code?: unknown }).code)}): use the address of an owner who may create roles.`,
  );

/** Privileges are given on the schemas that exist; tables created later in them are included. */
export async function createPostgresRole({ url, name, purpose }: RoleRequest, password: string): Promise<void> {
  const writes = purpose === 'writer';
  const client = await connect({ url, timeoutMs: 10_000 });
  const role = quoteName('postgresql', name);
  try {
    await client.query('BEGIN');
    await createLogin(client, name, password);
    await client.query(`ALTER ROLE ${role} SET default_transaction_read_only = ${writes ? 'off' : 'on'}`);
    await client.query(`ALTER ROLE ${role} SET statement_timeout = '15s'`);
    const { rows: schemas } = await client.query<{ name: string }>(
      "SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' AND has_schema_privilege(oid, 'USAGE')",
    );
    const privileges = writes ? 'SELECT, INSERT, UPDATE, DELETE' : 'SELECT';
    for (const schema of schemas.map((it) => quoteName('postgresql', it.name))) {
      await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
      await client.query(`GRANT ${privileges} ON ALL TABLES IN SCHEMA ${schema} TO ${role}`);
      await client.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT ${privileges} ON TABLES TO ${role}`);
      if (!writes) continue;
      await client.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`);
      await client.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT USAGE ON SEQUENCES TO ${role}`);
    }
    await client.query('COMMIT');
  } catch (error) {
    throw notCreated(error);
  } finally {
    await client.end();
  }
}
