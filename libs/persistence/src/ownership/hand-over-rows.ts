import type { HandedOver, Handover } from '@assay/identity';
import type { Sealer } from '@assay/kernel';
import type pg from 'pg';
import { openAddress, sealedMark } from '../stores/sealed-address.js';
import { inTransaction } from './in-transaction.js';

/** Moves everything of a namespace to another organisation, in one transaction. */
export const handOverRows = (pool: pg.Pool, sealer: Sealer, handover: Handover): Promise<HandedOver | undefined> =>
  inTransaction(pool, async (client) => {
    const name = await lockedName(client, handover);
    if (name === undefined || !(await offerStands(client, handover))) return undefined;
    const strippedServers = await serversWithSecrets(client, name);
    await openSealedUrls(client, sealer, name);
    const { namespaceId, fromOrganisationId: from, toOrganisationId: to, ownerId, at } = handover;
    await client.query(
      `UPDATE namespaces SET organisation_id = $2, proven_method = NULL, proven_domain = NULL, proven_at = NULL
       WHERE id = $1`,
      [namespaceId, to],
    );
    await client.query('DELETE FROM namespace_owners WHERE namespace_id = $1', [namespaceId]);
    await client.query('DELETE FROM namespace_teams WHERE namespace_id = $1', [namespaceId]);
    await client.query(
      'INSERT INTO namespace_owners (organisation_id, namespace_id, principal_id) VALUES ($1, $2, $3)',
      [to, namespaceId, ownerId],
    );
    for (const statement of moves) await client.query(statement, [name, to]);
    for (const statement of movesWithTime) await client.query(statement, [name, to, at]);
    const ended = await client.query(
      `DELETE FROM grants WHERE organisation_id = $2 AND split_part(coalesce(tool, server), '/', 1) = $1`,
      [name, from],
    );
    await client.query(`DELETE FROM endorsements WHERE organisation_id = $2 AND split_part(tool, '/', 1) = $1`, [
      name,
      from,
    ]);
    return { strippedServers, grantsEnded: ended.rowCount ?? 0 };
  });

/** The namespace's present name when it still belongs to its giver; its row is locked then. */
async function lockedName(client: pg.PoolClient, handover: Handover): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM namespaces WHERE id = $1 AND organisation_id = $2 FOR UPDATE',
    [handover.namespaceId, handover.fromOrganisationId],
  );
  return rows[0]?.name;
}

/** Takes the offer away, and says whether it was the one that is accepted. */
async function offerStands(client: pg.PoolClient, handover: Handover): Promise<boolean> {
  const { rows } = await client.query<{ to_organisation_id: string; offered_at: Date }>(
    'DELETE FROM namespace_transfers WHERE namespace_id = $1 RETURNING to_organisation_id, offered_at',
    [handover.namespaceId],
  );
  if (handover.offeredAt === null) return true;
  const [offer] = rows;
  return offer?.to_organisation_id === handover.toOrganisationId && offer.offered_at.getTime() === handover.offeredAt;
}

