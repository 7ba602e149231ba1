import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file in hexadecimal, as Prisma keeps it. */
  readonly checksum: string;
}

/** prisma/migrations of the repository, from src/database as from dist/database. */
export const migrationsFolder = join(dirname(fileURLToPath(import.meta.url)), '../../../../prisma/migrations');

/** Every migration of a folder, oldest first; their names begin with a timestamp. */
export function readMigrations(folder: string = migrationsFolder): readonly Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'migration.sql')))
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}
