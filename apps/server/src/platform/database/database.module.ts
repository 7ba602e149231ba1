import type { Config } from '@assay/config';
import { makeQueueSchema } from '@assay/jobs';
import { migrate, openPersistence, readMigrations, startEmbeddedPostgres } from '@assay/persistence';
import { hostAndPort } from '@assay/transports';
import { Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { HomeModule } from '../home/home.module.js';
import { OpenAdapters } from '../open-adapters.js';
import {
  CLOCK,
  CONFIG,
  DATABASE_URL,
  JOBS,
  LOG,
  OWN_SERVICES,
  PERSISTENCE,
  PLACE,
  RANDOM,
  SEALER,
  SIGNATURE_VERIFIER,
  SIGNER,
  storeTokens,
} from '../ports.js';
import { provide } from '../provide.js';
import { SigningModule } from '../signing/signing.module.js';
import { StartError } from '../system/start-error.js';

const providers = [
  provide(DATABASE_URL, { config: CONFIG, log: LOG, adapters: OpenAdapters }, ({ config, log, adapters }) =>
    recoverable(() => openDatabase(config, log, adapters)),
  ),
  provide(OWN_SERVICES, { config: CONFIG, databaseUrl: DATABASE_URL }, ({ config, databaseUrl }) =>
    [databaseUrl, config.redisUrl, config.searchEngine?.url]
      .filter((url) => typeof url === 'string')
      .map((url) => hostAndPort(new URL(url))),
  ),
  provide(
    PERSISTENCE,
    {
      ...{ config: CONFIG, log: LOG, clock: CLOCK, random: RANDOM, adapters: OpenAdapters },
      ...{
        databaseUrl: DATABASE_URL,
        jobs: JOBS,
        place: PLACE,
        sealer: SEALER,
        signer: SIGNER,
        verifier: SIGNATURE_VERIFIER,
      },
    },
    async ({ config, log, adapters, ...ports }) => {
      const persistence = await openPersistence({
        ...ports,
        replicaId: config.replicaId ?? `replica-${ports.random.token(6)}`,
        trustHalfLifeDays: config.trustHalfLifeDays,
        flushWithinMs: config.auditFlushWithinMs,
        onAuditShortened: (problem) => log.error({ part: 'audit', problem }, 'records are missing from the audit log'),
        onProblem: (part, cause) =>
          log.warn({ part, reason: (cause as Error)?.message }, 'the database is in trouble; trying again'),
      });
      return adapters.add('database connections', persistence, (it) => it.close());
    },
  ),
  ...[...storeTokens].map(([token, name]) =>
    provide(token, { persistence: PERSISTENCE }, ({ persistence }) => persistence[name]),
  ),
];

/** PostgreSQL, embedded unless the operator names one: its stores, the audit log, and the change feed. */
@Global()
@Module({ imports: [HomeModule, SigningModule], providers, exports: providers })
export class DatabaseModule {}

/** A database that is up to date; answers its address. */
async function openDatabase(config: Config, log: Logger, adapters: OpenAdapters): Promise<string> {
  let url = config.databaseUrl;
  if (url === null) {
    const embedded = await startEmbeddedPostgres({ home: config.home, log: (line) => log.info(line) });
    adapters.add('embedded PostgreSQL', embedded, (it) => it.stop());
    url = embedded.url;
  }
  await migrate(url, readMigrations(), makeQueueSchema);
  return url;
}

/** What a database refuses with is for a person to repair: the adapters say it in a sentence. */
async function recoverable<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new StartError((error as Error).message, { cause: error });
  }
}
