import type { FindingSeverity, FindingState, FindingSubject } from '@assay/contracts';
import type { AbuseFinding, FindingDecision, FindingQuery, FindingStore, Sighting } from '@assay/trust';
import type { Database } from '../database/open-database.js';
import type { AbuseFinding as FindingRow, Prisma } from '../generated/client.js';
import { milliseconds, moment } from '../stores/identity-rows.js';

/** Findings in PostgreSQL. */
export class PrismaFindingStore implements FindingStore {
  constructor(private readonly database: Database) {}

  async add(finding: AbuseFinding): Promise<boolean> {
    const { id, versionId, subject, fingerprint, severity, score, signs, ruleSet, callers, state, foundAt } = finding;
    const added = await this.database.prisma.$executeRaw`
       INSERT INTO abuse_findings (id, organisation_id, version_id, subject, fingerprint, severity, score, signs, rule_set, callers, state,
         found_at)
       SELECT ${id}::uuid, organisation_id, id, ${subject}, ${fingerprint}, ${severity}, ${score}, ${JSON.stringify(signs)}, ${ruleSet}, ${callers}, ${state}, to_timestamp(${foundAt} / 1000.0)
       FROM tool_versions WHERE id = ${versionId}::uuid FOR KEY SHARE
       ON CONFLICT (version_id, subject, fingerprint) DO NOTHING`;
    return added === 1;
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
    const rows = await this.database.prisma.$queryRaw<{ id: string }[]>`
       SELECT id FROM tool_versions
       WHERE NOT EXISTS (SELECT FROM definition_scans WHERE version_id = id AND rule_set >= ${ruleSet})
       ORDER BY published_at, id LIMIT ${limit}`;
    return rows.map((row) => row.id);
  }

  async markScanned(versionIds: readonly string[], ruleSet: number, at: number): Promise<void> {
    await this.database.prisma.$executeRaw`
       INSERT INTO definition_scans (version_id, organisation_id, rule_set, scanned_at)
       SELECT id, organisation_id, ${ruleSet}, to_timestamp(${at} / 1000.0)
       FROM tool_versions WHERE id = ANY (${versionIds}::uuid[]) ORDER BY id FOR KEY SHARE
       ON CONFLICT (version_id) DO UPDATE SET rule_set = excluded.rule_set, scanned_at = excluded.scanned_at
       WHERE definition_scans.rule_set < excluded.rule_set`;
  }

  async sighted({ versionId, fingerprint, principalId, at }: Sighting, since: number): Promise<number> {
    await this.database.prisma.$executeRaw`
       INSERT INTO output_sightings (version_id, organisation_id, fingerprint, principal_id, seen_at)
       SELECT id, organisation_id, ${fingerprint}, ${principalId}, to_timestamp(${at} / 1000.0) FROM tool_versions WHERE id = ${versionId}::uuid FOR KEY SHARE
       ON CONFLICT (version_id, fingerprint, principal_id)
       DO UPDATE SET seen_at = greatest(output_sightings.seen_at, excluded.seen_at)`;
    const rows = await this.database.prisma.$queryRaw<{ callers: number }[]>`
       SELECT count(*)::int AS callers FROM output_sightings
       WHERE version_id = ${versionId}::uuid AND fingerprint = ${fingerprint} AND seen_at >= to_timestamp(${since} / 1000.0)`;
    return rows[0]?.callers ?? 0;
  }

  async forgetSightings(before: number): Promise<void> {
    await this.database.prisma
      .$executeRaw`DELETE FROM output_sightings WHERE seen_at < to_timestamp(${before} / 1000.0)`;
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
