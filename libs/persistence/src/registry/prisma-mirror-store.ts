import type { Mirror, MirrorClaim, MirrorProgress, MirrorStore, MirrorWalk } from '@assay/importing';
import { type Mirror as MirrorRow, Prisma, type PrismaClient } from '../generated/client.js';
import { milliseconds, moment } from '../stores/identity-rows.js';

/** Mirrors in PostgreSQL. A claim is a lease, so that a replica that died in a walk does not keep it. */
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
        leaseUntil: new Date(0),
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

  async claimMirror({ id, until }: MirrorClaim, now: number): Promise<Mirror | undefined> {
    const { count } = await this.prisma.mirror.updateMany({
      where: { id, leaseUntil: { lte: new Date(now) } },
      data: { leaseUntil: new Date(until) },
    });
    return count === 1 ? this.findMirror(id) : undefined;
  }

  async saveProgress(claim: MirrorClaim, progress: MirrorProgress): Promise<boolean> {
    const { count } = await this.prisma.mirror.updateMany({ where: held(claim), data: toProgressRow(progress) });
    return count === 1;
  }

  async extendClaim(claim: MirrorClaim, until: number): Promise<MirrorClaim | undefined> {
    const data = { leaseUntil: new Date(until) };
    const { count } = await this.prisma.mirror.updateMany({ where: held(claim), data });
    return count === 1 ? { id: claim.id, until } : undefined;
  }

  async releaseMirror(claim: MirrorClaim, now: number): Promise<void> {
    await this.extendClaim(claim, now);
  }
}

const held = ({ id, until }: MirrorClaim) => ({ id, leaseUntil: new Date(until) });

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

const toMirror = ({ everySeconds, leaseUntil: _lease, ...row }: MirrorRow): Mirror => ({
  ...row,
  everyMs: everySeconds * 1_000,
  createdAt: row.createdAt.getTime(),
  walk: row.walk as unknown as MirrorWalk | null,
  lastSuccessAt: milliseconds(row.lastSuccessAt),
  lastAttemptAt: milliseconds(row.lastAttemptAt),
  nextAt: row.nextAt.getTime(),
});
