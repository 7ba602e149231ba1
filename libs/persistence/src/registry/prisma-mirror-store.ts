import type { Mirror, MirrorProgress, MirrorStore, MirrorWalk } from '@assay/importing';
import { type Mirror as MirrorRow, Prisma, type PrismaClient } from '../generated/client.js';
import { milliseconds, moment } from '../stores/identity-rows.js';

/** Mirrors in PostgreSQL. */
export class PrismaMirrorStore implements MirrorStore {
  constructor(private readonly prisma: PrismaClient) {}

  async addMirror(mirror: Mirror): Promise<'added' | 'taken'> {
    const { everyMs, createdAt, ...rest } = mirror;
    const { count } = await this.prisma.mirror.createMany({
      data: {
        ...rest,
        ...toProgressRow(mirror),
        everySeconds: Math.round(everyMs / 1_000),
        createdAt: new Date(createdAt),
      },
      skipDuplicates: true,
    });
    return count === 1 ? 'added' : 'taken';
  }

  async mirrors(): Promise<readonly Mirror[]> {
    return (await this.prisma.mirror.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })).map(toMirror);
  }

  async findMirror(id: string): Promise<Mirror | undefined> {
    const row = await this.prisma.mirror.findUnique({ where: { id } });
    return row ? toMirror(row) : undefined;
  }

  async removeMirror(id: string): Promise<boolean> {
    return (await this.prisma.mirror.deleteMany({ where: { id } })).count === 1;
  }

  async saveProgress(id: string, progress: MirrorProgress): Promise<boolean> {
    const { count } = await this.prisma.mirror.updateMany({ where: { id }, data: toProgressRow(progress) });
    return count === 1;
  }
}

const toProgressRow = (progress: MirrorProgress) => ({
  syncedTo: progress.syncedTo,
  walk: progress.walk === null ? Prisma.DbNull : { ...progress.walk },
  lastSuccessAt: moment(progress.lastSuccessAt),
  lastAttemptAt: moment(progress.lastAttemptAt),
  nextAt: new Date(progress.nextAt),
  failures: progress.failures,
  error: progress.error,
  skipped: progress.skipped,
  skippedExample: progress.skippedExample,
});

const toMirror = ({ everySeconds, ...row }: MirrorRow): Mirror => ({
  ...row,
  everyMs: everySeconds * 1_000,
  createdAt: row.createdAt.getTime(),
  walk: row.walk as unknown as MirrorWalk | null,
  lastSuccessAt: milliseconds(row.lastSuccessAt),
  lastAttemptAt: milliseconds(row.lastAttemptAt),
  nextAt: row.nextAt.getTime(),
});
