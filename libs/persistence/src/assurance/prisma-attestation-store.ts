import type { AttestationKind } from '@assay/contracts';
import type { Attestation, AttestationStore, Verification } from '@assay/core';
import type { Attestation as AttestationRow, Prisma, PrismaClient } from '../generated/client.js';
import { milliseconds, moment } from '../stores/identity-rows.js';

type Transaction = Prisma.TransactionClient;

/** What was attested of versions, in PostgreSQL. The version's row is locked first, so that its columns follow. */
export class PrismaAttestationStore implements AttestationStore {
  constructor(private readonly prisma: PrismaClient) {}

  add(attestation: Attestation, verification: Verification | null): Promise<boolean> {
    const { versionId } = attestation;
    return this.prisma.$transaction(async (transaction) => {
      const locked = await transaction.$queryRaw<{ audit: string; at: Date | null }[]>`
        SELECT audit, last_verified_at AS at FROM tool_versions WHERE id = ${versionId}::uuid FOR NO KEY UPDATE`;
      const version = locked[0];
      if (version === undefined) return false;
      await transaction.attestation.create({ data: { ...attestation, at: new Date(attestation.at) } });
      await transaction.toolVersion.update({ where: { id: versionId }, data: known(attestation, version.audit) });
      if (verification !== null) await verify(transaction, verification, milliseconds(version.at));
      return true;
    });
  }

  async list(query: { versionId: string; after?: string; limit: number }): Promise<readonly Attestation[]> {
    const { versionId, after, limit } = query;
    const rows = await this.prisma.attestation.findMany({
      where: { versionId, ...(after !== undefined && { id: { lt: after } }) },
      orderBy: { id: 'desc' },
      take: limit,
    });
    return rows.map(toAttestation);
  }
}

function known({ kind, organisationId }: Attestation, audit: string): Prisma.ToolVersionUpdateInput {
  if (kind === 'identity') return { identityOf: organisationId };
  return { audit: audit === 'third-party' ? audit : kind };
}

async function verify(transaction: Transaction, verification: Verification, before: number | null): Promise<void> {
  const { versionId, endedAt, startedAt, leaseUntil, checks } = verification;
  await transaction.verification.create({
    data: {
      ...verification,
      checks: checks as unknown as Prisma.InputJsonValue,
      startedAt: new Date(startedAt),
      leaseUntil: new Date(leaseUntil),
      endedAt: moment(endedAt),
    },
  });
  if (endedAt === null || (before !== null && before >= endedAt)) return;
  await transaction.toolVersion.update({ where: { id: versionId }, data: { lastVerifiedAt: new Date(endedAt) } });
}

const toAttestation = (row: AttestationRow): Attestation => ({
  ...row,
  kind: row.kind as AttestationKind,
  at: row.at.getTime(),
});
