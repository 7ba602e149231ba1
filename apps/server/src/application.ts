import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AesSealer,
  Ed25519Verifier,
  GuardedOAuthClient,
  JwtRegistryTokens,
  JwtVerifier,
  PublishedDomainRecords,
  registerBearerStrategy,
} from '@assay/authentication';
import { CedarPolicyEngine } from '@assay/authorization';
import { type Config, publicUrlOf } from '@assay/config';
import { recordedSpending } from '@assay/gateway';
import { anonymousCaller } from '@assay/identity';
import { adoptCommands, fetchAllPackages, mayStartCommand } from '@assay/importing';
import { FindPersonal, SecretlintRules, WorkerChecks, WorkerLane } from '@assay/inspection';
import { makeQueueSchema, PgBossJobs } from '@assay/jobs';
import { type Clock, dayMs, isoTime } from '@assay/kernel';
import { o200kTokens } from '@assay/models';
import { migrate, openPersistence, readMigrations, startEmbeddedPostgres } from '@assay/persistence';
import type { CapabilityTree } from '@assay/registry';
import { TermReader } from '@assay/search';
import {
  createGrpcTransport,
  createHttpTransport,
  createJsonRpcTransport,
  createMcpTransport,
  EgressGuard,
  guardedDispatcher,
  guardedFetch,
  HttpRegistrySource,
  HttpWebhookSender,
  hostAndPort,
  type ServerHealth,
} from '@assay/transports';
import { trustFormula } from '@assay/trust';
import type { Logger } from 'pino';
import { boundedCheck } from './edges/bounded-check.js';
import { FinishedCalls } from './edges/rest/finished-calls.js';
import { type HttpServer, listen } from './http.js';
import { type DrainParts, drain } from './stopping/drain.js';
import { StartError } from './system/start-error.js';
import { systemClock } from './system/system-clock.js';
import { systemRandom } from './system/system-random.js';
import { version } from './version.js';
import { buildDomain, type Domain } from './wiring/domain.js';
import { lengthOfVectors } from './wiring/embedding.js';
import { ensureAdministrator, newAdminKey } from './wiring/first-start.js';
import { Home, newSecret } from './wiring/home.js';
import { openCommands } from './wiring/isolation.js';
import { openIssuer } from './wiring/issuer.js';
import { openMachine } from './wiring/machine.js';
import { openModels } from './wiring/models.js';
import { buildNotifications } from './wiring/notifications.js';
import { Projection } from './wiring/projection.js';
import { openRates } from './wiring/rates.js';
import { buildRegistry } from './wiring/registry.js';
import { retentionJob } from './wiring/retention.js';
import { openRuns } from './wiring/runs.js';
import { openSearchIndex } from './wiring/search-index.js';
import { seedTaxonomy } from './wiring/seed-taxonomy.js';
import { publishShippedTools } from './wiring/shipped-tools.js';
import { signingKeyOf, startSigning } from './wiring/signing.js';
import { Teardown } from './wiring/teardown.js';

export interface Application {
  readonly url: string;
  readonly adminKey: string;
  readonly domain: Domain;
  /** Lets calls in flight finish, as the configuration says, before `stop`; `hurry` skips the time in which others are told. */
  drain(hurry: AbortSignal): Promise<void>;
  /** Ends calls, writes what is unwritten, and stops everything that was started. */
  stop(): Promise<void>;
}

/** A start that writes all keys of trust anew says so after this long. */
const rekeySaidAfterMs = 2_000;
/** `/readyz` answers within a second; its checks have most of that. */
const readyWithinMs = 750;
/** What is read at a domain for its proof: a few lines. */
const proofBytesCap = 4_096;
const proofConnectWithinMs = 5_000;
/** Largest answer of an OAuth issuer: documents and tokens of a few kilobytes. */
const issuerBytesCap = 256 * 1_024;
const issuerConnectWithinMs = 5_000;

const terms = new TermReader();
const readTerms = (text: string): string[] => [...terms.distinct(text).keys()];

let started = 0;

/**
 * Starts a whole server from its configuration. What was started is stopped again when a later step fails. `clock` is the
 * machine's own unless the time is to be another one.
 */
export async function startApplication(config: Config, log: Logger, clock: Clock = systemClock): Promise<Application> {
  const teardown = new Teardown(log);
  try {
    return await start(config, log, teardown, clock);
  } catch (error) {
    await teardown.run();
    throw error;
  }
}

