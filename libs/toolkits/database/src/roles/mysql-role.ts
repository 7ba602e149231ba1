import { Refusal } from '@assay/kit';
import type { RolePurpose, RoleRequest } from './role-request.js';

/** Databases in which plans are tried; the first one is only what the address names. */
const scratch = { database: 'assay_scratch_0', pattern: 'assay\\_scratch\\_%' } as const;
const privileges: Readonly<Record<RolePurpose, string>> = {
  reader: 'SELECT, SHOW VIEW',
  writer: 'SELECT, INSERT, UPDATE, DELETE',
  scratch: 'CREATE, ALTER, DROP, INDEX, REFERENCES, SELECT, INSERT, DELETE',
};

/** Returns the database of the new user's address. */
export async function createMysqlRole({ url, name, purpose }: RoleRequest, password: string): Promise<string> {
  const { createConnection } = await import('mysql2/promise');
  const database = decodeURIComponent(new URL(url).pathname.slice(1));
  if (database === '') throw new Refusal('The address names no database: mysql://user@host/database.');
  const isScratch = purpose === 'scratch';
  const pattern = isScratch ? scratch.pattern : database.replaceAll('`', '``').replaceAll('_', '\\_');
  const user = `'${name}'@'%'`;
  // The password is base64url, so it needs no escaping.
  const statements = [
    `CREATE USER IF NOT EXISTS ${user} IDENTIFIED BY '${password}'`,
    `ALTER USER ${user} IDENTIFIED BY '${password}'`,
    ...(isScratch ? [`CREATE DATABASE IF NOT EXISTS ${scratch.database}`] : []),
    `GRANT ${privileges[purpose]} ON \`${pattern}\`.* TO ${user}`,
  ];
  try {
    const session = await createConnection({ uri: url.replace(/^mariadb:/, 'mysql:'), connectTimeout: 10_000 });
    try {
      for (const sql of statements) await session.query(sql);
    } finally {
      session.destroy();
    }
  } catch (error) {
    throw new Refusal(
      `The server did not create the user (${String((error as { code?: unknown }).code)}): use the address of an administrator.`,
    );
  }
  return isScratch ? scratch.database : database;
}
