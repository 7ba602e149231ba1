import type { DefinitionChange, QuarantineKind } from '@assay/contracts';
import type { Finding, Quarantine, QuarantineQuery, QuarantineStore, Release } from '@assay/registry';
import type { Database } from '../database/open-database.js';
import type { Prisma, Quarantine as QuarantineRow } from '../generated/client.js';
import { milliseconds, moment } from './identity-rows.js';

type Transaction = Prisma.TransactionClient;

/** Quarantines in PostgreSQL. Each change locks the version's row first, so that its columns follow the open ones. */
export class PrismaQuarantineStore implements QuarantineStore {
  constructor(private readonly database: Database) {}

  open(quarantine: Quarantine): Promise<boolean> {
    const { versionId, kind } = quarantine;
    return this.ofVersion(versionId, async (transaction) => {
      const present = await transaction.quarantine.findFirst({ where: { versionId, kind, releasedAt: null } });
      if (present !== null) return false;
      await transaction.quarantine.create({ data: toRow(quarantine) });
      return true;
    });
  }

  async observeAgain(id: string, { diff, observedAt, ...finding }: Finding): Promise<boolean> {
    const present = await this.database.prisma.quarantine.findUnique({ where: { id } });
    if (present === null) return false;
    return this.ofVersion(present.versionId, async (transaction) => {
      const { count } = await transaction.quarantine.updateMany({
        where: { id, releasedAt: null, observedAt: { lte: new Date(observedAt) } },
        data: { ...finding, diff: diff as unknown as Prisma.InputJsonValue, observedAt: new Date(observedAt) },
      });
      return count === 1;
    });
  }

  async release(id: string, { at, because, by }: Release): Promise<boolean> {
    const present = await this.database.prisma.quarantine.findUnique({ where: { id } });
    if (present === null) return false;
    return this.ofVersion(present.versionId, async (transaction) => {
      const { count } = await transaction.quarantine.updateMany({
        where: { id, releasedAt: null },
        data: { releasedAt: new Date(at), releasedBecause: because, releasedBy: by },
      });
      return count === 1;
    });
  }

  async setSuccessor(id: string, successor: string): Promise<void> {
    await this.database.prisma.quarantine.updateMany({ where: { id }, data: { successor } });
  }

  async find(id: string): Promise<Quarantine | undefined> {
    const row = await this.database.prisma.quarantine.findUnique({ where: { id } });
    return row ? toQuarantine(row) : undefined;
  }

  async list({ namespaces, state, tool, after, limit }: QuarantineQuery): Promise<readonly Quarantine[]> {
    const [namespace, name] = tool?.split('/') ?? [];
    const rows = await this.database.prisma.quarantine.findMany({
      where: {
        version: {
          AND: [
            { namespace: { in: [...namespaces] } },
            ...(tool === undefined ? [] : [{ namespace: namespace ?? '', tool: name ?? '' }]),
          ],
        },
        ...(state !== undefined && { releasedAt: state === 'open' ? null : { not: null } }),
        ...(after !== undefined && { id: { lt: after } }),
      },
      orderBy: { id: 'desc' },
      take: limit,
    });
    return rows.map(toQuarantine);
  }

  async openOf(versionIds: readonly string[]): Promise<readonly Quarantine[]> {
    if (versionIds.length === 0) return [];
    const rows = await this.database.prisma.quarantine.findMany({
      where: { versionId: { in: [...versionIds] }, releasedAt: null },
      orderBy: { id: 'asc' },
    });
    return rows.map(toQuarantine);
  }

  /** Runs a change of a version's quarantines; when it did something, the version shows the oldest that is open. */
  private ofVersion(versionId: string, change: (transaction: Transaction) => Promise<boolean>): Promise<boolean> {
    return this.database.prisma.$transaction(async (transaction) => {
      const locked = await transaction.$queryRaw<{ id: string }[]>`
        SELECT id FROM tool_versions WHERE id = ${versionId}::uuid FOR NO KEY UPDATE`;
      if (locked.length === 0 || !(await change(transaction))) return false;
      const oldest = await transaction.quarantine.findFirst({
        where: { versionId, releasedAt: null },
        orderBy: [{ since: 'asc' }, { id: 'asc' }],
      });
      await transaction.toolVersion.update({
        where: { id: versionId },
        data: { quarantinedSince: oldest?.since ?? null, quarantineFinding: oldest?.finding ?? null },
      });
      return true;
    });
  }
}

const toRow = (quarantine: Quarantine) => ({
  ...quarantine,
  diff: quarantine.diff as unknown as Prisma.InputJsonValue,
  since: new Date(quarantine.since),
  observedAt: new Date(quarantine.observedAt),
  releasedAt: moment(quarantine.releasedAt),
});

const toQuarantine = (row: QuarantineRow): Quarantine => ({
  ...row,
  kind: row.kind as QuarantineKind,
  diff: row.diff as unknown as readonly DefinitionChange[],
  since: row.since.getTime(),
  observedAt: row.observedAt.getTime(),
  releasedAt: milliseconds(row.releasedAt),
});
