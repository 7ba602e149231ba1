import type { ToolVersion } from '@assay/core';
import type pg from 'pg';

/**
 * Inserts versions whose key is free, and their tools where missing, in one statement, and so in one transaction with
 * the outbox rows of the triggers. Answers the ids that were inserted. Rows go in by key order: two replicas that insert
 * the same keys wait for each other and never in a circle.
 */
export async function insertVersions(pool: pg.Pool, versions: readonly ToolVersion[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'insert-versions',
    text: statement,
    values: columns.map((column) => versions.map(column.of)),
  });
  return new Set(rows.map((row) => row.id));
}

/** Times travel as milliseconds: `bigint` here, a moment in the statement. */
const columns: readonly {
  readonly name: string;
  readonly type: string;
  readonly time?: true;
  readonly of: (version: ToolVersion) => string | number | null;
}[] = [
  { name: 'id', type: 'uuid', of: (version) => version.id },
  { name: 'organisation_id', type: 'uuid', of: (version) => version.organisationId },
  { name: 'namespace', type: 'text', of: (version) => version.namespace },
  { name: 'tool', type: 'text', of: (version) => version.tool },
  { name: 'version', type: 'text', of: (version) => version.version },
  { name: 'version_key', type: 'text', of: (version) => version.versionKey },
  { name: 'manifest', type: 'json', of: (version) => JSON.stringify(version.manifest) },
  { name: 'manifest_digest', type: 'text', of: (version) => version.manifestDigest },
  { name: 'definition_digest', type: 'text', of: (version) => version.definitionDigest },
  { name: 'upstream_digest', type: 'text', of: (version) => version.upstreamDigest },
  { name: 'status', type: 'text', of: (version) => version.status },
  { name: 'stage', type: 'text', of: (version) => version.stage },
  { name: 'sunset_at', type: 'bigint', time: true, of: (version) => version.sunsetAt },
  { name: 'quarantined_since', type: 'bigint', time: true, of: (version) => version.quarantined?.since ?? null },
  { name: 'quarantine_finding', type: 'text', of: (version) => version.quarantined?.finding ?? null },
  { name: 'last_verified_at', type: 'bigint', time: true, of: (version) => version.lastVerifiedAt },
  { name: 'usage_count', type: 'bigint', of: (version) => version.usageCount },
  { name: 'published_at', type: 'bigint', time: true, of: (version) => version.publishedAt },
  { name: 'published_by', type: 'uuid', of: (version) => version.publishedBy },
];

const names = columns.map((column) => column.name).join(', ');
const moment = (name: string) => `to_timestamp(${name} / 1000.0)`;

const statement = `
  WITH incoming AS (
    SELECT * FROM unnest(${columns.map((column, index) => `$${index + 1}::${column.type}[]`).join(', ')}) AS t (${names})
  ), named AS (
    INSERT INTO tools (organisation_id, namespace, name, created_at)
    SELECT DISTINCT ON (namespace, tool) organisation_id, namespace, tool, ${moment('published_at')}
    FROM incoming ORDER BY namespace, tool
    ON CONFLICT (namespace, name) DO NOTHING
  )
  INSERT INTO tool_versions (${names})
  SELECT ${columns.map((column) => (column.time ? moment(column.name) : column.name)).join(', ')}
  FROM incoming ORDER BY namespace, tool, version_key
  ON CONFLICT (namespace, tool, version_key) DO NOTHING
  RETURNING id`;
