import type { AttestationKind } from '@assay/contracts';
import type { Attestation, AttestationStore, Verification, Withdrawal } from '@assay/trust';
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
      const { withdrawn: _none, ...kept } = attestation;
      await transaction.attestation.create({ data: { ...kept, at: new Date(attestation.at) } });
      await transaction.toolVersion.update({ where: { id: versionId }, data: known(attestation, version.audit) });
      if (verification !== null) await verify(transaction, verification, milliseconds(version.at));
      return true;
    });
  }

  async find(id: string): Promise<Attestation | undefined> {
    const row = await this.prisma.attestation.findUnique({ where: { id } });
    return row === null ? undefined : toAttestation(row);
  }

  withdraw(id: string, { at, by, reason }: Withdrawal): Promise<boolean> {
    return this.prisma.$transaction(async (transaction) => {
      const found = await transaction.attestation.findUnique({ where: { id } });
      if (found === null) return false;
      const { versionId } = found;
      const locked = await transaction.$queryRaw<{ at: Date | null }[]>`
        SELECT last_verified_at AS at FROM tool_versions WHERE id = ${versionId}::uuid FOR NO KEY UPDATE`;
      const withdrawal = { withdrawnAt: new Date(at), withdrawnBy: by, withdrawalReason: reason };
      const { count } = await transaction.attestation.updateMany({
        where: { id, withdrawnAt: null },
        data: withdrawal,
      });
      if (count === 0) return false;
      const left = await transaction.attestation.findMany({
        where: { versionId, withdrawnAt: null },
        orderBy: { id: 'desc' },
      });
      const data = { ...leftOf(left), ...(await verifiedWithout(transaction, found, locked[0]?.at ?? null)) };
      await transaction.toolVersion.update({ where: { id: versionId }, data });
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

/** What attestations that hold show, the newest first. */
function leftOf(left: readonly AttestationRow[]): Prisma.ToolVersionUpdateInput {
  const kinds = new Set(left.map((it) => it.kind));
  const audit = kinds.has('third-party') ? 'third-party' : kinds.has('self') ? 'self' : 'none';
  return { audit, identityOf: left.find((it) => it.kind === 'identity')?.organisationId ?? null };
}

/** Its last verification was the audit that is withdrawn: then it is the one before it. */
async function verifiedWithout(
  transaction: Transaction,
  { versionId, kind, at }: AttestationRow,
  lastVerifiedAt: Date | null,
): Promise<Prisma.ToolVersionUpdateInput> {
  if (kind !== 'third-party' || lastVerifiedAt?.getTime() !== at.getTime()) return {};
  const before = await transaction.verification.findFirst({
    where: { versionId, verdict: 'green', endedAt: { lt: at } },
    orderBy: { endedAt: 'desc' },
  });
  return { lastVerifiedAt: before?.endedAt ?? null };
}

async function verify(transaction: Transaction, verification: Verification, before: number | null): Promise<void> {
  const { versionId, endedAt, startedAt, checks } = verification;
  await transaction.verification.create({
    data: {
      ...verification,
      checks: checks as unknown as Prisma.InputJsonValue,
      startedAt: new Date(startedAt),
      endedAt: moment(endedAt),
    },
  });
  if (endedAt === null || (before !== null && before >= endedAt)) return;
  await transaction.toolVersion.update({ where: { id: versionId }, data: { lastVerifiedAt: new Date(endedAt) } });
}

const toAttestation = ({ withdrawnAt, withdrawnBy, withdrawalReason, ...row }: AttestationRow): Attestation => ({
  ...row,
  withdrawn: withdrawnAt && {
    at: withdrawnAt.getTime(),
    by: withdrawnBy as string,
    reason: withdrawalReason as string,
  },
  kind: row.kind as AttestationKind,
  at: row.at.getTime(),
});
