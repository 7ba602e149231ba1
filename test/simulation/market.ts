import { DiscoverTools } from '@assay/discovery';
import { noVectors } from '@assay/discovery/testing';
import {
  Freshness,
  InvokeTool,
  LocalFaultMemory,
  qualityWith,
  RunExamples,
  RunningCalls,
  retryDefaults,
  Validators,
} from '@assay/gateway';
import {
  checksHere,
  closedCircuits,
  InMemoryIdempotencyLedger,
  InMemoryStageStore,
  InMemoryTrustOrder,
  InMemoryVerificationStore,
  nobodyApproves,
  noContent,
  noEscalations,
  noFallbacks,
  noLimits,
  noMapping,
  noPolicies,
  nothingStanding,
  SmallHouse,
  smallOutputs,
} from '@assay/gateway/testing';
import { type Caller, callerOf } from '@assay/identity';
import type { AuditLog } from '@assay/kernel';
import { InMemoryNotices, ManualJobs } from '@assay/kernel/testing';
import { type ToolVersion, unassured } from '@assay/registry';
import { aManifest, aNamespace, aPrincipal, aVersion } from '@assay/registry/testing';
import { EmbeddedToolIndex } from '@assay/search';
import { CheckContract, readTrackRecord, SweepStages, VerificationQueue, VerifyVersion } from '@assay/trust';
import { noCredentials } from '@assay/vault';
import { candidateSource } from '../../apps/server/src/features/discovery/candidates.js';
import { UsageCounter } from '../../apps/server/src/features/invocations/usage.js';
import { Projection, type StateChange } from '../../apps/server/src/features/snapshot/projection.js';
import type { SimulatedTool } from './population.js';
import { SimulatedTrust } from './trust.js';
import { SimulatedUpstream } from './upstream.js';

const halfLifeDays = 90;

/** Records are somebody else's test: nothing is kept, and everything is durable at once. */
const noRecords: AuditLog = {
  backlog: 0,
  isFailing: false,
  flush: async () => {},
  append: () => ({ receipt: { chain: 'simulation', sequence: 0, hash: '' }, settled: Promise.resolve() }),
};

/** Changes reported to others than the projection. */
const elsewhere: ReadonlySet<string> = new Set([
  'latency',
  'connection',
  'fallback',
  'learning-setting',
  'learnt-outcome',
  'limit',
  'policy',
  'rule',
  'toolset',
]);

/** Who owns namespaces of an organisation. */
export interface Owner {
  readonly organisationId: string;
  readonly principalId: string;
}

/**
 * The registry and gateway as the server wires them, over stores in memory and a clock that the test advances: calls go
 * through every stage of the gateway, finished ones into the evidence log, its batches into the store, scores from
 * there into catalogue and index, and discovery reads those. Only the audit log is left out, and the upstream is
 * simulated.
 */
export class Market {
  readonly house = new SmallHouse();
  readonly upstream: SimulatedUpstream;
  readonly trust: SimulatedTrust;
  readonly notices = new InMemoryNotices();
  readonly #jobs = new ManualJobs();
  readonly #discover: DiscoverTools<Caller>;
  readonly #invoke: InvokeTool;
  readonly #verifications: InMemoryVerificationStore;
  readonly #verify: VerifyVersion;
  readonly #usage: UsageCounter;
  readonly #sweep: SweepStages;
  /** Tools that promotion and demotion act on. */
  readonly #promoted: string[] = [];
  readonly #projection: Projection;
  /** Of jobs and passes that nobody waits for. */
  readonly problems: unknown[] = [];

