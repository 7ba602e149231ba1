import type { Envelope, Invoke } from '@assay/contracts';
import type { Caller } from '../identity/caller.js';
import { startDeadline } from '../kernel/deadline.js';
import type { Failure } from '../kernel/failure.js';
import { type LimitStanding, tightest } from '../policy/limits.js';
import { otherTools } from './alternatives.js';
import type { Call, Stage } from './call.js';
import { CallEvents } from './call-events.js';
import { attempt, envelopeOf, rounded, runningEnvelope } from './envelope.js';
import { envelopeText } from './envelope-text.js';
import { answerRepeat } from './idempotency/answer-repeat.js';
import { unsureOfEarlier } from './idempotency/earlier-reach.js';
import type { Repeat } from './idempotency/keyed.js';
import type { InvocationPorts } from './invocation-ports.js';
import { giveBackUnused } from './limits.js';
import { publish, record } from './record.js';
import { tellCircuit } from './resilience/circuit-stage.js';
import { nextCall } from './resilience/next-level.js';
import { revokedMeanwhile } from './revoked-meanwhile.js';
import type { RunningHandle } from './running-calls.js';
import { settlesInTime } from './settles-in-time.js';
import { stagesOf } from './stages.js';

export interface InvocationContext {
  readonly caller: Caller;
  readonly traceId: string;
  /** Aborts when the caller goes away. */
  readonly signal?: AbortSignal;
  readonly dryRun?: boolean;
  /** The caller knows the call's id beforehand, and looks it up under that. */
  readonly named?: boolean;
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
    this.#stages = stagesOf(ports);
  }

  async run(request: Invoke, context: InvocationContext): Promise<Invoked> {
    const first = this.#begin(request, context);
    const running = this.#ports.running.add(first, runningEnvelope);
    try {
      const { call, failure } = await this.#tryLevels(first, running.move);
      first.whole.end();
      if (call.repeat !== undefined) return this.#answerRepeat(call, call.repeat, context, running);
      const recording = this.#ports.clock.monotonic();
      const envelope = envelopeOf(call, failure);
      const recorded = record(call, envelope, this.#ports);
      // The receipt is in the envelope by now; the record and what the key stands for become durable side by side.
      const settled = this.#ports.settling.settle(call, envelope, failure);
      const written = settled && settlesInTime(settled, call.deadline, this.#ports.clock);
      const [{ receipt, late }] = await Promise.all([recorded, written]);
      call.trace.push({ stage: 'record', ms: this.#since(recording) });
      running.end(envelope);
      if (late === undefined) return invoked(call, envelope, failure);
      return invoked(call, { ...envelopeOf(call, late), receipt }, late);
    } finally {
      first.whole.end();
      // Still held only when a bug outside the stages ended the call.
      if (first.keyed?.held !== undefined) this.#settleBug(first, first.keyed.held.reached !== undefined);
      running.end(undefined);
    }
  }

  #answerRepeat(call: Call, repeat: Repeat, context: InvocationContext, running: RunningHandle): Invoked {
    const { envelope, failure } = answerRepeat(call, repeat, context.named ?? false, this.#ports);
    running.end(envelope);
    return invoked(call, envelope, failure);
  }

  #begin(request: Invoke, { caller, traceId, signal, dryRun, named }: InvocationContext): Call {
    const whole = startDeadline(this.#ports.clock, request.deadlineMs ?? this.#ports.defaultDeadlineMs, signal);
    return {
      id: request.id ?? this.#ports.random.uuid(),
      request,
      caller,
      traceId,
      dryRun: dryRun ?? false,
      whole,
      deadline: whole,
      level: 1,
      reference: request.tool,
      input: request.input,
      accuracy: 1,
      attempted: [],
      ...(request.idempotencyKey !== undefined && { keyed: { key: request.idempotencyKey } }),
      ...(named && { events: new CallEvents() }),
      startedAt: this.#ports.clock.now(),
      validation: { outcome: 'skipped', issues: [] },
      warnings: [],
      trace: [],
    };
  }

  /** The last level that was tried, and how it ended: the first one that succeeds, or after which none may be tried. */
  async #tryLevels(first: Call, move: (call: Call) => void): Promise<{ call: Call; failure: Failure | undefined }> {
    let call = first;
    for (;;) {
      const ended = await this.#walk(call).catch((bug: unknown) => this.#recordBug(call, bug));
      if (call.repeat !== undefined) return { call, failure: undefined };
      const failure = unsureOfEarlier(call, revokedMeanwhile(call, ended, this.#instead));
      tellCircuit(call, failure);
      await giveBackUnused(call, this.#ports.limits.rates);
      if (call.deadline !== call.whole) call.deadline.end();
      const next = failure && !call.dryRun ? await nextCall(call, failure, this.#ports) : undefined;
      if (failure === undefined || next === undefined) return { call, failure };
      this.#leave(call, failure);
      call.events?.tell({ kind: 'level', level: next.level, tool: next.reference, after: failure.code });
      move(next);
      call = next;
    }
  }

  /** A level that another one stands in for is a finished call of its version all the same. */
  #leave(call: Call, failure: Failure): void {
    const { attempted } = call;
    // Levels passed over on the way to the next one come after this one.
    const passed = attempted.splice(attempted.findLastIndex((it) => it.outcome !== 'skipped') + 1);
    attempted.push(attempt(call, failure), ...passed);
    publish(call, envelopeOf(call, failure), rounded(this.#ports.clock.now() - call.startedAt), this.#ports);
  }

  /** Runs the stages until one fails. */
  async #walk(call: Call): Promise<Failure | undefined> {
    for (const stage of this.#stages) {
      if (call.revocation !== undefined || call.repeat !== undefined) break;
      if (call.dryRun && stage.reaches === true) continue;
      const begun = this.#ports.clock.monotonic();
      const outcome = stage.run(call);
      const failure = outcome instanceof Promise ? await outcome : outcome;
      const passed = {
        stage: stage.name,
        ms: this.#since(begun),
        ...(failure !== undefined && { note: failure.code }),
      };
      call.trace.push(passed);
      call.events?.tell({ kind: 'stage', level: call.level, ...passed });
      if (failure !== undefined) return failure;
    }
    return undefined;
  }

  /** What the caller of a revoked version may call instead. */
  #instead = ({ version, caller }: Call): readonly string[] =>
    version === undefined ? [] : otherTools(version, caller, this.#ports.catalogue, this.#ports.directory);

  /** A call that a bug ended may have had its effect: it is recorded like any other, and the bug thrown on. */
  async #recordBug(call: Call, bug: unknown): Promise<never> {
    const failure = endedByBug(call.upstreamMs !== undefined);
    const envelope = envelopeOf(call, failure);
    const recorded = record(call, envelope, this.#ports);
    void this.#ports.settling.settle(call, envelope, failure);
    await recorded;
    throw bug;
  }

  /** So that nobody waits for a call that nobody makes any more. */
  #settleBug(call: Call, reached: boolean): void {
    const failure = endedByBug(reached);
    void this.#ports.settling.settle(call, envelopeOf(call, failure), failure);
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

const endedByBug = (reached: boolean): Failure => ({
  code: 'internal',
  message: 'Something went wrong here.',
  outcome: reached ? 'unknown' : 'none',
});