async function start(config: Config, log: Logger, teardown: Teardown, clock: Clock): Promise<Application> {
  const home = new Home(config.home);
  teardown.add('home', () => home.release());
  const sealer = new AesSealer(
    config.encryptionKey ?? home.secret('encryption.key', () => newSecret(systemRandom)),
    config.formerEncryptionKey,
  );
  const signer = signingKeyOf(config.signingKey ?? home.secret('signing.key', () => newSecret(systemRandom)));
  const databaseUrl = await recoverable(() => database(config, log, teardown));
  const place = home.secret('place.id', () => systemRandom.uuid());
  const jobs = new PgBossJobs({
    databaseUrl,
    clock,
    onProblem: (job, cause) => log.warn({ job, reason: (cause as Error)?.message }, 'a job failed; it is tried again'),
  });
  const persistence = await openPersistence({
    databaseUrl,
    jobs,
    sealer,
    signer,
    verifier: new Ed25519Verifier(),
    replicaId: config.replicaId ?? `replica-${systemRandom.token(6)}`,
    place,
    clock,
    random: systemRandom,
    trustHalfLifeDays: config.trustHalfLifeDays,
    flushWithinMs: config.auditFlushWithinMs,
    onAuditShortened: (problem) => log.error({ part: 'audit', problem }, 'records are missing from the audit log'),
    onProblem: (part, cause) =>
      log.warn({ part, reason: (cause as Error)?.message }, 'the database is in trouble; trying again'),
  });
  teardown.add('database connections', () => persistence.close());
  const rates = await openRates({
    redisUrl: config.redisUrl,
    countReplicas: () => persistence.replicas(),
    counts: persistence.limitCounts,
    jobs,
    clock,
    random: systemRandom,
    log,
  });
  teardown.add('limits', () => rates.stop());
  const taxonomy: CapabilityTree = {
    get epoch() {
      return domain.catalogue.taxonomy.epoch;
    },
    path: (tag) => domain.catalogue.taxonomy.path(tag),
  };
  const own = [databaseUrl, config.redisUrl, config.searchEngine?.url]
    .filter((url) => typeof url === 'string')
    .map((url) => hostAndPort(new URL(url)));
  const models = openModels(config, { clock, except: own });
  teardown.add('connections to models', () => models.close());
  const search = openSearchIndex({
    ...{ config, clock, log, taxonomy },
    random: systemRandom,
    documents: () => projection.documents(),
    dimensions: config.searchEngine && (await lengthOfVectors(models.embedder, persistence.embeddings, clock)),
  });
  const { index } = search;
  const guard = new EgressGuard({
    allow: config.egressAllow,
    loopback: isLoopback(config.host),
    except: own,
  });
  const commands = await openCommands({ config, own, clock, log });
  teardown.add('started commands', () => commands.close());
  const machine = openMachine({
    home: config.home,
    addresses: () => [...own.map(({ host, port }) => `${host}:${port}`), `127.0.0.1:${config.port}`],
    isolates: () => commands.support.kind !== 'none',
  });
  const upstreams = createMcpTransport({
    clock,
    mayStart: (server) => mayStartCommand(server, domain),
    startCommand: commands.start,
    isolationOf: (server) => domain.commands.isolationOf(server),
    guard,
    identity: { name: 'assay', version },
    maxBytes: config.resultCapBytes,
    maxNesting: config.resultNesting,
    onToolsChanged: (serverId) => domain.definitions.soon.changed(serverId),
    onOpened: (serverId) => domain.definitions.soon.opened(serverId),
  });
  teardown.add('upstreams', () => upstreams.close());
  const reach = {
    clock,
    guard,
    identity: { name: 'assay', version },
    maxBytes: config.resultCapBytes,
    maxNesting: config.resultNesting,
  };
  const apis = createHttpTransport(reach);
  teardown.add('connections to HTTP APIs', () => apis.close());
  const jsonRpc = createJsonRpcTransport(reach);
  teardown.add('connections to JSON-RPC services', () => jsonRpc.close());
  const grpc = createGrpcTransport(reach);
  teardown.add('connections to gRPC servers', () => grpc.close());
  const threads = { secrets: new WorkerLane(clock), checks: [new WorkerLane(clock), new WorkerLane(clock)] };
  teardown.add('threads', () =>
    Promise.all([threads.secrets, ...threads.checks].map((it) => it.close())).then(() => {}),
  );
  const registrySource = new HttpRegistrySource({ guard, clock, maxBytes: config.resultCapBytes });
  teardown.add('registry connections', () => registrySource.close());
  const sender = new HttpWebhookSender({ guard, clock, userAgent: `assay/${version}` });
  teardown.add('webhook connections', () => sender.close());
  const proofConnections = guardedDispatcher(guard, { connectTimeoutMs: proofConnectWithinMs });
  teardown.add('connections to domains', () => proofConnections.close());
  const issuerConnections = guardedDispatcher(guard, { connectTimeoutMs: issuerConnectWithinMs });
  teardown.add('connections to issuers', () => issuerConnections.close());
  const { oidc } = config;
  const issuer = openIssuer(config, own);
  teardown.add('connections to the issuer of tokens', () => issuer.close());
  const { telling: stores, audit, feed } = persistence;
  let ownUrl = '';
  const finishedCalls = new FinishedCalls(persistence.audit, persistence.auditReader);
  const runs = openRuns({ databaseUrl, place, leases: persistence.runLeases, clock, log });
  const telling = buildNotifications({ stores, sender, jobs, audit, feed, clock, random: systemRandom });
  const domain = buildDomain(
    {
      identities: persistence.identities,
      teams: persistence.teams,
      ownership: persistence.ownership,
      usedProofs: persistence.usedProofs,
      domainRecords: new PublishedDomainRecords({
        fetch: guardedFetch(proofConnections, proofBytesCap),
        dnsServers: config.dnsServers,
      }),
      catalogueStore: persistence.catalogue,
      capabilityStore: persistence.capabilities,
      revocationStore: persistence.revocations,
      reviews: persistence.reviews,
      quarantines: persistence.quarantines,
      findings: persistence.findings,
      alerts: persistence.alerts,
      behaviour: persistence.behaviour,
      secrets: new SecretlintRules(threads.secrets),
      largeChecks: new WorkerChecks(threads.checks),
      onFindingProblem: (cause) =>
        log.warn({ reason: (cause as Error)?.message }, 'a suspicious output could not be counted'),
      looks: persistence.looks,
      languageModel: models.languageModel,
      embedder: models.embedder,
      embeddings: persistence.embeddings,
      learning: persistence.learning,
      rules: persistence.rules,
      policies: persistence.policies,
      policyEngine: new CedarPolicyEngine(),
      hierarchies: persistence.hierarchies,
      tickets: persistence.tickets,
      circuits: rates.circuits,
      onEscalationProblem: (cause) =>
        log.warn({ reason: (cause as Error)?.message }, 'failed to store or announce an escalation ticket'),
      toolsets: persistence.toolsets,
      readTerms,
      loadTokens: o200kTokens,
      onLearningProblem: (cause) =>
        log.warn({ reason: (cause as Error)?.message }, 'what worked could not be learnt yet; trying again'),
      onEmbedderChange: (failure) =>
        failure === undefined
          ? log.info('queries are searched by meaning again')
          : log.warn({ code: failure.code }, 'queries are searched by words alone for now'),
      evidence: persistence.evidence,
      ratings: persistence.ratings,
      trustOrder: persistence.trustOrder,
      onTrustProblem: (cause) => log.warn({ reason: (cause as Error)?.message }, 'failed to compute trust'),
      verifications: persistence.verifications,
      stages: persistence.stages,
      attestations: persistence.attestations,
      keys: persistence.keys,
      signer,
      verifier: new Ed25519Verifier(),
      onLookProblem: (server, cause) =>
        log.warn({ server, reason: (cause as Error)?.message }, 'its definitions could not be compared'),
      jobs,
      feedback: persistence.feedback,
      limits: persistence.limits,
      usage: persistence.usage,
      rates: rates.limits,
      mirrorStore: persistence.mirrors,
      registryServers: persistence.registryServers,
      registrySource,
      ownUrl: () => ownUrl,
      notices: telling.notices,
      consumers: telling.consumers,
      telling,
      vault: {
        store: persistence.connections,
        reseal: persistence.secretReseal,
        sealer,
        oauth: new GuardedOAuthClient({ fetch: guardedFetch(issuerConnections, issuerBytesCap), clock }),
        endSessionsOf: (id, isReplaced) => {
          upstreams.endSessionsOf(id);
          if (isReplaced) domain.beginConversation.endSessionsOf(id);
        },
      },
      approvals: persistence.approvals,
      sagas: persistence.sagas,
      onSagaProblem: (cause) => log.warn({ reason: (cause as Error)?.message }, 'failed to advance a saga; retrying'),
      runs,
      compositionRuns: persistence.compositionRuns,
      suspendedCalls: persistence.suspendedCalls,
      callNotes: persistence.callNotes,
      onRunProblem: (cause) => log.warn({ reason: (cause as Error)?.message }, 'failed to persist run state'),
      recordedCall: (id) => finishedCalls.find(id),
      onApprovalProblem: (cause) =>
        log.warn({ reason: (cause as Error)?.message }, 'failed to resume a call waiting for a person; retrying'),
      keptOutputs: persistence.keptOutputs,
      sessionTotals: persistence.sessionTotals,
      personal: new FindPersonal(),
      maskedValues: persistence.maskedValues,
      onContentProblem: (cause) =>
        log.warn({ reason: (cause as Error)?.message }, 'content could not be examined, or a masked value not kept'),
      onOutputProblem: (cause) =>
        log.warn({ reason: (cause as Error)?.message }, 'failed to persist the outcome of a result'),
      accepted: persistence.accepted,
      ledger: persistence.ledger,
      onLedgerProblem: (cause) =>
        log.warn({ reason: (cause as Error)?.message }, 'the ledger of idempotency keys does not answer'),
      audit: persistence.audit,
      feed: persistence.feed,
      index,
      documents: () => projection.documents(),
      machine,
      packages: commands.packages,
      commandRuntime: {
        support: () => commands.support,
        refusals: (serverId) => commands.refusals(serverId).map((it) => ({ ...it, at: isoTime(it.at) })),
      },
      mcp: upstreams,
      http: apis,
      jsonRpc,
      grpc,
      tokens: oidc && new JwtVerifier(oidc.issuer, oidc.audience, issuer.fetch),
      clock,
      random: systemRandom,
    },
    config,
  );
  jobs.add(retentionJob(persistence, config, clock));
  teardown.add('calls under way', async () => {
    await domain.running.stopAll();
    domain.accepting.stop();
    await domain.settling.stop();
    await domain.usage.flush();
    await domain.outputs.sessions.flush();
    await domain.findings.behaviour.flush();
    await telling.callers.flush();
    await domain.trust.stop();
    await domain.choosing.fromCalls.flush();
  });
  teardown.add('looks at upstreams', () => domain.definitions.soon.stop());
  const forget = (id: string) => {
    for (const reached of [upstreams, apis, jsonRpc, grpc]) reached.forget(id);
    commands.forget(id);
  };
  const projection = new Projection(
    domain.directory,
    domain.catalogue,
    index,
    forget,
    domain.trust.keysOf,
    domain.embedding?.vectors,
  );
  // A million versions take a minute, during which this start waits: whoever watches it is told why.
  const stopSaying = clock.after(rekeySaidAfterMs, () =>
    log.info({ days: config.trustHalfLifeDays }, 'rewriting trust scores for the new half-life; startup waits for it'),
  );
  const rekeyed = await persistence.evidence.rekey().finally(stopSaying);
  if (rekeyed > 0) log.info({ rekeyed, days: config.trustHalfLifeDays }, 'trust has another half-life from now on');
  if (await persistence.evidence.reckonBy(trustFormula)) log.info('recomputing trust scores with new weights');
  await persistence.feed.start(
    domain.hierarchies.following(
      domain.credentials.following(
        domain.toolsets.following(
          domain.choosing.following(
            domain.limits.following(domain.policies.following(domain.trust.following(projection.apply))),
          ),
        ),
      ),
    ),
  );
  const today = Math.floor(clock.now() / dayMs) * dayMs;
  await rates.rebuild(async () => recordedSpending(domain.limits.rules, today, await persistence.usage.ofDay(today)));
  await domain.accepting.start();
  await rates.watchReplicas();
  await projection.follow();
  const chosen = config.adminKey !== null;
  const adminKey = config.adminKey ?? home.secret('admin.key', () => newAdminKey(domain));
  const administrator = await ensureAdministrator(domain.identityPorts, adminKey, chosen);
  await startSigning(domain, persistence.keys, signer.public, administrator, log);
  for (const { name, problem } of await adoptCommands({
    catalogue: domain.catalogue,
    directory: domain.directory,
    store: persistence.catalogue,
    feed: persistence.feed,
    machine,
  }))
    log.warn({ server: name, problem }, 'a command is not started');
  const databaseId = administrator.organisationId as string;
  await commands.sweep(databaseId, (id) => domain.catalogue.serverById(id) !== undefined);
  await seedTaxonomy(persistence.capabilities, administrator.organisationId as string, domain);
  await publishShippedTools(domain, administrator, filesRoots(config), log);
  const registry = buildRegistry({
    domain,
    store: persistence.registryServers,
    mirrors: persistence.mirrors,
    tokens: new JwtRegistryTokens(signer, clock),
    domains: domain.ownership.domains,
    hostRule: config.registryHostRule,
    anonymous: anonymousCaller(config.anonymousReads),
    takesTokens: config.oidc !== null,
    onProblem: (cause) => log.warn({ err: cause }, 'a revocation could not be shown in the registry API'),
  });
  await registry.followRevocations();
  started += 1;
  const strategy = `assay-${started}`;
  registerBearerStrategy(strategy, (authorization, address) => domain.authenticate.run(authorization, address));
  const databaseCheck = boundedCheck(() => persistence.ready(), readyWithinMs, clock);
  const http: HttpServer = await listen({
    domain,
    auditReader: persistence.auditReader,
    pendingChanges: persistence.pendingChanges,
    finishedCalls,
    serverHealth: healthOf([upstreams, apis, jsonRpc, grpc]),
    readiness: async () => {
      const redis = rates.trouble();
      const searching = search.problem();
      return {
        ...(http.requests.isDraining && { server: 'it is stopping' }),
        database: await databaseCheck(),
        ...(persistence.auditProblem() !== null && { audit: { degraded: persistence.auditProblem() as string } }),
        ...(redis !== undefined && { redis }),
        ...(config.searchEngine !== null && { search: searching === null ? null : { degraded: searching } }),
      };
    },
    strategy,
    log,
    trustedProxies: config.trustedProxies,
    host: config.host,
    port: config.port,
    publicUrl: (port) => publicUrlOf(config, port),
    requestCapBytes: config.requestCapBytes,
    maxConnectionsPerKey: config.maxConnectionsPerKey,
    registry,
    version,
  });
  teardown.add('http', () => http.close());
  ownUrl = http.url;
  if (search.keeping !== null) domain.jobs.add(search.keeping);
  teardown.add('durable runs', () => runs.stop());
  await runs.start();
  teardown.add('runs of compositions', () => domain.compositions.runs.stop());
  domain.compositions.runs.start();
  await domain.jobs.start();
  const fetching = new AbortController();
  const fetched = fetchAllPackages(
    {
      catalogue: domain.catalogue,
      directory: domain.directory,
      store: persistence.catalogue,
      packages: commands.packages,
      onProblem: (server, reason) => log.warn({ server, reason }, 'its packages could not be fetched'),
    },
    fetching.signal,
  ).catch((cause) => log.warn({ reason: (cause as Error)?.message }, 'packages could not be fetched'));
  teardown.add('fetching packages', async () => {
    fetching.abort();
    commands.close();
    await fetched;
  });
  teardown.add('jobs', () => domain.jobs.stop());
  const draining: DrainParts = {
    ...{ clock, requests: http.requests, stopListening: http.stopListening },
    callsUnderWay: () => domain.running.size,
    beginNothing: domain.compositions.runs.drain,
    cutOff: async () => {
      await domain.compositions.runs.stop();
      await domain.running.stopAll();
    },
    drainMs: config.drainSeconds * 1_000,
    graceMs: config.shutdownGraceSeconds * 1_000,
  };
  return { url: http.url, adminKey, domain, drain: (hurry) => drain(draining, hurry), stop: () => teardown.run() };
}

