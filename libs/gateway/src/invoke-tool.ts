import type { Envelope, Invoke } from '@assay/contracts';
import { type Failure, splitReference, startDeadline } from '@assay/kernel';
import { pausedEnvelope } from './approvals/paused-envelope.js';
import { recordPause } from './approvals/record-pause.js';
import { addResolved, type Call, nothingResolved, type Stage } from './call.js';
import { CallEvents } from './call-events.js';
import { concealedAnswer, concealedEnvelope, concealedFailure } from './content/conceal.js';
import { envelopeOf, rounded, runningEnvelope } from './envelope.js';
import { envelopeText } from './envelope-text.js';
import { withCompletion } from './escalation/escalations.js';
import { answerRepeat } from './idempotency/answer-repeat.js';
import type { Repeat } from './idempotency/keyed.js';
import type { InvocationContext } from './invocation-context.js';
import type { InvocationPorts } from './invocation-ports.js';
import type { Invoked } from './invoked.js';
import type { Pause } from './pause.js';

import { tightest } from './policy/limits.js';
import { record } from './record.js';
import { successfulCall } from './recording/successful-call.js';
import type { Requested } from './requested.js';
import { TryLevels } from './resilience/try-levels.js';
import type { RunningHandle } from './running-calls.js';
import { settlesInTime } from './settles-in-time.js';
import { type Stages, stagesOf } from './stages.js';
import { stoppedMeanwhile } from './stopped-meanwhile.js';

/** One call of a tool, through every stage in order. */
export class InvokeTool {
  readonly #ports: InvocationPorts;
  readonly #stages: Stages;
  readonly #levels: TryLevels;

