import type { Config } from '@assay/config';
import { makeQueueSchema } from '@assay/jobs';
import { migrate, openPersistence, type Persistence, readMigrations, startEmbeddedPostgres } from '@assay/persistence';
import { hostAndPort } from '@assay/transports';
import { Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { HomeModule } from '../home/home.module.js';
import { OpenAdapters } from '../open-adapters.js';
import {
  ACCEPTED_CALLS,
  ALERT_STORE,
  APPROVAL_STORE,
  ATTESTATION_STORE,
  AUDIT_LOG,
  AUDIT_READER,
  BEHAVIOUR_STORE,
  CALL_NOTE_STORE,
  CAPABILITY_STORE,
  CATALOGUE_STORE,
  CHANGE_FEED,
  CLOCK,
  CONFIG,
  CONNECTION_STORE,
  DATABASE_URL,
  DEFINITION_CHECK_STORE,
  EMBEDDING_STORE,
  EVIDENCE_STORE,
  FEEDBACK_STORE,
  FINDING_STORE,
  HIERARCHY_STORE,
  IDEMPOTENCY_LEDGER,
  IDENTITY_STORE,
  JOBS,
  KEPT_OUTPUTS,
  KEY_STORE,
  LEARNING_STORE,
  LIMIT_COUNTS,
  LIMIT_STORE,
  LOG,
  MASKED_VALUE_STORE,
  MIRROR_STORE,
  NOTICE_STORES,
  OWN_SERVICES,
  OWNERSHIP_STORE,
  PENDING_CHANGES,
  PERSISTENCE,
  PLACE,
  POLICY_STORE,
  QUARANTINE_STORE,
  RANDOM,
  RATING_STORE,
  REGISTRY_SERVER_STORE,
  REVIEW_STORE,
  REVOCATION_STORE,
  RULE_STORE,
  RUN_JOURNAL,
  RUN_STORE,
  SAGA_STORE,
  SEALER,
  SECRET_RESEAL,
  SESSION_TOTALS,
  SIGNATURE_VERIFIER,
  SIGNER,
  STAGE_STORE,
  SUSPENDED_CALL_STORE,
  TEAM_STORE,
  TICKET_STORE,
  TOOLSET_STORE,
  TRUST_ORDER,
  USAGE_STORE,
  USED_PROOFS,
  VERIFICATION_STORE,
} from '../ports.js';
import { type PortToken, provide } from '../provide.js';
import { SigningModule } from '../signing/signing.module.js';
import { StartError } from '../system/start-error.js';

const of = <T>(token: PortToken<T>, part: (persistence: Persistence) => T) =>
  provide(token, { persistence: PERSISTENCE }, ({ persistence }) => part(persistence));

const stores = [
  of(CHANGE_FEED, ({ feed }) => feed),
  of(IDENTITY_STORE, ({ identities }) => identities),
  of(TEAM_STORE, ({ teams }) => teams),
  of(OWNERSHIP_STORE, ({ ownership }) => ownership),
  of(USED_PROOFS, ({ usedProofs }) => usedProofs),
  of(CATALOGUE_STORE, ({ catalogue }) => catalogue),
  of(CAPABILITY_STORE, ({ capabilities }) => capabilities),
  of(REVOCATION_STORE, ({ revocations }) => revocations),
  of(REGISTRY_SERVER_STORE, ({ registryServers }) => registryServers),
  of(MIRROR_STORE, ({ mirrors }) => mirrors),
  of(REVIEW_STORE, ({ reviews }) => reviews),
  of(FEEDBACK_STORE, ({ feedback }) => feedback),
  of(LIMIT_STORE, ({ limits }) => limits),
  of(LIMIT_COUNTS, ({ limitCounts }) => limitCounts),
  of(POLICY_STORE, ({ policies }) => policies),
  of(USAGE_STORE, ({ usage }) => usage),
  of(KEY_STORE, ({ keys }) => keys),
  of(QUARANTINE_STORE, ({ quarantines }) => quarantines),
  of(FINDING_STORE, ({ findings }) => findings),
  of(ALERT_STORE, ({ alerts }) => alerts),
  of(BEHAVIOUR_STORE, ({ behaviour }) => behaviour),
  of(DEFINITION_CHECK_STORE, ({ looks }) => looks),
  of(EMBEDDING_STORE, ({ embeddings }) => embeddings),
  of(LEARNING_STORE, ({ learning }) => learning),
  of(RULE_STORE, ({ rules }) => rules),
  of(HIERARCHY_STORE, ({ hierarchies }) => hierarchies),
  of(TICKET_STORE, ({ tickets }) => tickets),
  of(TOOLSET_STORE, ({ toolsets }) => toolsets),
  of(EVIDENCE_STORE, ({ evidence }) => evidence),
  of(RATING_STORE, ({ ratings }) => ratings),
  of(TRUST_ORDER, ({ trustOrder }) => trustOrder),
  of(VERIFICATION_STORE, ({ verifications }) => verifications),
  of(STAGE_STORE, ({ stages }) => stages),
  of(ATTESTATION_STORE, ({ attestations }) => attestations),
  of(APPROVAL_STORE, ({ approvals }) => approvals),
  of(SAGA_STORE, ({ sagas }) => sagas),
  of(RUN_JOURNAL, ({ runJournal }) => runJournal),
  of(RUN_STORE, ({ compositionRuns }) => compositionRuns),
  of(SUSPENDED_CALL_STORE, ({ suspendedCalls }) => suspendedCalls),
  of(CALL_NOTE_STORE, ({ callNotes }) => callNotes),
  of(NOTICE_STORES, ({ telling }) => telling),
  of(KEPT_OUTPUTS, ({ keptOutputs }) => keptOutputs),
  of(MASKED_VALUE_STORE, ({ maskedValues }) => maskedValues),
  of(SESSION_TOTALS, ({ sessionTotals }) => sessionTotals),
  of(CONNECTION_STORE, ({ connections }) => connections),
  of(SECRET_RESEAL, ({ secretReseal }) => secretReseal),
  of(ACCEPTED_CALLS, ({ accepted }) => accepted),
  of(IDEMPOTENCY_LEDGER, ({ ledger }) => ledger),
  of(AUDIT_LOG, ({ audit }) => audit),
  of(AUDIT_READER, ({ auditReader }) => auditReader),
  of(PENDING_CHANGES, ({ pendingChanges }) => pendingChanges),
];

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
  ...stores,
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
