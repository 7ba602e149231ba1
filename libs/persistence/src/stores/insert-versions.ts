import type { ToolVersion } from '@assay/registry';
import type pg from 'pg';

/** A version, and how many its publisher compared it with: all the tool had. */
export interface Publication {
  readonly version: ToolVersion;
  readonly besides: number;
}

/**
 * Inserts versions of tools that have just as many versions as their publishers know of, one a tool, and the tools
 * where missing, in one statement, and so in one transaction with the outbox rows of the triggers. Answers the ids that
 * were inserted. A name that has become an alias is no tool's any more, and nothing goes in under it; nor
 * does anything go into a namespace that belongs to another organisation by now. Rows go in by name: two replicas that
 * publish the same tools wait for each other, never in a circle.
 */
export async function insertVersions(
  pool: pg.Pool,
  publications: readonly Publication[],
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'insert-versions',
    text: statement,
    values: [
      ...columns.map((column) => publications.map(({ version }) => column.of(version))),
      publications.map(({ besides }) => besides),
    ],
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
  { name: 'signatures', type: 'jsonb', of: (version) => JSON.stringify(version.signatures) },
  { name: 'status', type: 'text', of: (version) => version.status },
  { name: 'stage', type: 'text', of: (version) => version.stage },
  { name: 'sunset_at', type: 'bigint', time: true, of: (version) => version.sunsetAt },
  { name: 'status_reason', type: 'text', of: (version) => version.statusChange?.reason ?? null },
  { name: 'status_changed_at', type: 'bigint', time: true, of: (version) => version.statusChange?.at ?? null },
  { name: 'status_heeds', type: 'text', of: (version) => version.statusChange?.supersededBy ?? null },
  { name: 'status_told', type: 'text', of: (version) => version.statusChange?.notice ?? null },
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
    SELECT * FROM unnest(${columns.map((column, index) => `$${index + 1}::${column.type}[]`).join(', ')},
      $${columns.length + 1}::integer[]) AS t (${names}, besides)
  ), held AS (
    SELECT name, organisation_id FROM namespaces WHERE name IN (SELECT namespace FROM incoming) ORDER BY name FOR KEY SHARE
  ), first AS (
    SELECT DISTINCT ON (namespace, tool) * FROM incoming
    WHERE (namespace, organisation_id) IN (SELECT name, organisation_id FROM held)
      AND NOT EXISTS (SELECT FROM tool_aliases WHERE name = incoming.namespace || '/' || incoming.tool)
      AND NOT EXISTS (SELECT FROM namespace_aliases WHERE name = incoming.namespace)
      AND NOT EXISTS (
        SELECT FROM tool_versions AS there
        WHERE (there.namespace, there.tool, there.version_key) = (incoming.namespace, incoming.tool, incoming.version_key)
      )
    ORDER BY namespace, tool, version_key
  ), counted AS (
    INSERT INTO tools (organisation_id, namespace, name, created_at, version_count)
    SELECT organisation_id, namespace, tool, ${moment('published_at')}, besides + 1 FROM first ORDER BY namespace, tool
    ON CONFLICT (namespace, name) DO UPDATE SET version_count = EXCLUDED.version_count
    WHERE tools.version_count = EXCLUDED.version_count - 1
    RETURNING namespace, name
  )
  INSERT INTO tool_versions (${names})
  SELECT ${columns.map((column) => (column.time ? moment(column.name) : `first.${column.name}`)).join(', ')}
  FROM first JOIN counted ON (counted.namespace, counted.name) = (first.namespace, first.tool)
  RETURNING id`;
