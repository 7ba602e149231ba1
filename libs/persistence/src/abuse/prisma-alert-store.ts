import type { AlertOutcome, AlertSeverity } from '@assay/contracts';
import type { AlertQuery, AlertStore, SecurityAlert } from '@assay/trust';
import type { SecurityAlert as AlertRow, PrismaClient } from '../generated/client.js';
import { milliseconds, moment } from '../stores/identity-rows.js';

/** Security alerts in PostgreSQL. */
export class PrismaAlertStore implements AlertStore {
  constructor(private readonly prisma: PrismaClient) {}

  async add(alert: SecurityAlert): Promise<void> {
    const { raisedAt, settledAt } = alert;
    await this.prisma.securityAlert.create({
      data: { ...alert, raisedAt: new Date(raisedAt), settledAt: moment(settledAt) },
    });
  }

  async settle(id: string, { at, revocationId }: { readonly at: number; readonly revocationId: string | null }) {
    const data = { settledAt: new Date(at), revocationId };
    await this.prisma.securityAlert.updateMany({ where: { id, settledAt: null }, data });
  }

  async unsettled(limit: number): Promise<readonly SecurityAlert[]> {
    const where = { settledAt: null };
    const rows = await this.prisma.securityAlert.findMany({ where, orderBy: { id: 'asc' }, take: limit });
    return rows.map(toAlert);
  }

  async list({ organisationId, after, limit }: AlertQuery): Promise<readonly SecurityAlert[]> {
    const rows = await this.prisma.securityAlert.findMany({
      where: {
        ...(organisationId !== undefined && { organisationId }),
        ...(after !== undefined && { id: { lt: after } }),
      },
      orderBy: { id: 'desc' },
      take: limit,
    });
    return rows.map(toAlert);
  }
}

const toAlert = (row: AlertRow): SecurityAlert => ({
  ...row,
  severity: row.severity as AlertSeverity,
  outcome: row.outcome as AlertOutcome,
  raisedAt: row.raisedAt.getTime(),
  settledAt: milliseconds(row.settledAt),
});
