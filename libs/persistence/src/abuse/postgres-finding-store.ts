import type { FindingSeverity, FindingState, FindingSubject } from '@assay/contracts';
import type { AbuseFinding, FindingDecision, FindingQuery, FindingStore, Sighting } from '@assay/trust';
import type { Database } from '../database/open-database.js';
import type { AbuseFinding as FindingRow, Prisma } from '../generated/client.js';
import { milliseconds, moment } from '../stores/identity-rows.js';

/** Findings in PostgreSQL. */
export class PostgresFindingStore implements FindingStore {
  constructor(private readonly database: Database) {}

  async add(finding: AbuseFinding): Promise<boolean> {
    const { id, versionId, subject, fingerprint, severity, score, signs, ruleSet, callers, state, foundAt } = finding;
    const { rowCount } = await this.database.pool.query(
      `INSERT INTO abuse_findings (id, organisation_id, version_id, subject, fingerprint, severity, score, signs, rule_set, callers, state, found_at)
       SELECT $1, organisation_id, id, $3, $4, $5, $6, $7, $8, $9, $10, to_timestamp($11 / 1000.0)
       FROM tool_versions WHERE id = $2 FOR KEY SHARE
       ON CONFLICT (version_id, subject, fingerprint) DO NOTHING`,
      [id, versionId, subject, fingerprint, severity, score, JSON.stringify(signs), ruleSet, callers, state, foundAt],
    );
    return rowCount === 1;
  }

  async decide(id: string, { state, at, by, reason }: FindingDecision): Promise<boolean> {
    const { count } = await this.database.prisma.abuseFinding.updateMany({
      where: { id, state: 'open' },
      data: { state, decidedAt: moment(at), decidedBy: by, reason },
    });
    return count === 1;
  }

  async find(id: string): Promise<AbuseFinding | undefined> {
    const row = await this.database.prisma.abuseFinding.findUnique({ where: { id } });
    return row ? toFinding(row) : undefined;
  }

  async list({ namespaces, tool, severity, subject, state, after, limit }: FindingQuery) {
    const [namespace, name] = tool?.split('/') ?? [];
    const within: Prisma.ToolVersionWhereInput[] = [
      ...(namespaces === undefined ? [] : [{ namespace: { in: [...namespaces] } }]),
      ...(tool === undefined ? [] : [{ namespace: namespace ?? '', tool: name ?? '' }]),
    ];
    const rows = await this.database.prisma.abuseFinding.findMany({
      where: {
        version: { AND: within },
        ...(severity !== undefined && { severity }),
        ...(subject !== undefined && { subject }),
        ...(state !== undefined && { state }),
        ...(after !== undefined && { id: { lt: after } }),
      },
      orderBy: { id: 'desc' },
      take: limit,
    });
    return rows.map(toFinding);
  }

  async ofVersion(versionId: string): Promise<readonly AbuseFinding[]> {
    const rows = await this.database.prisma.abuseFinding.findMany({ where: { versionId }, orderBy: { id: 'desc' } });
    return rows.map(toFinding);
  }

  async unscanned(ruleSet: number, limit: number): Promise<readonly string[]> {
    const { rows } = await this.database.pool.query<{ id: string }>(
      `SELECT id FROM tool_versions
       WHERE NOT EXISTS (SELECT FROM definition_scans WHERE version_id = id AND rule_set >= $1)
       ORDER BY published_at, id LIMIT $2`,
      [ruleSet, limit],
    );
    return rows.map((row) => row.id);
  }

  async markScanned(versionIds: readonly string[], ruleSet: number, at: number): Promise<void> {
    await this.database.pool.query(
      `INSERT INTO definition_scans (version_id, organisation_id, rule_set, scanned_at)
       SELECT id, organisation_id, $2, to_timestamp($3 / 1000.0)
       FROM tool_versions WHERE id = ANY ($1::uuid[]) ORDER BY id FOR KEY SHARE
       ON CONFLICT (version_id) DO UPDATE SET rule_set = excluded.rule_set, scanned_at = excluded.scanned_at
       WHERE definition_scans.rule_set < excluded.rule_set`,
      [versionIds, ruleSet, at],
    );
  }

  async sighted({ versionId, fingerprint, principalId, at }: Sighting, since: number): Promise<number> {
    await this.database.pool.query(
      `INSERT INTO output_sightings (version_id, organisation_id, fingerprint, principal_id, seen_at)
       SELECT id, organisation_id, $2, $3, to_timestamp($4 / 1000.0) FROM tool_versions WHERE id = $1 FOR KEY SHARE
       ON CONFLICT (version_id, fingerprint, principal_id)
       DO UPDATE SET seen_at = greatest(output_sightings.seen_at, excluded.seen_at)`,
      [versionId, fingerprint, principalId, at],
    );
    const { rows } = await this.database.pool.query<{ callers: number }>(
      `SELECT count(*)::int AS callers FROM output_sightings
       WHERE version_id = $1 AND fingerprint = $2 AND seen_at >= to_timestamp($3 / 1000.0)`,
      [versionId, fingerprint, since],
    );
    return rows[0]?.callers ?? 0;
  }

  async forgetSightings(before: number): Promise<void> {
    await this.database.pool.query('DELETE FROM output_sightings WHERE seen_at < to_timestamp($1 / 1000.0)', [before]);
  }
}

const toFinding = (row: FindingRow): AbuseFinding => ({
  ...row,
  subject: row.subject as FindingSubject,
  severity: row.severity as FindingSeverity,
  state: row.state as FindingState,
  signs: row.signs as unknown as AbuseFinding['signs'],
  foundAt: row.foundAt.getTime(),
  decidedAt: milliseconds(row.decidedAt),
});
