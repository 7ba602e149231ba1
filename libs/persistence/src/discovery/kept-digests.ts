import type { PrismaClient } from '../generated/client.js';

/** Digests that have a vector of any model: those asked for, or the next `limit` after one in their order. */
export async function keptDigests(
  prisma: PrismaClient,
  wanted: { readonly ids: readonly string[] } | { readonly after: string | null; readonly limit: number },
): Promise<{ readonly id: string }[]> {
  const rows = await prisma.embedding.groupBy({
    by: ['digest'],
    where: { digest: 'ids' in wanted ? { in: [...wanted.ids] } : { gt: wanted.after ?? '' } },
    orderBy: { digest: 'asc' },
    ...('ids' in wanted ? {} : { take: wanted.limit }),
  });
  return rows.map(({ digest }) => ({ id: digest }));
}
