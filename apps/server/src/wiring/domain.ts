import { BrowseTools, DiscoverTools, MaintainIndex, MaintainModels } from '@assay/discovery';
import {
  AcceptCalls,
  BeginConversation,
  EnterServer,
  Freshness,
  GiveFeedback,
  InvokeTool,
  LatencyTrials,
  LocalFaultMemory,
  qualityWith,
  ReportUnknownOutcomes,
  RunningCalls,
  retryDefaults,
  SettleKeys,
  sweepAccepted,
  sweepKeys,
  type ToolTransport,
  type TransportOf,
} from '@assay/gateway';
import {
  Authenticate,
  AuthenticateKey,
  AuthenticateToken,
  anonymousCaller,
  type Caller,
  Directory,
  type IdentityPorts,
  ManageGrants,
  ManageKeys,
  ManageNamespaces,
} from '@assay/identity';
import {
  commandMoves,
  FollowRevocations,
  ImportServer,
  ManageQuarantines,
  ManageServers,
  revocationOf,
  ToolSources,
} from '@assay/importing';
import { retentionRules } from '@assay/kernel';
import {
  AppealRevocation,
  buildLifecycle,
  Catalogue,
  ClaimNamespace,
  CopiedTools,
  DecideReviews,
  ManageCapabilities,
  ManagePins,
  ManagePublisherKeys,
  NotifyingReviews,
  PublishVersion,
  RevokeByRule,
  RevokeTools,
  resendRevocationNotices,
  searchedVersion,
  VisibleConsumers,
  visibleVersions,
  WellKnownNames,
} from '@assay/registry';
import { ReadUsage, readTrackRecord } from '@assay/trust';
import type { Adapters } from './adapters.js';
import { buildApprovals } from './approvals.js';
import { buildAssurance } from './assurance.js';
import { candidateSource } from './candidates.js';
import { carryOutReview } from './carry-out-review.js';
import { buildChoosing } from './choosing.js';
import { buildCommands } from './commands.js';
import { buildCompositions } from './compositions.js';
import { buildContent } from './content.js';
import { buildCredentials } from './credentials.js';
import { watchUpstreams } from './definitions.js';
import { buildEmbedding } from './embedding.js';
import { buildFindings } from './findings.js';
import { buildHierarchies } from './hierarchies.js';
import { buildLimits } from './limits.js';
import { Mirroring } from './mirroring.js';
import { buildOutputs } from './outputs.js';
import { buildOwnership } from './ownership.js';
import { buildPolicies } from './policies.js';
import { buildSagas, wakeSagas } from './sagas.js';
import { CountedTools } from './tool-counts.js';
import { buildToolsets } from './toolsets.js';
import { buildTrust, trustAt } from './trust.js';
import { UsageCounter } from './usage.js';

