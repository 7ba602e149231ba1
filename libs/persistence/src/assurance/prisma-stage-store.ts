import type { Stage, StageAuthority } from '@assay/contracts';
import type { StageChange, StageStore } from '@assay/trust';
import type { PrismaClient, StageChange as StageChangeRow } from '../generated/client.js';

/** Stages of versions in PostgreSQL. The version's own column is the last word: it changes with the history. */
export class PrismaStageStore implements StageStore {
  constructor(private readonly prisma: PrismaClient) {}

  change(change: StageChange): Promise<boolean> {
    const { versionId, from, to } = change;
    return this.prisma.$transaction(async (transaction) => {
      const { count } = await transaction.toolVersion.updateMany({
        where: { id: versionId, stage: from },
        data: { stage: to },
      });
      if (count === 0) return false;
      await transaction.stageChange.create({
        data: { ...change, waived: [...change.waived], at: new Date(change.at) },
      });
      await transaction.stageWatch.deleteMany({ where: { versionId } });
      return true;
    });
  }

  async history(versionId: string, limit: number): Promise<readonly StageChange[]> {
    const rows = await this.prisma.stageChange.findMany({ where: { versionId }, orderBy: { id: 'desc' }, take: limit });
    return rows.map(toStageChange);
  }

  async last(versionIds: readonly string[]): Promise<readonly StageChange[]> {
    const rows = await this.prisma.stageChange.findMany({
      where: { versionId: { in: [...versionIds] } },
      orderBy: [{ versionId: 'asc' }, { id: 'desc' }],
      distinct: ['versionId'],
    });
    return rows.map(toStageChange);
  }

  async watched(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.prisma.stageWatch.findMany();
    return new Map(rows.map(({ versionId, since }) => [versionId, since.getTime()]));
  }

  async watch(versionId: string, since: number | null): Promise<void> {
    if (since === null) {
      await this.prisma.stageWatch.deleteMany({ where: { versionId } });
      return;
    }
    const at = new Date(since);
    await this.prisma.$executeRaw`
      INSERT INTO stage_watches (version_id, organisation_id, since)
      SELECT id, organisation_id, ${at} FROM tool_versions WHERE id = ${versionId}::uuid FOR KEY SHARE
      ON CONFLICT (version_id) DO UPDATE SET since = excluded.since`;
  }
}

const toStageChange = (row: StageChangeRow): StageChange => ({
  ...row,
  from: row.from as Stage,
  to: row.to as Stage,
  authority: row.authority as StageAuthority,
  at: row.at.getTime(),
});
