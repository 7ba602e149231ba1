import type { Manifest, Protocol } from '@assay/contracts';
import { type Failure, ok, type Result } from '@assay/kernel';
import { ManualJobs } from '@assay/kernel/testing';
import type { ToolVersion } from '@assay/registry';
import { aManifest, aVersion } from '@assay/registry/testing';
import {
  AttestVersion,
  ChangeStage,
  CheckContract,
  RequestVerification,
  SweepStages,
  type TrackRecord,
  VerificationQueue,
  type VerificationStore,
  VerifyVersion,
  WithdrawAttestation,
} from '@assay/trust';
import { RunExamples } from '../examples/run-examples.js';
import type { UpstreamCall } from '../tool-transport.js';
import type { UpstreamAnswer } from '../upstream-answer.js';
import { checksHere } from './checks-here.js';
import { InMemoryAttestationStore } from './in-memory-attestation-store.js';
import { InMemoryStageStore } from './in-memory-stage-store.js';
import { InMemoryVerificationStore } from './in-memory-verification-store.js';
import { noLimits } from './no-limits.js';
import { WatchedHouse } from './watched-house.js';

const tool = 'acme/orders.sum';

/** An answer with structured content. */
export const anAnswer = (structured: unknown, isError = false): Result<UpstreamAnswer, Failure> =>
  ok({ content: [{ type: 'text', text: JSON.stringify(structured) }], structured, isError, source: 'mcp:acme/orders' });

/** Everything that judges tools, over in-memory stores and an upstream that answers as a test says. */
export class SmallAssurance {
  readonly verifications: InMemoryVerificationStore;
  readonly stages: InMemoryStageStore;
  readonly attestations: InMemoryAttestationStore;
  /** Calls that reached the upstream. */
  readonly calls: UpstreamCall[] = [];
  /** Versions whose trust was to be recomputed, and tools with a version that changed its stage. */
  readonly judged: string[] = [];
  /** What the machine lacks to call the tool. */
  missing: string | null = null;
  readonly staged: string[] = [];
  readonly jobs = new ManualJobs();
  readonly queue: VerificationQueue;
  answer: (call: UpstreamCall) => Promise<Result<UpstreamAnswer, Failure>> | Result<UpstreamAnswer, Failure> = () =>
    anAnswer({ sum: 3 });
  record: TrackRecord = {
    view: 'inside',
    base: 0.535,
    score: 0.535,
    scoreWithOwn: 0.535,
    confidence: 0,
    calls: { own: 0, others: 0 },
    good: { own: 0, others: 0 },
  };

  private constructor(readonly watched: WatchedHouse) {
    const { tools } = watched.small;
    this.verifications = new InMemoryVerificationStore(tools);
    this.stages = new InMemoryStageStore(tools);
    this.attestations = new InMemoryAttestationStore(tools, this.verifications);
    this.queue = new VerificationQueue({ ...this.ports, jobs: this.jobs, verify: this.verify });
  }

  /** With one read-only tool that has one example, by default. */
  static async open(parts: Partial<Manifest> = {}, of: Partial<ToolVersion> = {}): Promise<SmallAssurance> {
    const small = new SmallAssurance(await WatchedHouse.open());
    await small.publish(parts, of);
    return small;
  }

  get house() {
    return this.watched.small;
  }

  async publish(parts: Partial<Manifest> = {}, of: Partial<ToolVersion> = {}): Promise<ToolVersion> {
    const manifest = aManifest({
      name: tool,
      inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
      annotations: { readOnlyHint: true },
      examples: [{ name: 'one and two', input: { a: 1, b: 2 }, output: { sum: 3 } }],
      ...parts,
    });
    const version = aVersion(manifest, { publishedAt: this.house.clock.now(), ...of });
    await this.house.tools.publish(version, this.house.catalogue.tool(manifest.name)?.versions.length ?? 0);
    await this.house.feed.caughtUp();
    return version;
  }

  version = (number = '1.0.0'): ToolVersion => this.house.catalogue.version(tool, number) as ToolVersion;

  get ports() {
    const { catalogue, directory, audit, feed, clock, random, looks, signer } = this.house;
    const { consumers } = this.watched.ports;
    const { notices, watch } = this.watched;
    const transport = {
      call: async (call: UpstreamCall) => {
        this.calls.push(call);
        return this.answer(call);
      },
    };
    return {
      ...{ catalogue, directory, audit, feed, clock, random, looks, signer, consumers, notices, watch },
      verifications: this.verifications as VerificationStore,
      stages: this.stages,
      attestations: this.attestations,
      limits: noLimits(),
      largeChecks: checksHere,
      transportOf: (protocol: Protocol) => (protocol === 'grpc' ? undefined : transport),
      recordOf: async () => this.record,
      trustIn: () => this.record.score,
      missing: async () => this.missing,
      judged: async (versionId: string) => void this.judged.push(versionId),
      staged: async (toolId: string) => void this.staged.push(toolId),
    };
  }

  get verify(): VerifyVersion {
    const { ports } = this;
    return new VerifyVersion({ ...ports, examples: new RunExamples(ports), contract: new CheckContract(ports) });
  }

  requests = (): RequestVerification => new RequestVerification({ ...this.ports, queue: this.queue });
  changes = (): ChangeStage => new ChangeStage(this.ports);
  attests = (): AttestVersion => new AttestVersion(this.ports);
  withdraws = (): WithdrawAttestation => new WithdrawAttestation(this.ports);

  /** Carries out what is due; answers how many verifications that were. */
  async verifyDue(): Promise<number> {
    await this.jobs.run('verifications.sweep');
    const count = this.jobs.queued.length;
    await this.jobs.runQueued();
    return count;
  }

  /** One pass of the job that promotes and demotes. */
  sweep = (): Promise<void> => new SweepStages(this.ports).run(new AbortController().signal);
}
