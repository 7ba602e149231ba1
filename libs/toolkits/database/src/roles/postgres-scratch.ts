import { Refusal } from '@assay/kit';
import { quoteName } from '../names.js';
import { connect } from '../postgres/session.js';
import { createLogin, notCreated } from './postgres-role.js';
import type { RoleRequest } from './role-request.js';

/** Creates an empty database beside the owner's, in which the role may create tables, and returns its name. */
export async function createPostgresScratch({ url, name }: RoleRequest, password: string): Promise<string> {
  const owners = decodeURIComponent(new URL(url).pathname.slice(1));
  if (owners === '') throw new Refusal('The address names no database: postgresql://user@host/database.');
  const database = `${owners.slice(0, 50)}_scratch`;
  const quoted = quoteName('postgresql', database);
  const role = quoteName('postgresql', name);
  const client = await connect({ url, timeoutMs: 10_000 });
  try {
    await createLogin(client, name, password);
    const { rows: known } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (known.length === 0) await client.query(`CREATE DATABASE ${quoted}`);
    await client.query(`REVOKE ALL ON DATABASE ${quoted} FROM PUBLIC`);
    await client.query(`GRANT CONNECT, CREATE ON DATABASE ${quoted} TO ${role}`);
  } catch (error) {
    throw notCreated(error);
  } finally {
    await client.end();
  }
  const address = new URL(url);
  address.pathname = `/${encodeURIComponent(database)}`;
  const inside = await connect({ url: address.toString(), timeoutMs: 10_000 });
  try {
    await inside.query(`GRANT USAGE, CREATE ON SCHEMA public TO ${role}`);
  } catch (error) {
    throw notCreated(error);
  } finally {
    await inside.end();
  }
  return database;
}