  constructor(ports: InvocationPorts) {
    this.#ports = ports;
    this.#stages = stagesOf(ports, (request, context) => this.run(request, context));
    this.#levels = new TryLevels(ports, (call) =>
      this.#walk(call, this.#stages.call).catch((bug: unknown) => this.#recordBug(call, bug)),
    );
  }

  run(request: Invoke, context: InvocationContext): Promise<Invoked> {
    const first = this.#begin(request, context);
    return this.#carryOut(first, context.named ?? false, (running) => this.#levels.run(first, running));
  }

  /** Goes on with a call that had waited, from the first stage on. */
  resume(call: Call): Promise<Invoked> {
    if (call.resolved.withheld !== undefined) return this.#carryOut(call, true, () => this.#release(call));
    return this.#carryOut(call, true, (running) => this.#levels.run(call, running));
  }

  /** Returns a result that was withheld; whatever goes wrong, its tool has been called. */
  async #release(call: Call) {
    const failure = await this.#walk(call, this.#stages.release);
    return { call, failure: failure && { ...failure, outcome: 'done' as const } };
  }

  /** Ends a call that had waited and is not made, or whose result is not returned. */
  refuse(call: Call, failure: Failure): Promise<Invoked> {
    const { catalogue } = this.#ports;
    const { approved, reference } = call.requested;
    const [name, number = ''] = splitReference(reference);
    const version = approved ? catalogue.versionById(approved.versionId) : catalogue.version(name, number);
    const { withheld } = call.resolved;
    const { upstreamMs, givenMs, parts, connection } = withheld ?? {};
    const known = { ...(version && { version }), ...(withheld && { upstreamMs, givenMs, parts, connection }) };
    const refused = { ...call, resolved: { ...call.resolved, ...known } };
    const ended: Failure = withheld === undefined ? failure : { ...failure, outcome: 'done' };
    return this.#carryOut(refused, true, async () => ({ call: refused, failure: ended }));
  }

  async #carryOut(
    first: Call,
    named: boolean,
    make: (running: RunningHandle) => Promise<{ call: Call; failure: Failure | undefined }>,
  ): Promise<Invoked> {
    const running = this.#ports.running.add(first, runningEnvelope);
    try {
      const { call, failure: ended } = concealed(await make(running));
      first.requested.whole.end();
      const failure = ended && stoppedMeanwhile(call, ended);
      if (call.resolved.repeat !== undefined)
        return await this.#answerRepeat(call, call.resolved.repeat, named, running);
      if (call.resolved.pause !== undefined && failure === undefined)
        return await this.#pause(call, call.resolved.pause, running);
      if (failure === undefined && (this.#ports.recording?.chosen.size ?? 0) > 0) this.#ports.recording?.note(call);
      if (failure === undefined) this.#noteSuccess(call);
      if (call.happened.healing !== undefined) this.#ports.quality.metrics.finished(call, failure);
      const recording = this.#ports.clock.monotonic();
      const made = envelopeOf(call, failure);
      const envelope = call.resolved.revealed === undefined ? made : concealedEnvelope(call, made);
      const { tokens } = this.#ports.outputs;
      if (mayCountTokens(call) && tokens.isWanted(call)) envelope.tokens = await tokens.count(call, envelope);
      const recorded = record(call, envelope, this.#ports);
      // The receipt is already in the envelope; the record and the key's final state become durable concurrently.
      const settled = isToSettle(call, envelope) ? this.#ports.settling.settle(call, envelope, failure) : undefined;
      const written = settled && settlesInTime(settled, call.resolved.deadline, this.#ports.clock);
      const [{ receipt, late }] = await Promise.all([recorded, written]);
      call.happened.trace.push({ stage: 'record', ms: this.#since(recording) });
      running.end(envelope);
      if (call.requested.shadow !== undefined)
        this.#ports.shadows?.offer(call, failure, (request, context) => this.run(request, context));
      if (late === undefined) return invoked(call, envelope, failure);
      return invoked(call, { ...envelopeOf(call, late), receipt }, late);
    } finally {
      first.requested.whole.end();
      // Still held only when a bug outside the stages ended the call.
      if (first.happened.keyed?.held !== undefined)
        this.#settleBug(first, first.happened.keyed.held.reached !== undefined);
      running.end(undefined);
    }
  }

  async #answerRepeat(call: Call, repeat: Repeat, named: boolean, running: RunningHandle): Promise<Invoked> {
    const current = await withCompletion(repeat, this.#ports.escalations);
    const { envelope, failure } = answerRepeat(call, current, named, this.#ports);
    running.end(envelope);
    return invoked(call, envelope, failure);
  }

  /** The call ends for now. That it waits is durable before this is answered, and so is what repeats are answered with. */
  async #pause(call: Call, pause: Pause, running: RunningHandle): Promise<Invoked> {
    const envelope = pausedEnvelope(call, pause);
    await this.#ports.settling.park(call, envelope, pause.until);
    // Last, because after this record another replica may treat the call as suspended and continue it.
    envelope.receipt = await recordPause(call, envelope, this.#ports);
    running.end(envelope);
    return invoked(call, envelope, undefined);
  }

  #noteSuccess(call: Call): void {
    const { onSuccess } = this.#ports;
    const successful = onSuccess && successfulCall(call);
    if (successful !== undefined) onSuccess?.(successful);
  }

  #begin(request: Invoke, context: InvocationContext): Call {
    const { signal, dryRun = false, named, events: given, ...how } = context;
    const events = given ?? (named ? new CallEvents() : undefined);
    const whole = startDeadline(this.#ports.clock, request.deadlineMs ?? this.#ports.defaultDeadlineMs, signal);
    const requested: Requested = Object.freeze({
      ...how,
      id: request.id ?? this.#ports.random.uuid(),
      request,
      whole,
      dryRun,
      startedAt: this.#ports.clock.now(),
      level: request.tool === undefined ? 0 : 1,
      reference: request.tool ?? request.capability ?? '',
      accuracy: 1,
      begunAfter: 0,
    });
    const { idempotencyKey: key } = request;
    const keyed = key === undefined ? undefined : { key };
    const happened = { warnings: [], trace: [], attempted: [], events, keyed };
    return { requested, resolved: nothingResolved(request.input, whole), happened };
  }

  /** Runs the stages until one fails. */
  async #walk(call: Call, stages: readonly Stage[]): Promise<Failure | undefined> {
    const { clock } = this.#ports;
    // A stage begins where the one before it ended: the clock is read once for both.
    let begun = clock.monotonic();
    for (const stage of stages) {
      if (
        call.happened.revocation !== undefined ||
        call.resolved.repeat !== undefined ||
        call.resolved.pause !== undefined
      )
        break;
      if ((call.requested.dryRun && stage.reaches === true) || stage.isNeeded?.(call) === false) continue;
      const outcome = stage.run(call);
      const failure = addResolved(call, outcome instanceof Promise ? await outcome : outcome);
      const note = noteOf(failure, stage.note?.(call));
      const ended = clock.monotonic();
      const ms = rounded(ended - begun);
      const passed = note === undefined ? { stage: stage.name, ms } : { stage: stage.name, ms, note };
      begun = ended;
      call.happened.trace.push(passed);
      call.happened.events?.tell({ kind: 'stage', level: call.requested.level, ...passed });
      if (failure !== undefined) return failure;
    }
    return undefined;
  }

  /** A call that a bug ended may have had its effect: it is recorded like any other, and the bug thrown on. */
  async #recordBug(call: Call, bug: unknown): Promise<never> {
    const failure = endedByBug(call.resolved.upstreamMs !== undefined);
    call.resolved.flight?.end(failure);
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
  ...(call.resolved.answer && { answer: call.resolved.answer }),
  ...(call.resolved.isAltered && { isAltered: true }),
  get limit() {
    return call.resolved.limits && tightest(call.resolved.limits);
  },
  text: () => envelopeText(envelope),
});

function noteOf(failure: Failure | undefined, note: string | undefined): string | undefined {
  if (note === undefined || note === '') return failure?.code;
  return failure === undefined ? note : `${failure.code}: ${note}`;
}

/** The end of a call, without values that only its upstream was to get. */
function concealed({ call, failure }: { call: Call; failure: Failure | undefined }) {
  if (call.resolved.revealed === undefined) return { call, failure };
  concealedAnswer(call);
  return { call, failure: failure && concealedFailure(call, failure) };
}

const endedByBug = (reached: boolean): Failure => ({
  code: 'internal',
  message: 'Internal error.',
  outcome: reached ? 'unknown' : 'none',
});

/** A call that holds a key, or whose outcome is reported to a person. */
const isToSettle = ({ happened }: Call, { error }: Envelope): boolean =>
  happened.keyed !== undefined || error?.outcome === 'unknown';

const mayCountTokens = ({ requested: { countsTokens, request } }: Call): boolean =>
  countsTokens === true || request.output !== undefined || request.session !== undefined;
