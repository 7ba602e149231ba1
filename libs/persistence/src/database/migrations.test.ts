import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readMigrations } from './migrations.js';

describe('readMigrations', () => {
  it('reads the folders that hold a migration, oldest first, with the digest of the file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-migrations-'));
    try {
      for (const name of ['2_later', '1_first', '3_empty']) mkdirSync(join(folder, name));
      writeFileSync(join(folder, 'migration_lock.toml'), '');
      for (const name of ['2_later', '1_first']) writeFileSync(join(folder, name, 'migration.sql'), `-- ${name}`);
      expect(readMigrations(folder)).toEqual(
        ['1_first', '2_later'].map((name) => ({
          name,
          sql: `-- ${name}`,
          checksum: createHash('sha256').update(`-- ${name}`).digest('hex'),
        })),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('finds the project’s own', () => {
    expect(readMigrations().map(({ name }) => name)).toContain('20261121000000_foundation');
  });
});
