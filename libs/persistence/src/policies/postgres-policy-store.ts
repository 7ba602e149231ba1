import { maxPolicies, type Policy, type PolicyStore, type PolicyWritten } from '@assay/gateway';
import type pg from 'pg';
import type { Policy as PolicyRow } from '../generated/client.js';
import { inTransaction } from '../ownership/in-transaction.js';

interface Head {
  readonly id: string;
  readonly version: number;
}

interface VersionRow {
  readonly policy_id: string;
  readonly version: number;
  readonly text: string | null;
  readonly description: string | null;
  readonly changed_at: Date;
  readonly changed_by: string | null;
}

/** Policies in PostgreSQL. Triggers put each change into the outbox in its own transaction. */
export class PostgresPolicyStore implements PolicyStore {
  constructor(private readonly pool: pg.Pool) {}

  async write(policy: Omit<Policy, 'version'>, expected: number | null | undefined): Promise<PolicyWritten> {
    let outcome: PolicyWritten = { outcome: 'full' };
    await inTransaction(this.pool, async (client) => {
      outcome = await writeIn(client, policy, expected);
      return outcome.outcome === 'written' ? true : undefined;
    });
    return outcome;
  }

  async versions(organisationId: string, name: string): Promise<readonly Policy[]> {
    const { rows } = await this.pool.query<VersionRow>(versions, [organisationId, name]);
    return rows.map((it) => ({
      id: it.policy_id,
      organisationId,
      name,
      version: it.version,
      text: it.text,
      description: it.description,
      changedAt: it.changed_at.getTime(),
      changedBy: it.changed_by,
    }));
  }
}

async function writeIn(
  client: pg.PoolClient,
  policy: Omit<Policy, 'version'>,
  expected: number | null | undefined,
): Promise<PolicyWritten> {
  const { organisationId, name, text, description, changedAt, changedBy } = policy;
  // One after the other, so that two who expect the same version are not both right.
  await client.query('SELECT FROM organisations WHERE id = $1 FOR NO KEY UPDATE', [organisationId]);
  const found = await client.query<Head>('SELECT id, version FROM policies WHERE organisation_id = $1 AND name = $2', [
    organisationId,
    name,
  ]);
  const head = found.rows[0];
  const version = head?.version ?? null;
  if (expected !== undefined && expected !== version) return { outcome: 'changed', version };
  const next = { ...policy, id: head?.id ?? policy.id, version: (version ?? 0) + 1 };
  const values = [next.id, organisationId, name, next.version, text, description, new Date(changedAt), changedBy];
  const { rowCount } =
    head === undefined
      ? await client.query(insert, [...values, maxPolicies])
      : await client.query(update, [next.id, ...values.slice(3)]);
  if (rowCount !== 1) return { outcome: 'full' };
  await client.query(keep, [next.id, organisationId, ...values.slice(3)]);
  return { outcome: 'written', policy: next };
}

const insert = `
  INSERT INTO policies (id, organisation_id, name, version, text, description, changed_at, changed_by)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8
  WHERE (SELECT count(*) FROM policies WHERE organisation_id = $2) < $9`;

const update = `
  UPDATE policies SET version = $2, text = $3, description = $4, changed_at = $5, changed_by = $6 WHERE id = $1`;

const keep = `
  INSERT INTO policy_versions (policy_id, organisation_id, version, text, description, changed_at, changed_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

const versions = `
  SELECT kept.policy_id, kept.version, kept.text, kept.description, kept.changed_at, kept.changed_by
  FROM policy_versions AS kept JOIN policies AS policy ON policy.id = kept.policy_id
  WHERE policy.organisation_id = $1 AND policy.name = $2 ORDER BY kept.version DESC`;

export const toPolicy = (row: PolicyRow): Policy => ({ ...row, changedAt: row.changedAt.getTime() });
