import {
  Authenticate,
  AuthenticateKey,
  AuthenticateToken,
  anonymousCaller,
  buildLifecycle,
  Catalogue,
  ClaimNamespace,
  DecideReviews,
  Directory,
  DiscoverTools,
  FollowRevocations,
  Freshness,
  type IdentityPorts,
  ImportServer,
  InvokeTool,
  LocalCircuits,
  ManageGrants,
  ManageKeys,
  ManageNamespaces,
  ManagePins,
  ManagePublisherKeys,
  ManageQuarantines,
  ManageServers,
  noFallbacks,
  noMapping,
  PublishVersion,
  RevokeTools,
  RunningCalls,
  readTrackRecord,
  retellRevocations,
  revocationOf,
  SeeingConsumers,
  SettleKeys,
  sweepKeys,
  TellUnknownOutcomes,
  ToldReviews,
  ToolSources,
  type ToolTransport,
  type TransportOf,
  visibleVersions,
  WellKnownNames,
} from '@assay/core';
import type { Adapters } from './adapters.js';
import { buildAssurance } from './assurance.js';
import { candidateSource } from './candidates.js';
import { carryOutReview } from './carry-out-review.js';
import { watchUpstreams } from './definitions.js';
import { buildFindings } from './findings.js';
import { Mirroring } from './mirroring.js';
import { buildOwnership } from './ownership.js';
import { buildTrust, trustAt } from './trust.js';
import { UsageCounter } from './usage.js';

export interface DomainOptions {
  readonly anonymousReads: boolean;
  readonly trustHalfLifeDays: number;
  readonly defaultDeadlineMs: number;
}

export type Domain = ReturnType<typeof buildDomain>;

