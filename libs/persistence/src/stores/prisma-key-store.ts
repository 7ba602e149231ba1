import type { PublisherKey, PublisherKeyStore, RegistryKey, RegistryKeyStore, Signature } from '@assay/registry';
import type { Database } from '../database/open-database.js';
import type { PublisherKey as PublisherKeyRow, RegistryKey as RegistryKeyRow } from '../generated/client.js';
import { milliseconds, moment } from './identity-rows.js';

/** The keys that sign entries, and the signatures they made, in PostgreSQL. */
export class PrismaKeyStore implements RegistryKeyStore, PublisherKeyStore {
  constructor(private readonly database: Database) {}

  async useRegistryKey(key: RegistryKey, othersUntil: number): Promise<readonly string[]> {
    const { prisma } = this.database;
    return await prisma.$transaction(async (transaction) => {
      await transaction.registryKey.upsert({
        where: { keyId: key.keyId },
        create: { ...key, validFrom: new Date(key.validFrom), validUntil: moment(key.validUntil) },
        update: { validUntil: null },
      });
      const ended = await transaction.registryKey.updateManyAndReturn({
        where: { keyId: { not: key.keyId }, validUntil: null },
        data: { validUntil: new Date(othersUntil) },
      });
      return ended.map((it) => it.keyId);
    });
  }

  async registryKeys(): Promise<readonly RegistryKey[]> {
    const rows = await this.database.prisma.registryKey.findMany({
      orderBy: [{ validFrom: 'desc' }, { keyId: 'asc' }],
    });
    return rows.map(toRegistryKey);
  }

  async addSignatures(signatures: ReadonlyMap<string, Signature>): Promise<void> {
    if (signatures.size === 0) return;
    // Rows are locked in the order of their ids, so that two replicas never wait for each other in a circle.
    const ids = [...signatures.keys()];
    const texts = [...signatures.values()].map((it) => JSON.stringify(it));
    await this.database.prisma.$executeRaw`
       WITH given AS (
         SELECT * FROM unnest(${ids}::uuid[], ${texts}::jsonb[]) AS t (id, signature)
       ), locked AS (
         SELECT id FROM tool_versions WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE
       )
       UPDATE tool_versions SET signatures = signatures || jsonb_build_array(given.signature)
       FROM given JOIN locked USING (id)
       WHERE tool_versions.id = given.id AND NOT EXISTS (
         SELECT FROM jsonb_array_elements(tool_versions.signatures) AS present (it)
         WHERE it ->> 'by' = given.signature ->> 'by' AND it ->> 'keyId' = given.signature ->> 'keyId')`;
  }

  async addPublisherKey(key: PublisherKey): Promise<PublisherKey> {
    const { prisma } = this.database;
    const { count } = await prisma.publisherKey.createMany({
      data: { ...key, createdAt: new Date(key.createdAt), retiredAt: moment(key.retiredAt) },
      skipDuplicates: true,
    });
    if (count === 1) return key;
    const { namespace, keyId } = key;
    return toPublisherKey(
      await prisma.publisherKey.findUniqueOrThrow({ where: { namespace_keyId: { namespace, keyId } } }),
    );
  }

  async publisherKeys(namespace: string): Promise<readonly PublisherKey[]> {
    const rows = await this.database.prisma.publisherKey.findMany({ where: { namespace }, orderBy: { keyId: 'asc' } });
    return rows.map(toPublisherKey);
  }

  async retirePublisherKey(id: string, at: number): Promise<boolean> {
    const { count } = await this.database.prisma.publisherKey.updateMany({
      where: { id, retiredAt: null },
      data: { retiredAt: new Date(at) },
    });
    return count === 1;
  }
}

const toRegistryKey = (row: RegistryKeyRow): RegistryKey => ({
  keyId: row.keyId,
  organisationId: row.organisationId,
  publicKey: row.publicKey,
  validFrom: row.validFrom.getTime(),
  validUntil: milliseconds(row.validUntil),
});

const toPublisherKey = (row: PublisherKeyRow): PublisherKey => ({
  id: row.id,
  organisationId: row.organisationId,
  namespace: row.namespace,
  keyId: row.keyId,
  publicKey: row.publicKey,
  title: row.title,
  createdAt: row.createdAt.getTime(),
  createdBy: row.createdBy,
  retiredAt: milliseconds(row.retiredAt),
});
