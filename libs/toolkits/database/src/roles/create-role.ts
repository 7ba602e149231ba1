import { randomBytes } from 'node:crypto';
import { Refusal } from '@assay/kit';
import { kindOf } from '../databases/settings.js';
import type { RoleRequest } from './role-request.js';

/** Creates the role, or gives an existing one a new password and the privileges, and returns its address. */
export async function createRole(request: RoleRequest): Promise<string> {
  if (!/^[a-z][a-z0-9_]{0,31}$/.test(request.name))
    throw new Refusal('The name of the role has lower-case letters, digits and _, at most 32.');
  const password = randomBytes(24).toString('base64url');
  const kind = kindOf(request.url);
  if (kind === 'postgresql') await (await import('./postgres-role.js')).createPostgresRole(request, password);
  else if (kind === 'mysql' || kind === 'mariadb')
    await (await import('./mysql-role.js')).createMysqlRole(request, password);
  else if (kind === 'mongodb') await (await import('./mongo-role.js')).createMongoRole(request, password);
  else throw new Refusal('An SQLite file has no roles: it is opened read-only.');
  const address = new URL(request.url);
  address.username = request.name;
  address.password = password;
  return address.toString();
}
