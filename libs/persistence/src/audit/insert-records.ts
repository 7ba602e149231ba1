import type { CallMeasures, CallSummary, SignedGroup } from '@assay/kernel';
import type pg from 'pg';
import type { LinkedRecord } from './chain.js';

/** A record to be written, with the text of its call's envelope when it has one. */
export interface WritableRecord {
  readonly record: LinkedRecord;
  readonly invocation:
    | {
        readonly id: string;
        readonly body: string;
        readonly summary?: CallSummary | undefined;
        readonly measures?: CallMeasures | undefined;
      }
    | undefined;
}

/**
 * Writes records of one chain, their envelopes and the signature over them in one statement, and so in one transaction:
 * no record is ever visible without its signature. Writing a group again is harmless: after a lost connection it is
 * unknown whether it was committed.
 */
export async function insertRecords(
  pool: pg.Pool,
  group: readonly WritableRecord[],
  signed: SignedGroup,
): Promise<void> {
  const first = group[0];
  if (!first) return;
  const records = group.map((entry) => entry.record);
  const calls = group.filter((entry) => entry.invocation !== undefined);
  await pool.query({
    name: 'insert-audit-records',
    text: statement,
    values: [
      first.record.chain,
      records.map((record) => record.sequence),
      records.map((record) => record.at),
      records.map((record) => record.organisationId),
      records.map((record) => record.principalId),
      records.map((record) => record.action),
      records.map((record) => record.subject),
      jsonArray(records.map((record) => record.detailsText)),
      first.record.previous,
      records.map((record) => record.hash),
      calls.map(({ record }) => record.sequence),
      calls.map(({ invocation }) => invocation?.id),
      jsonArray(calls.map(({ invocation }) => invocation?.body ?? 'null')),
      signed.last,
      signed.root,
      signed.signedAt,
      signed.keyId,
      signed.signature,
      JSON.stringify(calls.map(({ invocation }) => ({ ...invocation?.summary, ...invocation?.measures }))),
    ],
  });
}

/** Texts that are JSON already, as one JSON array: nothing in them has to be escaped again. */
const jsonArray = (texts: readonly string[]): string => `[${texts.join(',')}]`;

/** `previous` is the hash of the record before, which the statement fills in from the group itself. */
const statement = `
  WITH incoming AS (
    SELECT t.*, to_timestamp(t.milliseconds / 1000.0) AS at
    FROM ROWS FROM (
      unnest($2::bigint[]), unnest($3::bigint[]), unnest($4::uuid[]), unnest($5::uuid[]), unnest($6::text[]),
      unnest($7::text[]), json_array_elements($8::json), unnest($10::text[])
    ) AS t (sequence, milliseconds, organisation_id, principal_id, action, subject, details, hash)
  ), kept AS (
    INSERT INTO audit_records
      (chain, sequence, at, organisation_id, principal_id, action, subject, details, previous, hash)
    SELECT $1, sequence, at, organisation_id, principal_id, action, subject, details,
      coalesce(lag(hash) OVER (ORDER BY sequence), $9), hash
    FROM incoming
    ON CONFLICT (chain, sequence, at) DO NOTHING
  ), signed AS (
    INSERT INTO audit_groups (chain, first, last, at, root, signed_at, key_id, signature)
    SELECT $1, min(sequence), $14::bigint, (array_agg(at ORDER BY sequence))[1], $15, to_timestamp($16 / 1000.0), $17, $18
    FROM incoming
    ON CONFLICT (chain, last, at) DO NOTHING
  )
  INSERT INTO invocations (id, at, organisation_id, principal_id, chain, sequence, body,
    tool, version, status, session, started_at, not_before, ms, code, cost_usd, is_cached,
    level, tokens)
  SELECT calls.id, incoming.at, incoming.organisation_id, incoming.principal_id, $1, incoming.sequence, calls.body,
    tool, version, status, session, to_timestamp("startedAt" / 1000), to_timestamp("notBefore" / 1000), ms, code,
    "costUsd", "isCached", level, tokens
  FROM ROWS FROM (
    unnest($11::bigint[]), unnest($12::uuid[]), json_array_elements($13::json),
    json_to_recordset($19::json) AS (
      tool text, version text, status text, session text, "startedAt" float8, "notBefore" float8, ms float8, code text,
      "costUsd" float8, "isCached" boolean, level integer, tokens bigint)
  ) AS calls (sequence, id, body)
  JOIN incoming USING (sequence)
  ON CONFLICT (id, at) DO NOTHING`;
