import { randomUUID } from 'node:crypto';
import { migrate, openDatabase, PostgresCallLists, readMigrations } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { withEmptyDatabase } from './empty-database.js';

const name = '20261205010000_listed_calls';
const [organisationId, principalId] = [randomUUID(), randomUUID()];

const succeeded = {
  ...{ status: 'succeeded', tool: 'acme/orders.list', version: '1.0.0' },
  provenance: { at: '2026-11-01T00:00:00.000Z' },
};
const failed = { status: 'failed', tool: 'acme/none', version: null, error: { code: 'not_found' }, provenance: null };

describe('the migration to lists of calls', () => {
  it('has the calls listed that were recorded before, and no dry runs', async () => {
    await withEmptyDatabase(async (url) => {
      const former = readMigrations().filter((it) => it.name < name);
      await migrate(url, former);
      const { pool, close } = openDatabase(url, 2);
      const record = async (sequence: number, action: string, body: unknown): Promise<string> => {
        const id = randomUUID();
        const at = new Date(Date.UTC(2026, 10, 1, 0, 0, sequence));
        const who = [at, organisationId, principalId];
        await pool.query(
          `INSERT INTO audit_records (chain, sequence, at, organisation_id, principal_id, action, subject, details, previous, hash)
           VALUES ('c', $1, $2, $3, $4, $5, 's', '{}', 'p', 'h')`,
          [sequence, ...who, action],
        );
        await pool.query(
          `INSERT INTO invocations (id, at, organisation_id, principal_id, chain, sequence, body)
           VALUES ($1, $2, $3, $4, 'c', $5, $6)`,
          [id, ...who, sequence, JSON.stringify(body)],
        );
        return id;
      };
      try {
        const one = await record(1, 'tool.call', succeeded);
        await record(2, 'tool.dry-run', succeeded);
        const two = await record(3, 'tool.call', failed);
        await record(4, 'tool.call', null);
        await migrate(url);
        const lists = new PostgresCallLists(pool);
        expect(await lists.list({ organisationId, principalId, after: null, limit: 10 })).toMatchObject([
          { id: two, tool: 'acme/none', version: null, status: 'failed', code: 'not_found', costUsd: null },
          { id: one, tool: 'acme/orders.list', version: '1.0.0', startedAt: Date.UTC(2026, 10, 1), isCached: false },
        ]);
      } finally {
        await close();
      }
    });
  });
});
