import type { Appeal, Lifting, Revocation, RevocationStore } from '@assay/registry';
import type { PrismaClient, Revocation as RevocationRow } from '../generated/client.js';

/** Revocations in PostgreSQL. Triggers put each change into the outbox in its own transaction. */
export class PrismaRevocationStore implements RevocationStore {
  constructor(private readonly prisma: PrismaClient) {}

  async addRevocation({ lifted: _none, appeal: _neither, ...revocation }: Revocation): Promise<Revocation> {
    const data = { ...revocation, createdAt: new Date(revocation.createdAt) };
    const { namespace, tool, range, cause } = revocation;
    for (;;) {
      // A partial unique index holds one in force for a target, another one a cause.
      const { count } = await this.prisma.revocation.createMany({ data, skipDuplicates: true });
      if (count === 1) return { ...revocation, appeal: null, lifted: null };
      const ofCause = cause === null ? null : await this.prisma.revocation.findUnique({ where: { cause } });
      if (ofCause !== null) return toRevocation(ofCause);
      const present = await this.prisma.revocation.findFirst({ where: { namespace, tool, range, liftedAt: null } });
      // None: the one that was in the way has been lifted in between.
      if (present !== null) return toRevocation(present);
    }
  }

  async takeOverRevocation(id: string, by: Pick<Revocation, 'createdBy' | 'reason'>): Promise<boolean> {
    return (await this.prisma.revocation.updateMany({ where: { id, liftedAt: null }, data: by })).count === 1;
  }

  async appealRevocation(id: string, { at, by, reason }: Appeal): Promise<boolean> {
    const { count } = await this.prisma.revocation.updateMany({
      where: { id, liftedAt: null, appealedAt: null },
      data: { appealedAt: new Date(at), appealedBy: by, appealReason: reason },
    });
    return count === 1;
  }

  async liftRevocation(id: string, { at, by, reason }: Lifting): Promise<boolean> {
    const { count } = await this.prisma.revocation.updateMany({
      where: { id, liftedAt: null },
      data: { liftedAt: new Date(at), liftedBy: by, liftReason: reason },
    });
    return count === 1;
  }
}

export const toRevocation = (row: RevocationRow): Revocation => ({
  id: row.id,
  organisationId: row.organisationId,
  namespace: row.namespace,
  tool: row.tool,
  range: row.range,
  reason: row.reason,
  createdAt: row.createdAt.getTime(),
  createdBy: row.createdBy,
  cause: row.cause,
  appeal: row.appealedAt && {
    at: row.appealedAt.getTime(),
    by: row.appealedBy as string,
    reason: row.appealReason as string,
  },
  lifted: row.liftedAt === null ? null : { at: row.liftedAt.getTime(), by: row.liftedBy, reason: row.liftReason },
});
