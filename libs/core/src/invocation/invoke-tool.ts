import type { Envelope, Invoke } from '@assay/contracts';
import type { Catalogue } from '../catalog/catalogue.js';
import type { Caller } from '../identity/caller.js';
import type { Directory } from '../identity/directory.js';
import type { AuditLog } from '../kernel/audit-log.js';
import type { CallFinishedListener } from '../kernel/call-finished.js';
import type { Clock, Random } from '../kernel/clock.js';
import { startDeadline } from '../kernel/deadline.js';
import type { Failure } from '../kernel/failure.js';
import { type LimitStanding, tightest } from '../policy/limits.js';
import { otherTools } from './alternatives.js';
import { authorise } from './authorise.js';
import type { Call, Stage } from './call.js';
import { callTool, type TransportOf } from './call-tool.js';
import { envelopeOf, rounded, runningEnvelope } from './envelope.js';
import { envelopeText } from './envelope-text.js';
import { type Freshness, fresh } from './freshness.js';
import { type InspectOutput, inspectOutput } from './inspect-output.js';
import { type CallLimits, giveBackUnused, limits } from './limits.js';
import { onlyIfRecordable } from './only-if-recordable.js';
import { record } from './record.js';
import { resolve } from './resolve.js';
import { revokedMeanwhile } from './revoked-meanwhile.js';
import type { RunningCalls } from './running-calls.js';
import { validateInput } from './validate-input.js';
import { validateOutput } from './validate-output.js';
import { Validators } from './validators.js';

export interface InvocationPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly transportOf: TransportOf;
  readonly audit: AuditLog;
  readonly running: RunningCalls;
  readonly freshness: Freshness;
  readonly finished: CallFinishedListener;
  /** Looks at what tools answer; assurance's. */
  readonly inspect: InspectOutput;
  readonly limits: CallLimits;
  readonly clock: Clock;
  readonly random: Random;
  readonly defaultDeadlineMs: number;
}

export interface InvocationContext {
  readonly caller: Caller;
  readonly traceId: string;
  /** Aborts when the caller goes away. */
  readonly signal?: AbortSignal;
  readonly dryRun?: boolean;
}

/** The outcome of a call: the envelope, and the failure in it for edges that need more of it than the envelope shows. */
export interface Invoked {
  readonly envelope: Envelope;
  readonly failure: Failure | undefined;
  /** The limit that binds most, as the call has left it; undefined when it did not come so far. */
  readonly limit: LimitStanding | undefined;
  /** The envelope as JSON; written once, for the caller and the record alike. */
  text(): string;
}

/** One call of a tool, through every stage in order. */
export class InvokeTool {
  readonly #ports: InvocationPorts;
  readonly #stages: readonly Stage[];

  constructor(ports: InvocationPorts) {
    this.#ports = ports;
    const validators = new Validators();
    this.#stages = [
      resolve(ports.catalogue, ports.directory),
      authorise(ports.directory),
      validateInput(validators),
      fresh(ports.freshness),
      // Room for what comes before the tool is reached: idempotency, policy and approval before limits, circuit after.
      limits(ports.limits),
      onlyIfRecordable(ports.audit, callTool(ports.transportOf, ports.catalogue, ports.clock)),
      inspectOutput(ports.inspect),
      validateOutput(validators),
    ];
  }

  async run(request: Invoke, context: InvocationContext): Promise<Invoked> {
    const call = this.#begin(request, context);
    const settle = this.#ports.running.add(call, () => runningEnvelope(call));
    try {
      const ended = await this.#walk(call).catch((bug: unknown) => this.#recordBug(call, bug));
      const failure = revokedMeanwhile(call, ended, this.#instead);
      await giveBackUnused(call, this.#ports.limits.rates);
      call.deadline.end();
      const recording = this.#ports.clock.monotonic();
      const envelope = envelopeOf(call, failure);
      const { receipt, late } = await record(call, envelope, this.#ports);
      call.trace.push({ stage: 'record', ms: this.#since(recording) });
      settle(envelope);
      if (late === undefined) return invoked(call, envelope, failure);
      return invoked(call, { ...envelopeOf(call, late), receipt }, late);
    } finally {
      call.deadline.end();
      settle(undefined);
    }
  }

  #begin(request: Invoke, { caller, traceId, signal, dryRun }: InvocationContext): Call {
    return {
      id: request.id ?? this.#ports.random.uuid(),
      request,
      caller,
      traceId,
      dryRun: dryRun ?? false,
      deadline: startDeadline(this.#ports.clock, request.deadlineMs ?? this.#ports.defaultDeadlineMs, signal),
      startedAt: this.#ports.clock.now(),
      validation: { outcome: 'skipped', issues: [] },
      warnings: [],
      trace: [],
    };
  }

  /** Runs the stages until one fails. */
  async #walk(call: Call): Promise<Failure | undefined> {
    for (const stage of this.#stages) {
      if (call.revocation !== undefined) break;
      if (call.dryRun && stage.reaches === true) continue;
      const begun = this.#ports.clock.monotonic();
      const outcome = stage.run(call);
      const failure = outcome instanceof Promise ? await outcome : outcome;
      call.trace.push({
        stage: stage.name,
        ms: this.#since(begun),
        ...(failure !== undefined && { note: failure.code }),
      });
      if (failure !== undefined) return failure;
    }
    return undefined;
  }

  /** What the caller of a revoked version may call instead. */
  #instead = ({ version, caller }: Call): readonly string[] =>
    version === undefined ? [] : otherTools(version, caller, this.#ports.catalogue, this.#ports.directory);

  /** A call that a bug ended may have had its effect: it is recorded like any other, and the bug thrown on. */
  async #recordBug(call: Call, bug: unknown): Promise<never> {
    await record(call, envelopeOf(call, endedByBug), this.#ports);
    throw bug;
  }

  #since = (begun: number): number => rounded(this.#ports.clock.monotonic() - begun);
}

const invoked = (call: Call, envelope: Envelope, failure: Failure | undefined): Invoked => ({
  envelope,
  failure,
  get limit() {
    return call.limits && tightest(call.limits);
  },
  text: () => envelopeText(envelope),
});

const endedByBug: Failure = { code: 'internal', message: 'Something went wrong here.', outcome: 'unknown' };