export interface DomainOptions {
  readonly anonymousReads: boolean;
  readonly trustHalfLifeDays: number;
  readonly defaultDeadlineMs: number;
  readonly inlineResultBytes: number;
  /** Days by kind of the retention table, where an installation sets them. */
  readonly retentionDays: Readonly<Record<string, number>>;
  readonly embedding: { readonly charactersPerDay: number } | null;
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
    order: adapters.trustOrder,
    notices: adapters.notices,
    jobs: adapters.jobs,
    halfLifeDays: options.trustHalfLifeDays,
    onProblem: adapters.onTrustProblem,
    scored: (versionIds) => findings.response.scored(versionIds).catch(adapters.onFindingProblem),
  });
  const limits = buildLimits({ ...cataloguePorts, rates: adapters.rates, store: adapters.limits });
  const policies = buildPolicies({
    ...cataloguePorts,
    store: adapters.policies,
    engine: adapters.policyEngine,
    examine: () => content.examine,
    trustOf,
  });
  const { machine, packages } = adapters;
  const servers = new ManageServers({ ...cataloguePorts, machine, packages });
  const { signer, verifier, keys, quarantines, looks } = adapters;
  const signing = { signer, verifier, signatures: keys };
  const { notices } = adapters;
  const reviews = new NotifyingReviews({ reviews: adapters.reviews, notices, directory, clock });
  const consumers = new VisibleConsumers(adapters.consumers, catalogue, directory);
  const lifecycle = buildLifecycle({ ...cataloguePorts, notices, consumers });
  adapters.jobs.add(lifecycle.sweep);
  const wellKnown = new WellKnownNames({ catalogue, directory, clock });
  const covers = { store: adapters.registryServers, revocations: catalogue.revocations, directory };
  const listedServers = new FollowRevocations(covers);
  const revocationPorts = {
    ...{ catalogue, directory, notices, consumers, audit, feed, clock, random },
    store: adapters.revocationStore,
    servers: listedServers,
  };
  const findings = buildFindings(cataloguePorts, {
    findings: adapters.findings,
    alerts: adapters.alerts,
    behaviour: adapters.behaviour,
    secrets: adapters.secrets,
    evidence: adapters.evidence,
    byRule: new RevokeByRule(revocationPorts),
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
    copies: new CopiedTools({ catalogue, directory, clock }),
    examine: findings.examiner.examine,
    count: limits.countPublication,
    compositions: {
      complete: (caller, candidate) => compositions.composites.complete(caller, candidate),
      issues: (caller, candidate, manifest) => compositions.composites.issues(caller, candidate, manifest),
    },
    published: async (version) => {
      trust.published();
      await findings.examiner.published(version);
      await lifecycle.older.published(version);
    },
  });
  adapters.jobs.add(resendRevocationNotices({ catalogue, directory, notices, consumers }, clock));
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
    commandMoves: commandMoves({ catalogue, directory, machine }),
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
  const capabilities = new ManageCapabilities({
    ...identityPorts,
    taxonomy: catalogue.taxonomy,
    capabilities: adapters.capabilityStore,
    reviews,
  });
  const { embedder } = adapters;
  const embedding =
    embedder === null
      ? undefined
      : buildEmbedding({
          embedder,
          store: adapters.embeddings,
          catalogue,
          directory,
          jobs: adapters.jobs,
          clock,
          charactersPerDay: options.embedding?.charactersPerDay ?? 0,
          onChange: adapters.onEmbedderChange,
        });
  const credentials = buildCredentials({
    ...{ catalogue, directory, audit, feed, clock, random, notices },
    ...adapters.vault,
    ownUrl: adapters.ownUrl,
  });
  const running = new RunningCalls();
  catalogue.revocations.listen(() => running.abortCovered(catalogue.revocations.of));
  const { ledger, onLedgerProblem } = adapters;
  const unknown = new ReportUnknownOutcomes({ notices, directory, clock });
  const settling = new SettleKeys({ ledger, unknown, clock, onProblem: onLedgerProblem });
  const { accepted } = adapters;
  const isRecorded = async (id: string) => (await adapters.recordedCall(id)) !== undefined;
  adapters.jobs.add(sweepKeys({ ledger, unknown, audit, clock, isRecorded }));
  adapters.jobs.add(sweepAccepted({ accepted, unknown, audit, isRecorded }));
  const usage = new UsageCounter(adapters.catalogueStore, clock);
  const transports: Partial<Record<string, ToolTransport>> = {
    mcp: adapters.mcp.transport,
    http: adapters.http.transport,
    'json-rpc': adapters.jsonRpc.transport,
    grpc: adapters.grpc.transport,
  };
  const transportOf: TransportOf = (protocol) =>
    protocol === 'composite' ? compositions.transport : transports[protocol];
  const assurance = buildAssurance(cataloguePorts, {
    largeChecks: adapters.largeChecks,
    verifications: adapters.verifications,
    stages: adapters.stages,
    attestations: adapters.attestations,
    looks,
    watch,
    transportOf,
    limits: limits.calls,
    trustIn: trust.trustIn,
    recordOf: readTrackRecord({
      store: adapters.evidence,
      directory,
      clock,
      halfLifeDays: options.trustHalfLifeDays,
    }),
    signer,
    notices,
    consumers,
    jobs: adapters.jobs,
    score: () => trust.scoring.run(),
    staged: (toolId) => lifecycle.older.run(toolId),
  });
  const seesTool = (caller: Caller, tool: string): boolean =>
    visibleVersions(catalogue.tool(tool), caller, directory).length > 0;
  const choosing = buildChoosing({
    ...{ directory, audit, feed, clock, random, seesTool },
    ...{ learning: adapters.learning, rules: adapters.rules },
    keptDays: options.retentionDays.outcomes ?? retentionRules.outcomes.days,
    ...{ readTerms: adapters.readTerms, loadTokens: adapters.loadTokens },
    languageModel: adapters.languageModel,
    onProblem: adapters.onLearningProblem,
  });
  const { keptOutputs, sessionTotals, loadTokens, languageModel } = adapters;
  const outputs = buildOutputs({
    ...{ store: keptOutputs, totals: sessionTotals, audit, loadTokens, languageModel },
    ...{ clock, random, maxInlineBytes: options.inlineResultBytes, onProblem: adapters.onOutputProblem },
  });
  const toolsets = buildToolsets({ catalogue, directory, store: adapters.toolsets, audit, feed, clock, random });
  const sagaParts = {
    ...{ store: adapters.sagas, approvals: adapters.approvals, runs: adapters.runs, clock },
    onProblem: adapters.onSagaProblem,
  };
  const wake = wakeSagas(sagaParts);
  const approvals = buildApprovals({
    sagas: wake,
    ...{ store: adapters.approvals, runs: adapters.runs, directory, notices, jobs: adapters.jobs, ledger, audit },
    ...{ clock, random, trustOf, ownUrl: adapters.ownUrl, onProblem: adapters.onApprovalProblem },
    ...{ running, recordedCall: adapters.recordedCall },
    invoke: () => invoke,
    defaultDeadlineMs: options.defaultDeadlineMs,
  });
  const hierarchies = buildHierarchies({
    ...{ catalogue, directory, audit, feed, clock, random, notices, jobs: adapters.jobs },
    ...{ store: adapters.hierarchies, tickets: adapters.tickets, circuits: adapters.circuits },
    candidates: candidateSource(catalogue, directory, trustOf, trust.leastKeyOf, trust.latencyOf),
    latencyOf: trust.latencyOf,
    url: adapters.ownUrl,
    onProblem: adapters.onEscalationProblem,
  });
  const compositions = buildCompositions({
    ...{ catalogue, directory, clock, random, jobs: adapters.jobs, latencyOf: trust.latencyOf },
    ...{ store: adapters.compositionRuns, languageModel: adapters.languageModel, approvals: adapters.approvals },
    ...{ deciding: approvals.deciding, escalations: hierarchies.escalations, recordedCall: adapters.recordedCall },
    ...{
      suspendedCalls: adapters.suspendedCalls,
      notes: adapters.callNotes,
      runs: adapters.runs,
      sagas: wake,
      ledger,
      audit,
      loadTokens,
    },
    defaultDeadlineMs: options.defaultDeadlineMs,
    limits: limits.calls,
    ...{ declared: hierarchies.declared, policies: policies.decide, onProblem: adapters.onRunProblem },
    invoke: () => invoke,
  });
  const faults = new LocalFaultMemory(clock);
  const content = buildContent({
    ...{ personal: adapters.personal, secrets: adapters.secrets, instructions: findings.outputs.signsIn },
    ...{ store: adapters.maskedValues, sealer: adapters.vault.sealer, clock },
    onProblem: adapters.onContentProblem,
  });
  const quality = qualityWith(adapters.languageModel, clock);
  const invoke: InvokeTool = new InvokeTool({
    credentials: credentials.provide,
    quality,
    catalogue,
    directory,
    transportOf,
    audit,
    running,
    policies: policies.decide,
    content,
    approvals: approvals.opening,
    limits: limits.calls,
    outputs: outputs.calls,
    accepted,
    ledger,
    settling,
    onLedgerProblem,
    inspect: findings.outputs.inspect,
    largeChecks: adapters.largeChecks,
    circuits: adapters.circuits,
    faults,
    onMissingTool: definitions.soon.changed,
    escalations: hierarchies.escalations,
    retry: retryDefaults,
    latencyOf: trust.latencyOf,
    trials: new LatencyTrials(),
    fallbacks: hierarchies.fallbacks,
    mapInput: hierarchies.mapInput,
    freshness: new Freshness(feed, clock),
    finished: (event) => {
      usage.count(event);
      trust.log.note(event);
      choosing.fromCalls.note(event);
      findings.behaviour.note(event);
      adapters.telling.callers.note(event);
    },
    clock,
    random,
    defaultDeadlineMs: options.defaultDeadlineMs,
  });
  const sagas = buildSagas({
    ...{ ...sagaParts, wake, ledger, invoke, catalogue, directory, trustOf, audit, notices, random },
    ...{ approvalUrl: approvals.urlOf, tellOfApprovals: approvals.tell },
    ...{ jobs: adapters.jobs, ownUrl: adapters.ownUrl },
  });
  return {
    directory,
    catalogue,
    toolsets,
    ownUrl: adapters.ownUrl,
    identityPorts,
    trustOf,
    trust,
    servers,
    commands: buildCommands({ catalogue, directory, runtime: adapters.commandRuntime }),
    publish,
    lifecycle,
    reviewStore: reviews,
    reviews: new DecideReviews({
      reviews,
      carryOut: (review) => carryOutReview(review, { directory, publish, claim, capabilities }),
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
    limits,
    policies,
    notifications: adapters.telling.notifications,
    webhooks: adapters.telling.webhooks,
    deliveries: adapters.telling.deliveries,
    pins: new ManagePins({ ...cataloguePorts, pins: adapters.telling.pins }),
    running,
    outputs,
    ledger,
    settling,
    usage,
    readUsage: new ReadUsage({ store: adapters.usage, directory, clock }),
    clock,
    random,
    audit,
    authenticate: new Authenticate(
      new AuthenticateKey(directory, clock),
      adapters.tokens && new AuthenticateToken(adapters.tokens, directory, identities, { clock, random }),
      anonymousCaller(options.anonymousReads),
      limits.guesses,
    ),
    capabilities,
    toolCounts: new CountedTools(catalogue, directory, clock),
    namespaces,
    ownership,
    listedServers,
    claim,
    keys: new ManageKeys(identityPorts),
    grants: new ManageGrants(identityPorts, seesTool, (server) => catalogue.server(server) !== undefined),
    imports,
    enterServer: new EnterServer(catalogue, directory),
    beginConversation: new BeginConversation({
      ...{ catalogue, directory, clock },
      conversations: adapters.mcp.conversations,
      credentials: credentials.provide,
      examine: findings.outputs.marksIn,
      onProblem: adapters.onContentProblem,
    }),
    assurance,
    quarantines: new ManageQuarantines({ ...cataloguePorts, quarantines, watch, imports }),
    definitions,
    findings,
    choosing,
    embedding,
    languageModel: adapters.languageModel,
    models: new MaintainModels({
      ...{ languageModel: adapters.languageModel, embedder, directory, clock },
      progress: () => embedding?.missing.progress ?? { model: '', waiting: 0, refused: 0, problem: null },
    }),
    signer,
    registryKeys: keys,
    publisherKeys: new ManagePublisherKeys({ ...identityPorts, publisherKeys: keys, verifier }),
    discover: new DiscoverTools(
      adapters.index,
      candidateSource(catalogue, directory, trustOf, trust.leastKeyOf, trust.latencyOf),
      clock,
      random,
      embedding?.meaning,
      choosing.choosing,
    ),
    browse: new BrowseTools(
      adapters.index,
      candidateSource(catalogue, directory, trustOf, trust.leastKeyOf, trust.latencyOf),
    ),
    searchIndex: new MaintainIndex({
      ...{ index: adapters.index, documents: adapters.documents, directory, clock, audit, feed },
      tools: () => findable(catalogue),
    }),
    revocations: new RevokeTools({
      ...revocationPorts,
      lifted: (caller, revocation) => findings.manage.lifted(caller, revocation),
    }),
    appeals: new AppealRevocation(revocationPorts),
    credentials,
    invoke,
    accepting: new AcceptCalls({ accepted, invoke, running, audit, clock, onProblem: onLedgerProblem }),
    quality,
    feedback: new GiveFeedback({ store: adapters.feedback, metrics: quality.metrics, audit, clock }),
    approvals,
    sagas,
    hierarchies,
    compositions,
  };
}

/** How many tools searches can find. */
function findable(catalogue: Catalogue): number {
  let tools = 0;
  for (const { versions } of catalogue.tools()) {
    if (searchedVersion(versions, catalogue.revocations) !== undefined) tools += 1;
  }
  return tools;
}
