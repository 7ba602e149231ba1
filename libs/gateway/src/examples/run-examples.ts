import type { ErrorCode, Manifest, VerificationCheck } from '@assay/contracts';
import { type Caller, callerOf, type Directory } from '@assay/identity';
import { type Clock, type Deadline, type Failure, type Random, splitReference, startDeadline } from '@assay/kernel';
import { type Catalogue, type ExampleTarget, exampleTarget, serverOf, type ToolVersion } from '@assay/registry';
import { noCredentials } from '@assay/vault';
import { addResolved, type Call, nothingResolved, type Stage } from '../call.js';
import { callTool, type TransportOf } from '../call-tool.js';
import { envelopeOf } from '../envelope.js';
import { envelopeText } from '../envelope-text.js';
import { LocalFaultMemory } from '../faults/fault-memory.js';
import type { InvokeTool } from '../invoke-tool.js';
import type { LargeChecks } from '../large-checks.js';
import { type CallLimits, protectProvider } from '../limits.js';
import { SanityPredicates } from '../sanity/sanity-predicates.js';
import { validateInput } from '../validate-input.js';
import { validateOutput } from '../validate-output.js';
import { Validators } from '../validators.js';
import { mismatch } from './match-output.js';

export interface ExamplePorts {
  readonly largeChecks: LargeChecks;
  readonly catalogue: Pick<Catalogue, 'serverFor' | 'revocations' | 'tool'>;
  readonly directory: Pick<Directory, 'principal' | 'teams'>;
  readonly transportOf: TransportOf;
  readonly limits: CallLimits;
  readonly clock: Clock;
  readonly random: Random;
}

type Example = NonNullable<Manifest['examples']>[number];

const exampleWithinMs = 30_000;
const compiledAtOnce = 200;
const maxMessage = 1_000;

/** These say nothing about whether the tool still does what it did. */
const unanswered: ReadonlySet<ErrorCode> = new Set([
  'upstream_unavailable',
  'protocol_unavailable',
  'address_forbidden',
  'rate_limited',
  'unavailable',
  'deadline_exceeded',
  'cancelled',
  // Of a composition: its publisher may not call a part, or not without a credential.
  'denied',
  'connection_needed',
]);

/**
 * Runs the examples of a version through the gateway's own stages (input against the schema, the call, output against
 * the schema) and compares what comes out. Nothing of it is a call of the tool to anybody else: no record, no usage, no
 * evidence.
 */
export class RunExamples {
  readonly #ports: ExamplePorts;
  readonly #validators: Validators;
  readonly #sanity = new SanityPredicates(compiledAtOnce);

  /** @param validators few, since a day goes by before a version's turn comes again; more where days go by faster. */
  constructor(ports: ExamplePorts, validators = new Validators(compiledAtOnce)) {
    this.#ports = ports;
    this.#validators = validators;
  }

  /** Where they can be run; null when they cannot. */
  target = (version: ToolVersion): ExampleTarget | null =>
    serverOf(version) !== undefined && this.#ports.catalogue.serverFor(version) === undefined
      ? null
      : exampleTarget(version, this.#ports.catalogue.serverFor(version) ?? null);

  /**
   * One after the other, until the deadline; a version that is revoked meanwhile is called no more. What fails is run once
   * more: a hiccup is no drift, and to repeat what changes nothing is harmless.
   */
  async run(version: ToolVersion, target: ExampleTarget, deadline: Deadline): Promise<VerificationCheck[]> {
    const checks: VerificationCheck[] = [];
    for (const example of version.manifest.examples ?? []) {
      const isRevoked = this.#ports.catalogue.revocations.of(version) !== undefined;
      const why = isRevoked ? 'the version has been revoked' : deadline.signal.aborted ? 'the time was up' : null;
      const check = () => this.#check(version, target, example, deadline);
      const first =
        why === null ? await check() : { name: example.name, outcome: 'unknown' as const, message: why, ms: 0 };
      checks.push(first.outcome === 'failed' && !deadline.signal.aborted ? await check() : first);
    }
    return checks;
  }

  async #check(version: ToolVersion, target: ExampleTarget, example: Example, whole: Deadline) {
    const { clock } = this.#ports;
    const begun = clock.monotonic();
    const ownMs = Math.max(exampleWithinMs, version.manifest.sla?.p99Ms ?? 0);
    const deadline = startDeadline(clock, Math.min(ownMs, whole.remainingMs()), whole.signal);
    try {
      const call = this.#call(version, target, example, deadline);
      const failure = await this.#walk(call, target);
      const isLate = failure?.code === 'deadline_exceeded' && !whole.signal.aborted && whole.remainingMs() > 0;
      const found = failure === undefined ? judged(example, call.resolved.output) : refused(failure, isLate);
      return { name: example.name, ...found, ms: Math.round(clock.monotonic() - begun) };
    } finally {
      deadline.end();
    }
  }