/** Every use case, made once from the adapters. */
export function buildDomain(adapters: Adapters, options: DomainOptions) {
  const { audit, feed, clock, random, identities } = adapters;
  const directory = new Directory();
  const catalogue = new Catalogue(directory.aliases);
  const identityPorts: IdentityPorts = { directory, store: identities, audit, feed, clock, random };
  const cataloguePorts = { catalogue, directory, store: adapters.catalogueStore, audit, feed, clock, random };
  const trustOf = trustAt(clock, options.trustHalfLifeDays);
  const trust = buildTrust({
    ...cataloguePorts,
    evidence: adapters.evidence,
    ratings: adapters.ratings,
    jobs: adapters.jobs,
    halfLifeDays: options.trustHalfLifeDays,
    onProblem: adapters.onTrustProblem,
  });
  const servers = new ManageServers(cataloguePorts);
  const { signer, verifier, keys, quarantines, looks } = adapters;
  const signing = { signer, verifier, signatures: keys };
  const { notices } = adapters;
  const reviews = new ToldReviews({ reviews: adapters.reviews, notices, directory, clock });
  const consumers = new SeeingConsumers(adapters.consumers, catalogue, directory);
  const lifecycle = buildLifecycle({ ...cataloguePorts, notices, consumers });
  adapters.jobs.add(lifecycle.sweep);
  const wellKnown = new WellKnownNames({ catalogue, directory, clock });
  const findings = buildFindings(cataloguePorts, {
    findings: adapters.findings,
    quarantines,
    notices,
    consumers,
    jobs: adapters.jobs,
    onProblem: adapters.onFindingProblem,
  });
  const publish = new PublishVersion({
    ...cataloguePorts,
    ...signing,
    reviews,
    names: wellKnown,
    examine: findings.examiner.examine,
    published: async (version) => {
      trust.published();
      await findings.examiner.published(version);
      await lifecycle.older.published(version);
    },
  });
  adapters.jobs.add(retellRevocations({ catalogue, directory, notices, consumers }, clock));
  const source = new ToolSources(adapters.mcp.source, adapters.http.documents, adapters.grpc.reflection, clock);
  const definitions = watchUpstreams(cataloguePorts, {
    source,
    quarantines,
    looks,
    notices,
    consumers,
    jobs: adapters.jobs,
    onProblem: adapters.onLookProblem,
  });
  const { watch } = definitions;
  const imports = new ImportServer({
    ...cataloguePorts,
    source,
    documents: adapters.http.documents,
    reflection: adapters.grpc.reflection,
    registryServers: adapters.registryServers,
    servers,
    publish,
    identities,
    watch,
  });
  const covers = { store: adapters.registryServers, revocations: catalogue.revocations, directory };
  const listedServers = new FollowRevocations(covers);
  const mirroring = new Mirroring({
    ...cataloguePorts,
    mirrors: adapters.mirrorStore,
    servers: adapters.registryServers,
    revocationOf: (name, version) => revocationOf(covers, name, version),
    source: adapters.registrySource,
    notices,
    jobs: adapters.jobs,
    isOwn: (url) => url === adapters.ownUrl(),
  });
  const namespaces = new ManageNamespaces(identityPorts);
  const { teams, domainRecords, usedProofs } = adapters;
  const ownership = buildOwnership({
    ...identityPorts,
    teams,
    ownership: adapters.ownership,
    domainRecords,
    usedProofs,
    resemblances: wellKnown,
    namespaces,
    catalogue,
    notices,
    consumers,
  });
  const claim = new ClaimNamespace({
    ...identityPorts,
    proofs: ownership.proofs,
    names: wellKnown,
    reviews,
  });
  const running = new RunningCalls();
  catalogue.revocations.listen(() => running.abortCovered(catalogue.revocations.of));
  const { ledger, onLedgerProblem } = adapters;
  const unknown = new TellUnknownOutcomes({ notices, directory, clock });
  const settling = new SettleKeys({ ledger, unknown, clock, onProblem: onLedgerProblem });
  adapters.jobs.add(sweepKeys({ ledger, unknown, audit, clock }));
  const usage = new UsageCounter(adapters.catalogueStore, clock);
  const transports: Partial<Record<string, ToolTransport>> = {
    mcp: adapters.mcp.transport,
    http: adapters.http.transport,
    'json-rpc': adapters.jsonRpc.transport,
    grpc: adapters.grpc.transport,
  };
  const transportOf: TransportOf = (protocol) => transports[protocol];
  const assurance = buildAssurance(cataloguePorts, {
    verifications: adapters.verifications,
    stages: adapters.stages,
    attestations: adapters.attestations,
    looks,
    watch,
    transportOf,
    trustOf,
    recordOf: readTrackRecord({
      store: adapters.evidence,
      trustOf,
      clock,
      halfLifeDays: options.trustHalfLifeDays,
    }),
    signer,
    notices,
    consumers,
    jobs: adapters.jobs,
    score: () => trust.scoring.run(),
    staged: (toolId) => lifecycle.older.run(toolId),
    onProblem: adapters.onVerificationProblem,
  });
  return {
    directory,
    catalogue,
    identityPorts,
    trustOf,
    trust,
    servers,
    publish,
    lifecycle,
    reviews: new DecideReviews({
      reviews,
      carryOut: (review) => carryOutReview(review, { directory, publish, claim }),
      directory,
      notices: adapters.notices,
      audit,
      feed,
      clock,
    }),
    jobs: adapters.jobs,
    mirroring,
    registryServers: adapters.registryServers,
    notices,
    consumers,
    notifications: adapters.telling.notifications,
    webhooks: adapters.telling.webhooks,
    deliveries: adapters.telling.deliveries,
    pins: new ManagePins({ ...cataloguePorts, pins: adapters.telling.pins }),
    running,
    ledger,
    settling,
    usage,
    clock,
    random,
    audit,
    authenticate: new Authenticate(
      new AuthenticateKey(directory, clock),
      adapters.tokens && new AuthenticateToken(adapters.tokens, directory, identities, { clock, random }),
      anonymousCaller(options.anonymousReads),
    ),
    namespaces,
    ownership,
    listedServers,
    claim,
    keys: new ManageKeys(identityPorts),
    grants: new ManageGrants(
      identityPorts,
      (caller, tool) => visibleVersions(catalogue.tool(tool), caller, directory).length > 0,
    ),
    imports,
    assurance,
    quarantines: new ManageQuarantines({ ...cataloguePorts, quarantines, watch, imports }),
    definitions,
    findings,
    signer,
    registryKeys: keys,
    publisherKeys: new ManagePublisherKeys({ ...identityPorts, publisherKeys: keys, verifier }),
    discover: new DiscoverTools(
      adapters.index,
      candidateSource(catalogue, directory, trustOf, trust.leastKeyOf),
      clock,
      random,
    ),
    revocations: new RevokeTools({
      catalogue,
      directory,
      store: adapters.revocationStore,
      servers: listedServers,
      notices,
      consumers,
      audit,
      feed,
      clock,
      random,
    }),
    invoke: new InvokeTool({
      catalogue,
      directory,
      transportOf,
      audit,
      running,
      ledger,
      settling,
      onLedgerProblem,
      inspect: findings.outputs.inspect,
      circuits: new LocalCircuits(clock),
      fallbacks: noFallbacks,
      mapInput: noMapping,
      freshness: new Freshness(feed, clock),
      finished: (event) => {
        usage.count(event);
        trust.log.note(event);
        adapters.telling.callers.note(event);
      },
      clock,
      random,
      defaultDeadlineMs: options.defaultDeadlineMs,
    }),
  };
}
