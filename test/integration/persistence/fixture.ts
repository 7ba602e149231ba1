import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { AuditKey, Clock, Random, Sealer } from '@assay/kernel';
import { FakeSigner } from '@assay/kernel/testing';
import {
  createTestDatabase,
  type Database,
  openDatabase,
  PostgresAuditLog,
  PostgresAuditReader,
  PostgresChangeFeed,
  PrismaCatalogueStore,
  PrismaIdentityStore,
  PrismaRevocationStore,
} from '@assay/persistence';

export const clock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

export const random: Random = { uuid: randomUUID, token: (bytes) => randomBytes(bytes).toString('base64url') };

/** Hides nothing, but shows whether sealing happened, and opens in its own place only. */
export const sealer: Sealer = {
  seal: (plain, context) => `sealed:${Buffer.from(JSON.stringify([context, plain])).toString('base64')}`,
  open: (sealed, context) => {
    const [place, plain] = JSON.parse(Buffer.from(sealed.slice('sealed:'.length), 'base64').toString('utf8'));
    if (place !== context) throw new Error('sealed in another place');
    return plain;
  },
  isPresent: (sealed) => sealed.startsWith('sealed:'),
  rewrap: (sealed) => sealed,
  mac: (text) => createHash('sha256').update(text).digest('base64url'),
};

/** Signs everything, and is the only key there is. */
export const signer = new FakeSigner();
export const signerKeys = async (): Promise<AuditKey[]> => [
  { keyId: signer.keyId, publicKey: signer.pem, validUntil: null },
];
export const readerOf = ({ pool }: Database): PostgresAuditReader =>
  new PostgresAuditReader({ pool, verifier: signer, keys: signerKeys });

/** A database of one test's own, with everything that works on it. */
export interface Fixture {
  readonly url: string;
  readonly database: Database;
  readonly identities: PrismaIdentityStore;
  readonly catalogue: PrismaCatalogueStore;
  readonly revocations: PrismaRevocationStore;
  readonly feed: PostgresChangeFeed;
  newFeed(): PostgresChangeFeed;
  newAudit(parts?: { flushWithinMs?: number; replicaId?: string }): PostgresAuditLog;
}

/** Runs with a fresh database and closes and drops everything afterwards, also after a failure. */
export async function withDatabase(run: (fixture: Fixture) => Promise<void>): Promise<void> {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url, 5);
  const closers: (() => Promise<void>)[] = [];
  const newFeed = () => {
    const feed = new PostgresChangeFeed({ databaseUrl: url, database, sealer, clock });
    closers.unshift(() => feed.stop());
    return feed;
  };
  const newAudit = (parts: { flushWithinMs?: number; replicaId?: string } = {}) => {
    const audit = new PostgresAuditLog({ pool: database.pool, replicaId: 'replica', signer, clock, random, ...parts });
    closers.unshift(() => audit.close());
    return audit;
  };
  try {
    await run({
      url,
      database,
      identities: new PrismaIdentityStore(database.prisma),
      catalogue: new PrismaCatalogueStore(database, sealer),
      revocations: new PrismaRevocationStore(database.prisma),
      feed: newFeed(),
      newFeed,
      newAudit,
    });
  } finally {
    for (const close of closers) await close();
    await database.close();
    await drop();
  }
}
