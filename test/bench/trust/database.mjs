import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, startEmbeddedPostgres } from '@assay/persistence';
import pg from 'pg';

/** Read costs, not the disk's: what is loaded here is not kept. */
const settings = { fsync: 'off', full_page_writes: 'off', max_wal_size: '8GB', shared_buffers: '512MB' };
const running = new Set();

/** Stops what pieces that were cut short have left running. */
export const stopDatabases = () => Promise.all([...running].map((stop) => stop()));

/** Runs with a pool on a migrated PostgreSQL of its own. */
export async function withDatabase(run) {
  const home = mkdtempSync(join(tmpdir(), 'assay-bench-trust-'));
  // Under root, PostgreSQL runs as a system user of its own, who has to pass through.
  chmodSync(home, 0o711);
  const postgres = await startEmbeddedPostgres({ home, log: () => undefined, settings });
  const pool = new pg.Pool({ connectionString: postgres.superuserUrl });
  // Of connections that wait when the server is stopped.
  pool.on('error', () => undefined);
  const stop = async () => {
    if (!running.delete(stop)) return;
    await pool.end();
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  };
  running.add(stop);
  try {
    await migrate(postgres.superuserUrl);
    return await run(pool);
  } finally {
    await stop();
  }
}

/** An organisation `acme` with a namespace of its name; its id. */
export async function addNamespace(pool) {
  const { rows } = await pool.query(
    `WITH organisation AS (
       INSERT INTO organisations (id, organisation_id, name, created_at)
       SELECT id, id, 'acme', now() FROM gen_random_uuid() AS id RETURNING id
     )
     INSERT INTO namespaces (id, organisation_id, name, visibility, created_at)
     SELECT id, id, 'acme', 'public', now() FROM organisation RETURNING organisation_id`,
  );
  return rows[0].organisation_id;
}

/** Another organisation, which only calls; its id. */
export async function addOrganisation(pool, name) {
  const { rows } = await pool.query(
    `INSERT INTO organisations (id, organisation_id, name, created_at)
     SELECT id, id, $1, now() FROM gen_random_uuid() AS id RETURNING id`,
    [name],
  );
  return rows[0].id;
}

/**
 * `count` tools, numbered from `from`, with one version each. What makes their trust due and tells the change feed is put
 * off: tools that come one by one would not notice it, and nobody follows here.
 */
export async function addVersions(pool, organisation, { from, count, trusted }) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query(
      `INSERT INTO tools (organisation_id, namespace, name, created_at)
       SELECT $1, 'acme', 'tool-' || n, now() FROM generate_series($2::int, $3::int) AS n`,
      [organisation, from, from + count - 1],
    );
    const trust = trusted
      ? "0.2 + 0.7 * random(), 0.2 + 0.7 * random(), 0.5, '{}'::jsonb"
      : 'NULL::double precision, NULL::double precision, NULL::double precision, NULL::jsonb';
    const keyOf = (base) =>
      `ln(${base}) + ln(2) / (90 * 86400000.0) * extract(epoch FROM published)::double precision * 1000`;
    await client.query(
      `INSERT INTO tool_versions (id, organisation_id, namespace, tool, version, version_key, manifest, manifest_digest,
         definition_digest, status, stage, published_at, trust_base, trust_inside_base, trust_confidence, trust, trust_key,
         trust_inside_key)
       SELECT id, $1, 'acme', 'tool-' || n, '1.0.0', '1.0.0', '{"description": "Answers with a number."}', id, id,
         'ACTIVE', 'BETA', published, base, inside_base, confidence, trust, ${keyOf('base')}, ${keyOf('inside_base')}
       FROM (
         SELECT n, gen_random_uuid() AS id, now() - random() * interval '120 days' AS published, ${trust}
         FROM generate_series($2::int, $3::int) AS n
       ) AS made (n, id, published, base, inside_base, confidence, trust)`,
      [organisation, from, from + count - 1],
    );
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK');
    throw cause;
  } finally {
    client.release();
  }
}
