import type { Database, KeptRecord } from '@assay/persistence';

/** Every audit record there is, in the order of its chain. */
export async function keptRecords(database: Database): Promise<KeptRecord[]> {
  const rows = await database.prisma.auditRecord.findMany({ orderBy: [{ chain: 'asc' }, { sequence: 'asc' }] });
  return rows.map((row) => ({
    ...row,
    sequence: Number(row.sequence),
    at: row.at.getTime(),
    details: row.details as Record<string, unknown>,
  }));
}
