import type { Capability, CapabilityPatch, CapabilityStore, Seeding } from '@assay/registry';
import type { Capability as CapabilityRow, Prisma, PrismaClient } from '../generated/client.js';
import { milliseconds } from './identity-rows.js';

/** The taxonomy in PostgreSQL. Triggers put each change into the outbox in its own transaction. */
export class PrismaCapabilityStore implements CapabilityStore {
  constructor(private readonly prisma: PrismaClient) {}

  /** One statement, so that replicas that start at once do not see half a tree. */
  async seed({ organisationId, version, capabilities, at }: Seeding): Promise<void> {
    await this.prisma.$executeRaw`
      INSERT INTO capabilities AS present
        (id, organisation_id, tag, parent, label, description, aliases, merged_into, seed_version, created_at)
      SELECT id, ${organisationId}::uuid, tag, parent, label, description,
        ARRAY(SELECT jsonb_array_elements_text(aliases)), "mergedInto", ${version}::integer, ${new Date(at)}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(capabilities)}::jsonb) AS seeded
        (id uuid, tag text, parent text, label text, description text, aliases jsonb, "mergedInto" text)
      ORDER BY tag
      ON CONFLICT (tag) DO UPDATE SET parent = excluded.parent, label = excluded.label,
        description = excluded.description, aliases = excluded.aliases, merged_into = excluded.merged_into,
        seed_version = excluded.seed_version
      WHERE present.edited_at IS NULL AND present.seed_version < excluded.seed_version`;
  }

  async add({ aliases, ...capability }: Capability): Promise<'added' | 'taken'> {
    const { count } = await this.prisma.capability.createMany({
      data: {
        ...capability,
        aliases: [...aliases],
        editedAt: capability.editedAt === null ? null : new Date(capability.editedAt),
        createdAt: new Date(capability.createdAt),
      },
      skipDuplicates: true,
    });
    return count === 1 ? 'added' : 'taken';
  }

  change(tag: string, { aliases, ...patch }: CapabilityPatch, at: number): Promise<boolean> {
    return this.prisma.$transaction(async (transaction) => {
      if (patch.parent != null && (await liesBelow(transaction, patch.parent, tag))) return false;
      const { count } = await transaction.capability.updateMany({
        where: { tag, mergedInto: null },
        data: { ...patch, ...(aliases && { aliases: [...aliases] }), editedAt: new Date(at) },
      });
      return count === 1;
    });
  }

  /** Moves and merges take turns: of two at once that would make a circle together the second one fails. */
  merge(tag: string, into: string, at: number): Promise<boolean> {
    const editedAt = new Date(at);
    return this.prisma.$transaction(async (transaction) => {
      if (await liesBelow(transaction, into, tag)) return false;
      const living = await transaction.$queryRaw<{ tag: string }[]>`
        SELECT tag FROM capabilities WHERE tag IN (${tag}, ${into}) AND merged_into IS NULL ORDER BY tag FOR UPDATE`;
      if (living.length !== 2) return false;
      await transaction.capability.updateMany({
        where: { OR: [{ tag }, { mergedInto: tag }] },
        data: { mergedInto: into, editedAt },
      });
      await transaction.capability.updateMany({
        where: { parent: tag, tag: { not: into } },
        data: { parent: into, editedAt },
      });
      return true;
    });
  }
}

const maxLooked = 64;

/** Whether `tag` is `above` or lies below it; nobody else moves anything until the transaction ends. */
async function liesBelow(transaction: Prisma.TransactionClient, tag: string, above: string): Promise<boolean> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('assay.capabilities', 0))`;
  const found = await transaction.$queryRaw<unknown[]>`
    WITH RECURSIVE way AS (
      SELECT tag, coalesce(merged_into, parent) AS next, 1 AS steps FROM capabilities WHERE tag = ${tag}
      UNION ALL
      SELECT it.tag, coalesce(it.merged_into, it.parent), steps + 1
      FROM way JOIN capabilities it ON it.tag = way.next WHERE steps < ${maxLooked})
    SELECT 1 FROM way WHERE tag = ${above} LIMIT 1`;
  return found.length > 0;
}

export const toCapability = (row: CapabilityRow): Capability => ({
  ...row,
  editedAt: milliseconds(row.editedAt),
  createdAt: row.createdAt.getTime(),
});
