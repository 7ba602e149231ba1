import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../generated/client.js';
import { connectTimeoutMs, unreachable } from './connect.js';

/** One pool for everything but LISTEN: Prisma's queries, and plain SQL where a group is written at once. */
export interface Database {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  /** Resolves when the database answers; throws one sentence otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Opens without connecting. The feed's own connection comes on top of `connections`. */
export function openDatabase(databaseUrl: string, connections = 9): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'assay',
  });
  // The pool drops a broken idle connection by itself; the next query says what is wrong.
  pool.on('error', () => undefined);
  // Of a connection that breaks between two queries of a transaction nobody else would hear, and the process would end.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    // Under load a transaction may wait for a connection as long as any other query may.
    transactionOptions: { maxWait: connectTimeoutMs, timeout: connectTimeoutMs },
  });
  return {
    pool,
    prisma,
    ping: async () => {
      try {
        await pool.query('SELECT 1');
      } catch (cause) {
        throw unreachable(databaseUrl, cause);
      }
    },
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