async function serversWithSecrets(client: pg.PoolClient, namespace: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT namespace || '/' || name AS name FROM servers
     WHERE namespace = $1 AND (
       coalesce(mcp -> 'headers', '{}') <> '{}' OR coalesce(mcp -> 'env', '{}') <> '{}' OR
       coalesce(http -> 'headers', '{}') <> '{}' OR coalesce(http -> 'query', '{}') <> '{}' OR
       coalesce(grpc -> 'metadata', '{}') <> '{}' OR
       mcp ->> 'url' LIKE '${sealedMark}%' OR (mcp ->> 'args') LIKE '%"${sealedMark}%' OR
       mcp ->> 'url' <> ${bare("mcp ->> 'url'")} OR http ->> 'openapi' <> ${bare("http ->> 'openapi'")})
     ORDER BY name`,
    [namespace],
  );
  return rows.map((row) => row.name);
}

/**
 * Puts addresses that are sealed for the credential in them back as they were: what follows in this transaction takes the
 * credential out.
 */
async function openSealedUrls(client: pg.PoolClient, sealer: Sealer, namespace: string): Promise<void> {
  const { rows } = await client.query<{ id: string; label: string; url: string }>(
    `SELECT id, namespace || '/' || name AS label, mcp ->> 'url' AS url FROM servers
     WHERE namespace = $1 AND mcp ->> 'url' LIKE '${sealedMark}%' FOR UPDATE`,
    [namespace],
  );
  for (const { id, label, url } of rows) {
    const opened = openAddress(sealer, { id, label }, { url });
    await client.query(`UPDATE servers SET mcp = jsonb_set(mcp, '{url}', to_jsonb($2::text)) WHERE id = $1`, [
      id,
      'url' in opened ? opened.url : '',
    ]);
  }
}

/** SQL of a command's arguments, those that are sealed left empty; of an object without arguments, nothing. */
const withoutSealedArguments = `
  CASE WHEN mcp ? 'args' THEN jsonb_build_object('args', (
    SELECT coalesce(jsonb_agg(CASE WHEN it LIKE '${sealedMark}%' THEN '' ELSE it END ORDER BY place), '[]')
    FROM jsonb_array_elements_text(mcp -> 'args') WITH ORDINALITY AS each (it, place)
  )) ELSE '{}' END`;

/** SQL of an address without user, query and fragment, which hold secrets now and then. */
const bare = (url: string): string =>
  `regexp_replace(regexp_replace(${url}, '[?#].*$', ''), '^([a-z]+://)[^/]*@', '\\1', 'i')`;

/** SQL of an object with the bare address of a member, empty where there is none. */
const replaced = (column: string, member: string): string =>
  `jsonb_strip_nulls(jsonb_build_object('${member}', ${bare(`${column} ->> '${member}'`)}))`;

/** `$1` is the namespace, `$2` the receiving organisation. */
const moves = [
  'UPDATE tools SET organisation_id = $2 WHERE namespace = $1',
  'UPDATE tool_versions SET organisation_id = $2 WHERE namespace = $1',
  `UPDATE quarantines SET organisation_id = $2
   WHERE version_id IN (SELECT id FROM tool_versions WHERE namespace = $1)`,
  ...['verifications', 'verification_turns', 'stage_changes', 'stage_watches', 'attestations'].map(
    (table) => `UPDATE ${table} SET organisation_id = $2
   WHERE version_id IN (SELECT id FROM tool_versions WHERE namespace = $1)`,
  ),
  ...['abuse_findings', 'behaviour_days', 'definition_scans', 'output_sightings'].map(
    (table) => `UPDATE ${table} SET organisation_id = $2
   WHERE version_id IN (SELECT id FROM tool_versions WHERE namespace = $1)`,
  ),
  ...['evidence_buckets', 'evidence_callers', 'evidence_organisations', 'trust_history', 'trust_due'].map(
    (table) => `UPDATE ${table} SET organisation_id = $2
   WHERE version_id IN (SELECT id FROM tool_versions WHERE namespace = $1)`,
  ),
  // Who are the provider's own people, and which tools are its other ones, has changed.
  `SELECT assay_trust_is_due(ARRAY (SELECT id FROM tool_versions WHERE namespace = $1 AND organisation_id = $2::uuid))`,
  'UPDATE revocations SET organisation_id = $2 WHERE namespace = $1',
  `UPDATE upstream_looks SET organisation_id = $2 WHERE server_id IN (SELECT id FROM servers WHERE namespace = $1)`,
  `UPDATE imports SET organisation_id = $2 WHERE split_part(server, '/', 1) = $1`,
  'UPDATE namespace_aliases SET organisation_id = $2 WHERE target = $1',
  'UPDATE tool_aliases SET organisation_id = $2 WHERE namespace = $1',
  // What was published through the official API keeps the name it had at the time; what was mirrored is its mirror's.
  `UPDATE registry_servers SET organisation_id = $2 WHERE origin IS NULL AND lower(split_part(name, '/', 1)) IN
     (SELECT $1 UNION ALL SELECT name FROM namespace_aliases WHERE target = $1)`,
] as const;

/** `$3` is when, in ms. Nobody's secrets or signing keys go to somebody else. */
const movesWithTime = [
  `UPDATE servers SET organisation_id = $2,
     mcp = (mcp - '{headers,env}'::text[]) || ${replaced('mcp', 'url')} || ${withoutSealedArguments},
     http = (http - '{headers,query}'::text[]) || ${replaced('http', 'openapi')},
     grpc = grpc - 'metadata',
     confirmation = NULL,
     updated_at = greatest(to_timestamp($3 / 1000.0), updated_at + interval '1 ms')
   WHERE namespace = $1`,
  // Who submitted them owns nothing here any more, and they would keep the new owners from submitting theirs.
  `UPDATE reviews SET state = 'withdrawn', decided_at = to_timestamp($3 / 1000.0), reason = 'The namespace was transferred.'
   WHERE state = 'open' AND subject LIKE '%/%' AND split_part(subject, '/', 1) = $1 AND $2::uuid IS NOT NULL`,
  `UPDATE publisher_keys SET organisation_id = $2, retired_at = coalesce(retired_at, to_timestamp($3 / 1000.0))
   WHERE namespace = $1`,
] as const;