  constructor(tools: readonly SimulatedTool[], seed: string) {
    const { catalogue, directory, feed, clock, random, tools: store, evidence, ratings } = this.house;
    const ports = { catalogue, directory, store, audit: noRecords, feed, clock, random };
    const onProblem = (cause: unknown) => void this.problems.push(cause);
    this.upstream = new SimulatedUpstream(tools, clock, seed);
    this.trust = new SimulatedTrust({
      ...ports,
      evidence,
      ratings,
      order: new InMemoryTrustOrder(store),
      notices: this.notices,
      jobs: this.#jobs,
      halfLifeDays,
      onProblem,
    });
    const index = new EmbeddedToolIndex();
    this.#projection = new Projection(directory, catalogue, index, () => {}, this.trust.decayed.keysOf, noVectors());
    const { of: trustOf, minKeyOf, within } = this.trust.decayed;
    const source = candidateSource(catalogue, directory, trustOf, minKeyOf, this.trust.latencyOf);
    this.#discover = new DiscoverTools(index, source, clock, random);
    const transportOf = () => this.upstream;
    this.#usage = new UsageCounter(store, clock);
    const recordOf = readTrackRecord({ store: evidence, directory, clock, halfLifeDays });
    const consumers = { of: async () => [] };
    this.#invoke = new InvokeTool({
      credentials: noCredentials,
      quality: qualityWith(null, clock),
      ...ports,
      transportOf,
      running: new RunningCalls(),
      faults: new LocalFaultMemory(clock),
      onMissingTool: () => {},
      freshness: new Freshness(feed, clock),
      finished: (event) => {
        this.trust.log.note(event);
        this.#usage.count(event);
      },
      inspect: () => [],
      largeChecks: checksHere,
      policies: noPolicies,
      content: noContent,
      approvals: nobodyApproves,
      standing: nothingStanding,
      limits: noLimits(),
      // Every call is to be evidence: no circuit opens, and nothing waits for a retry.
      circuits: closedCircuits,
      escalations: noEscalations,
      retry: { ...retryDefaults, retries: 0 },
      fallbacks: noFallbacks,
      mapInput: noMapping,
      outputs: smallOutputs(clock),
      accepted: { reach: async () => true },
      scheduled: { add: async () => 'full' },
      runs: { suspend: async () => undefined },
      ledger: new InMemoryIdempotencyLedger(),
      settling: { settle: () => undefined, park: async () => undefined },
      onLedgerProblem: onProblem,
      defaultDeadlineMs: 30_000,
    });
    this.#verifications = new InMemoryVerificationStore(store);
    this.#verify = new VerifyVersion({
      ...ports,
      verifications: this.#verifications,
      examples: new RunExamples(
        { ...ports, transportOf, limits: noLimits(), largeChecks: checksHere },
        new Validators(2 * tools.length),
      ),
      contract: new CheckContract({ ...ports, watch: noServers, looks: this.house.looks, recordOf }),
      recordOf,
      notices: this.notices,
      consumers,
      judged: () => this.trust.scoring.run(),
    });
    const waiting = { verifications: this.#verifications, verify: this.#verify, jobs: this.#jobs };
    new VerificationQueue({ ...waiting, clock, random });
    this.#sweep = new SweepStages({
      ...{ ...ports, recordOf, consumers, notices: this.notices, stages: new InMemoryStageStore(store) },
      catalogue: {
        tool: catalogue.tool,
        toolsIn: catalogue.toolsIn,
        sortedIds: () => this.#promoted,
        revocations: catalogue.revocations,
      },
      trustIn: within,
      staged: async () => {},
    });
  }

  async open(organisations: readonly string[]): Promise<void> {
    await this.house.feed.start((changes) =>
      this.#projection.apply(changes.filter((it): it is StateChange => !elsewhere.has(it.kind))),
    );
    for (const id of organisations) await this.house.addOrganisation({ id, name: id, createdAt: 0 });
    await this.#projection.follow();
  }

  /** A principal who may call and rate. */
  async addCaller(id: string, organisationId: string): Promise<Caller> {
    const principal = await this.house.addPrincipal(aPrincipal({ id, name: id, organisationId }));
    return callerOf(principal, ['registry:read', 'tools:call'], null);
  }

  async addProvider(id: string): Promise<void> {
    if (this.house.directory.organisation(id) === undefined)
      await this.house.addOrganisation({ id, name: id, createdAt: 0 });
    if (this.house.directory.namespace(id) === undefined)
      await this.house.identities.addNamespace(
        aNamespace({ name: id, organisationId: id, visibility: 'public', owners: [await this.#ownerOf(id)] }),
      );
    await this.house.feed.caughtUp();
  }

  /** A namespace of an organisation that has several, for its own people. */
  async addNamespace(name: string, { organisationId, principalId }: Owner): Promise<void> {
    if (this.house.directory.namespace(name) !== undefined) return;
    const owned = { name, organisationId, owners: [principalId], visibility: 'organisation' as const };
    await this.house.identities.addNamespace(aNamespace({ id: `namespace-${name}`, ...owned }));
    await this.house.feed.caughtUp();
  }

  async #ownerOf(organisationId: string): Promise<string> {
    const id = `owner-of-${organisationId}`;
    await this.addCaller(id, organisationId);
    return id;
  }

  /** With a whole contract and a provider's own audit, like all others, and in a stage that is open to strangers. */
  async publish(tool: SimulatedTool, owner?: Owner): Promise<void> {
    if (owner === undefined) await this.addProvider(tool.provider);
    else await this.addNamespace(tool.provider, owner);
    const manifest = aManifest({
      name: tool.name,
      title: titleOf(tool),
      description: 'Answers with a number.',
      protocol: 'http',
      endpoint: { url: 'https://simulated.example/' },
      outputSchema: { type: 'object', properties: { value: { type: 'integer' } }, required: ['value'] },
      sla: { p95Ms: tool.p95Ms, p99Ms: tool.p99Ms },
      annotations: { readOnlyHint: true },
      examples: [{ name: 'tea', input: { item: 'tea' }, output: { value: 7 } }],
    });
    const parts = { publishedAt: this.house.clock.now(), organisationId: owner?.organisationId ?? tool.provider };
    const assurance = { ...unassured, audit: 'self' as const };
    await this.house.tools.publish(aVersion(manifest, { ...parts, assurance, stage: 'GENERAL_AVAILABILITY' }), 0);
    await this.house.feed.caughtUp();
    this.trust.soon.published();
  }

  /**
   * Imports a tool into a namespace of an organisation, without a declared contract or examples, as most real tools are;
   * an administrator confirms it, so it is endorsed, and attests a self-assessed audit.
   */
  async importTool(tool: SimulatedTool, organisationId: string, owner: string): Promise<void> {
    const namespace = tool.name.split('/')[0] as string;
    await this.house.identities.addNamespace(
      aNamespace({
        ...{ id: `namespace-${namespace}`, name: namespace, organisationId },
        ...{ visibility: 'organisation', owners: [owner] },
      }),
    );
    await this.house.identities.addEndorsement({
      ...{ id: `endorsed-${tool.name}`, organisationId, tool: tool.name },
      ...{ createdAt: this.house.clock.now(), createdBy: owner },
    });
    await this.house.feed.caughtUp();
    const manifest = aManifest({
      ...{ name: tool.name, title: titleOf(tool), description: 'Answers with a number.' },
      ...{ protocol: 'http', endpoint: { url: 'https://imported.example/' }, annotations: { readOnlyHint: true } },
    });
    const parts = { publishedAt: this.house.clock.now(), organisationId };
    await this.house.tools.publish(aVersion(manifest, { ...parts, assurance: { ...unassured, audit: 'self' } }), 0);
    await this.house.feed.caughtUp();
    this.trust.soon.published();
    this.#promoted.push(tool.name);
  }

  call = async (caller: Caller, tool: string, deadlineMs: number, item: unknown = 'tea'): Promise<boolean> => {
    const { envelope } = await this.#invoke.run(
      { tool, input: { item }, deadlineMs },
      { caller, traceId: 'simulation' },
    );
    return envelope.status === 'succeeded';
  };

  async rate(caller: Caller, tool: string, stars: number): Promise<void> {
    const rated = await this.trust.rate.run(caller, tool, { stars });
    if (!rated.ok) throw new Error(rated.error.message);
  }

  /** Verifies what is due, each version by its examples. */
  async verifyDue(): Promise<void> {
    await this.#jobs.run('verifications.sweep');
    await this.#jobs.runQueued();
    this.problems.push(...this.#jobs.failures.splice(0));
  }

  /** What is done once a day. */
  async upkeep(): Promise<void> {
    await this.trust.log.flush();
    await this.#usage.flush();
    for (const job of ['trust.roll-up', 'trust.refresh', 'trust.score', 'trust.fading']) await this.#jobs.run(job);
    await this.#sweep.run(new AbortController().signal);
  }

  version = (tool: string): ToolVersion => this.house.catalogue.tool(tool)?.versions[0] as ToolVersion;

  /** Whether a caller who asks for it, and for no trust in particular, is shown it. */
  async isFound(caller: Caller, tool: SimulatedTool): Promise<boolean> {
    const found = await this.#discover.discover({ query: titleOf(tool) }, caller);
    if (!found.ok) throw new Error(found.error.message);
    return found.value.results.some((it) => it.tool === tool.name);
  }
}

/** Simulated tools live on no registered server. */
const noServers = { look: () => Promise.reject(new Error('No tool of the simulation lives on a server.')) };

/** One word that no other tool has. */
const titleOf = ({ name }: SimulatedTool): string => `x${Buffer.from(name).toString('hex')}`;
