import { randomBytes } from 'node:crypto';
import { Refusal } from '@assay/kit';
import { kindOf } from '../databases/settings.js';
import type { RoleRequest } from './role-request.js';

/**
 * Creates the role, or gives an existing one a new password and the privileges, and returns its address. A scratch role
 * gets an empty database of its own, which its address names.
 */
export async function createRole(request: RoleRequest): Promise<string> {
  if (!/^[a-z][a-z0-9_]{0,31}$/.test(request.name))
    throw new Refusal('The name of the role has lower-case letters, digits and _, at most 32.');
  const password = randomBytes(24).toString('base64url');
  const kind = kindOf(request.url);
  const isScratch = request.purpose === 'scratch';
  let database: string | null = null;
  if (kind === 'postgresql') {
    if (isScratch) database = await (await import('./postgres-scratch.js')).createPostgresScratch(request, password);
    else await (await import('./postgres-role.js')).createPostgresRole(request, password);
  } else if (kind === 'mysql' || kind === 'mariadb')
    database = await (await import('./mysql-role.js')).createMysqlRole(request, password);
  else if (isScratch) throw new Refusal('SQLite needs no scratch database, and MongoDB has no migrations to plan.');
  else if (kind === 'mongodb') await (await import('./mongo-role.js')).createMongoRole(request, password);
  else throw new Refusal('An SQLite file has no roles: it is opened read-only.');
  const address = new URL(request.url);
  address.username = request.name;
  address.password = password;
  if (database !== null) address.pathname = `/${encodeURIComponent(database)}`;
  return address.toString();
}
