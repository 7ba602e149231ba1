import { createTestDatabase } from '@assay/persistence';
import { expect, it } from '@jest/globals';
import pg from 'pg';
import { Installation } from './installation.js';
import { patienceMs } from './soak.js';
import { until } from './until.js';

interface Unconfirmed {
  readonly subject: string;
  readonly principal: string;
  readonly details: { readonly request: string; readonly changed: readonly string[] };
}

it(
  'kill -9 between a change and its record leaves a change of which the audit log says who asked for it',
  async () => {
    const database = await createTestDatabase();
    const installation = new Installation({ DATABASE_URL: database.url, ASSAY_KITS: 'files' });
    const pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    try {
      const server = await installation.start();
      const holder = await pool.connect();
      await holder.query('BEGIN; LOCK TABLE audit_records IN EXCLUSIVE MODE');
      const asked = server.api.attempt('POST', '/v1/namespaces', { name: 'chaos-lost' });
      await until('the change', async () => {
        const { rowCount } = await pool.query("SELECT FROM namespaces WHERE name = 'chaos-lost'");
        return rowCount === 1;
      });
      await server.kill();
      await asked;
      await holder.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      await holder.query('ROLLBACK');
      holder.release();
      await pool.query("UPDATE audit_pending SET seen_at = seen_at - interval '4 minutes'");
      await pool.query(`UPDATE pgboss.job SET start_after = now() WHERE name = 'recurring' AND state = 'created'`);
      const next = await installation.start();
      const items = await until('the record', async () => {
        const found = await next.api.all<Unconfirmed>('/v1/audit?action=change.unconfirmed');
        return found.length > 0 ? found : undefined;
      });
      expect(items).toMatchObject([
        { subject: '/v1/namespaces', principal: 'administrator', details: { request: 'POST /v1/namespaces' } },
      ]);
      expect(await next.api.all<Unconfirmed>('/v1/audit?subject=chaos-lost')).toEqual([]);
      expect(await next.api.expect(200, 'GET', '/v1/audit/verify')).toMatchObject({ ok: true, chains: 2 });
    } finally {
      await installation.remove();
      await pool.end();
      await database.drop();
    }
  },
  patienceMs,
);
