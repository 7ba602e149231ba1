import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate, openDatabase } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { withEmptyDatabase } from './empty-database.js';

const root = join(import.meta.dirname, '../../..');
const foundation = '20261121000000_foundation';
const tool = { name: '99990101000000_tool', sql: 'CREATE TABLE added (id int)', checksum: 'a'.repeat(64) };

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const database = openDatabase(url, 1);
  try {
    return (await database.pool.query(text)).rows;
  } finally {
    await database.close();
  }
}

describe('migrate', () => {
  it('applies everything once and keeps Prisma’s table as Prisma does', () =>
    withEmptyDatabase(async (url) => {
      expect((await migrate(url)).applied).toContain(foundation);
      expect(await migrate(url)).toEqual({ applied: [], unknown: [] });
      const [row] = await query(url, `SELECT * FROM _prisma_migrations WHERE migration_name = '${foundation}'`);
      const file = readFileSync(join(root, 'prisma/migrations', foundation, 'migration.sql'));
      expect(row).toMatchObject({
        checksum: createHash('sha256').update(file).digest('hex'),
        applied_steps_count: 1,
        logs: null,
        rolled_back_at: null,
      });
      expect(row?.finished_at).toBeInstanceOf(Date);
      expect(await query(url, 'SELECT * FROM organisations')).toEqual([]);
    }));

  it('lets two processes start at once', () =>
    withEmptyDatabase(async (url) => {
      const script = `import { migrate } from '@assay/persistence';
        console.log(JSON.stringify((await migrate(process.env.DATABASE_URL)).applied));`;
      const start = () =>
        promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
          cwd: join(root, 'apps/server'),
          env: { ...process.env, DATABASE_URL: url },
        });
      const outputs = (await Promise.all([start(), start()])).map(({ stdout }) => JSON.parse(stdout) as string[]);
      expect(outputs.map((applied) => applied.length > 0).toSorted()).toEqual([false, true]);
    }));

  it('refuses a migration whose content has changed since', () =>
    withEmptyDatabase(async (url) => {
      await migrate(url, [tool]);
      await expect(migrate(url, [{ ...tool, checksum: 'b'.repeat(64) }])).rejects.toThrow(
        /99990101000000_tool was applied with another content/,
      );
    }));

  it('undoes a migration that fails, whole', () =>
    withEmptyDatabase(async (url) => {
      const broken = { ...tool, sql: `${tool.sql}; SELECT nonsense` };
      await expect(migrate(url, [broken])).rejects.toThrow(/99990101000000_tool failed and was undone/);
      expect((await migrate(url, [tool])).applied).toEqual([tool.name]);
    }));

  it('refuses to go on where another program stopped half-way', () =>
    withEmptyDatabase(async (url) => {
      await migrate(url, [tool]);
      await query(url, 'UPDATE _prisma_migrations SET finished_at = NULL');
      await expect(migrate(url, [tool])).rejects.toThrow(/did not finish/);
    }));

  it('names migrations of a newer version', () =>
    withEmptyDatabase(async (url) => {
      await migrate(url, [tool]);
      expect((await migrate(url, [])).unknown).toEqual([tool.name]);
    }));
});
