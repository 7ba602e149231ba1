import { Refusal } from '@assay/kit';
import type { RoleRequest } from './role-request.js';

export async function createMysqlRole({ url, name, writes }: RoleRequest, password: string): Promise<void> {
  const { createConnection } = await import('mysql2/promise');
  const database = decodeURIComponent(new URL(url).pathname.slice(1));
  if (database === '') throw new Refusal('The address names no database: mysql://user@host/database.');
  const user = `'${name}'@'%'`;
  // The password is base64url, so it needs no escaping.
  const statements = [
    `CREATE USER IF NOT EXISTS ${user} IDENTIFIED BY '${password}'`,
    `ALTER USER ${user} IDENTIFIED BY '${password}'`,
    `GRANT ${writes ? 'SELECT, INSERT, UPDATE, DELETE' : 'SELECT, SHOW VIEW'} ON \`${database.replaceAll('`', '``').replaceAll('_', '\\_')}\`.* TO ${user}`,
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
}