  #call(version: ToolVersion, target: ExampleTarget, example: Example, deadline: Deadline): Call {
    const { clock, random } = this.#ports;
    const id = random.uuid();
    const { name, protocol } = version.manifest;
    return {
      requested: Object.freeze({
        ...{ id, request: { tool: name, input: example.input }, caller: this.#callerFor(version), whole: deadline },
        ...{ traceId: id, dryRun: false, startedAt: clock.now(), level: 1, reference: name, accuracy: 1 },
        ...(protocol === 'composite' && { invoke: this.#partsWithin(deadline) }),
      }),
      resolved: {
        ...nothingResolved(example.input, deadline),
        version: { ...version, manifest: target.manifest },
      },
      happened: { warnings: [], trace: [], attempted: [] },
    };
  }

  /** The parts of a composition are called with the rights of who published it, under which it was checked. */
  #callerFor(version: ToolVersion): Caller {
    const publisher =
      version.manifest.protocol === 'composite' && version.publishedBy !== null
        ? this.#ports.directory.principal(version.publishedBy)
        : undefined;
    if (publisher === undefined) return verifierFor(version);
    return callerOf(publisher, ['tools:call'], null, this.#ports.directory.teams.of(publisher.id));
  }

  /** Calls of a composition's parts, which are run as examples are: they only read, and nothing of them is kept. */
  #partsWithin = (whole: Deadline): Pick<InvokeTool, 'run'> => ({
    run: async ({ tool = '', input, deadlineMs }, { signal }) => {
      const [name, number] = splitReference(tool);
      const version = this.#ports.catalogue.tool(name)?.versions.find((it) => it.version === number);
      if (version === undefined) throw new TypeError(`a part that was found is gone: ${tool}`);
      const asked = Math.min(deadlineMs ?? whole.remainingMs(), whole.remainingMs());
      const deadline = startDeadline(this.#ports.clock, asked, signal);
      const example = { name: 'part', input, match: 'schema' } as const;
      const target = { manifest: version.manifest, server: this.#ports.catalogue.serverFor(version) ?? null };
      const call = this.#call(version, target, example, deadline);
      const wantsCaller = version.manifest.auth?.upstream === 'caller';
      const made = wantsCaller ? Promise.resolve(noConnection) : this.#walk(call, target);
      const failure = await made.finally(() => deadline.end());
      const envelope = envelopeOf(call, failure);
      return { envelope, failure, limit: undefined, text: () => envelopeText(envelope) };
    },
  });

  /** What examples meet says nothing of what callers meet. */
  get #faults(): LocalFaultMemory {
    return new LocalFaultMemory(this.#ports.clock);
  }

  async #walk(call: Call, { server }: ExampleTarget): Promise<Failure | undefined> {
    const serverFor = () => server ?? undefined;
    const stages: readonly Stage[] = [
      validateInput(this.#validators, { clock: this.#ports.clock, largeChecks: this.#ports.largeChecks }),
      protectProvider(this.#ports.limits),
      callTool(this.#ports.transportOf, { serverFor }, noCredentials, this.#ports.clock, this.#faults),
      validateOutput(this.#validators, {
        ...{ predicates: this.#sanity, clock: this.#ports.clock, largeChecks: this.#ports.largeChecks },
        falseRepair: () => {},
      }),
    ];
    for (const stage of stages) {
      const failure = addResolved(call, await stage.run(call));
      if (failure !== undefined) return failure;
    }
    return undefined;
  }
}

const noConnection: Failure = {
  code: 'connection_needed',
  message: 'A part requires the caller’s own credentials, which a verification does not have.',
};

type Judged = Pick<VerificationCheck, 'outcome' | 'message'>;

function judged(example: Example, output: unknown): Judged {
  const found = mismatch(example, output);
  return found === null
    ? { outcome: 'passed', message: '' }
    : { outcome: 'failed', message: found.slice(0, maxMessage) };
}

/** A tool that had the whole time and did not answer has failed. */
const refused = ({ code, message }: Failure, isLate: boolean): Judged => ({
  outcome: unanswered.has(code) && !isLate ? 'unknown' : 'failed',
  message: message.slice(0, maxMessage),
});

/** Upstream sessions of verifications are their own, one a provider. */
const verifierFor = ({ organisationId }: ToolVersion): Caller => ({
  principalId: `verification ${organisationId}`,
  organisationId,
  name: 'verification',
  kind: 'service',
  scopes: new Set(),
  teams: [],
  namespaces: null,
  tokens: [],
});