async function database(config: Config, log: Logger, teardown: Teardown): Promise<string> {
  let url = config.databaseUrl;
  if (url === null) {
    const embedded = await startEmbeddedPostgres({ home: config.home, log: (line) => log.info(line) });
    teardown.add('embedded PostgreSQL', () => embedded.stop());
    url = embedded.url;
  }
  await migrate(url, readMigrations(), makeQueueSchema);
  return url;
}

/** What a database refuses with is for a person to mend: the adapters say it in a sentence. */
async function recoverable<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new StartError((error as Error).message, { cause: error });
  }
}

/** The file tools reach a folder of their own until an operator names others. */
function filesRoots(config: Config): readonly string[] {
  if (config.filesRoots.length > 0) return config.filesRoots;
  const root = join(config.home, 'files');
  const welcome = join(root, 'welcome.md');
  mkdirSync(root, { recursive: true });
  if (!existsSync(welcome)) writeFileSync(welcome, welcomeText);
  return [root];
}

const welcomeText = `# Welcome to Assay

This folder is what the tools of \`assay/files\` can list, read and search. Put files here, or set ASSAY_FILES_ROOTS to
the folders they may reach.
`;

/** How a server is to whichever of the protocols has used it last. */
const healthOf =
  (reached: readonly { health(serverId: string): ServerHealth }[]) =>
  (serverId: string): ServerHealth => {
    const [first = unknownHealth, ...others] = reached.map((it) => it.health(serverId));
    return others.reduce((last, it) => ((it.since ?? 0) > (last.since ?? 0) ? it : last), first);
  };

const unknownHealth: ServerHealth = { state: 'unknown', since: null, detail: null };

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');
