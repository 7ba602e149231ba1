import type { Envelope, Invoke } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { type Failure, startDeadline } from '@assay/kernel';
import { pausedEnvelope } from './approvals/paused-envelope.js';
import { recordPause } from './approvals/record-pause.js';
import type { Call, Pause, Stage } from './call.js';
import { CallEvents } from './call-events.js';
import type { ClientRequests } from './client-requests.js';
import { concealedAnswer, concealedEnvelope, concealedFailure } from './content/conceal.js';
import { envelopeOf, rounded, runningEnvelope } from './envelope.js';
import { envelopeText } from './envelope-text.js';
import { withCompletion } from './escalation/escalations.js';
import { answerRepeat } from './idempotency/answer-repeat.js';
import type { Repeat } from './idempotency/keyed.js';
import type { InvocationPorts } from './invocation-ports.js';
import type { PartOf } from './part-of.js';
import { type LimitStanding, tightest } from './policy/limits.js';
import { record } from './record.js';
import { TryLevels } from './resilience/try-levels.js';
import type { RunningHandle } from './running-calls.js';
import { settlesInTime } from './settles-in-time.js';
import { type Stages, stagesOf } from './stages.js';
import { stoppedMeanwhile } from './stopped-meanwhile.js';
import type { ToolTransport, UpstreamAnswer } from './tool-transport.js';

export interface InvocationContext {
  readonly caller: Caller;
  readonly traceId: string;
  /** W3C baggage, passed on to the tool. */
  readonly baggage?: string | undefined;
  /** Aborts when the caller goes away. */
  readonly signal?: AbortSignal;
  readonly dryRun?: boolean;
  /** The caller knows the call's id beforehand, and looks it up under that. */
  readonly named?: boolean;
  /** The caller asks how many tokens the call takes. */
  readonly countsTokens?: boolean;
  /** The result is answered whole, however long it is, unless the request says what of it is wanted. */
  readonly isWhole?: boolean;
  /** It is answered before it has ended; see `AcceptCalls`. */
  readonly isAccepted?: boolean;
  /** It only bears out another call. */
  readonly beside?: 'corroboration';
  /** What the calling client can be asked meanwhile. */
  readonly client?: ClientRequests;
  /** Reaches the tool in a conversation of the caller's own, in place of its protocol's transport. */
  readonly through?: ToolTransport;
  /** Compositions around the call; 0 when absent. */
  readonly nesting?: number;
  /** Of what the call is a step; asked for when a person has to decide on it. */
  readonly partOf?: () => PartOf;
  /** Members of the input that no repair and no mapping may change. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Told what happens meanwhile, progress that the tool reports among it. */
  readonly events?: CallEvents;
}

/** The outcome of a call: the envelope, and the failure in it for edges that need more of it than the envelope shows. */
export interface Invoked {
  readonly envelope: Envelope;
  readonly failure: Failure | undefined;
  /** The limit that binds most, as the call has left it; undefined when it did not come so far. */
  readonly limit: LimitStanding | undefined;
  /** What the tool itself said, blocks and all, as far as policies let it through; absent when this call did not reach it. */
  readonly answer?: UpstreamAnswer;
  /** Policies masked or withheld some of what the tool said: no other copy of it may be shown. */
  readonly isAltered?: boolean;
  /** The envelope as JSON; written once, for the caller and the record alike. */
  text(): string;
}

/** What a call takes over from its context as it is. Most calls have none of it. */
const options = [
  ...(['baggage', 'fixed', 'client', 'through', 'countsTokens', 'isWhole', 'isAccepted', 'nesting'] as const),
  ...(['partOf', 'beside'] as const),
] as const satisfies readonly (keyof InvocationContext & keyof Call)[];

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
    if (call.withheld !== undefined) return this.#carryOut(call, true, () => this.#release(call));
    return this.#carryOut(call, true, (running) => this.#levels.run(call, running));
  }

  /** Returns a result that was withheld; whatever goes wrong, its tool has been called. */
  async #release(call: Call) {
    const failure = await this.#walk(call, this.#stages.release);
    return { call, failure: failure && { ...failure, outcome: 'done' as const } };
  }

  /** Ends a call that had waited and is not made, or whose result is not returned. */
  refuse(call: Call, failure: Failure): Promise<Invoked> {
    const version = this.#ports.catalogue.versionById(call.approved?.versionId ?? '');
    if (version !== undefined) call.version = version;
    const { withheld } = call;
    if (withheld === undefined) return this.#carryOut(call, true, async () => ({ call, failure }));
    const { upstreamMs, givenMs, parts, connection } = withheld;
    Object.assign(call, { upstreamMs, givenMs, parts, connection });
    return this.#carryOut(call, true, async () => ({ call, failure: { ...failure, outcome: 'done' } }));
  }

  async #carryOut(
    first: Call,
    named: boolean,
    make: (running: RunningHandle) => Promise<{ call: Call; failure: Failure | undefined }>,
  ): Promise<Invoked> {
    const running = this.#ports.running.add(first, runningEnvelope);
    try {
      const { call, failure: ended } = concealed(await make(running));
      first.whole.end();
      const failure = stoppedMeanwhile(call, ended);
      if (call.repeat !== undefined) return await this.#answerRepeat(call, call.repeat, named, running);
      if (call.pause !== undefined && failure === undefined) return await this.#pause(call, call.pause, running);
      this.#ports.quality.metrics.finished(call, failure);
      const recording = this.#ports.clock.monotonic();
      const envelope = concealedEnvelope(call, envelopeOf(call, failure));
      const { tokens } = this.#ports.outputs;
      if (tokens.isWanted(call)) envelope.tokens = await tokens.count(call, envelope);
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
    // Last, since whoever goes on with the call takes it for put aside once this is recorded.
    envelope.receipt = await recordPause(call, envelope, this.#ports);
    running.end(envelope);
    return invoked(call, envelope, undefined);
  }

  #begin(request: Invoke, context: InvocationContext): Call {
    const { caller, traceId, signal, dryRun, named } = context;
    const events = context.events ?? (named ? new CallEvents() : undefined);
    const whole = startDeadline(this.#ports.clock, request.deadlineMs ?? this.#ports.defaultDeadlineMs, signal);
    const call: Call = {
      id: request.id ?? this.#ports.random.uuid(),
      request,
      caller,
      traceId,
      dryRun: dryRun ?? false,
      whole,
      deadline: whole,
      level: request.tool === undefined ? 0 : 1,
      reference: request.tool ?? request.capability ?? '',
      input: request.input,
      accuracy: 1,
      attempted: [],
      begunAfter: 0,
      startedAt: this.#ports.clock.now(),
      validation: { outcome: 'skipped', issues: [] },
      warnings: [],
      trace: [],
    };
    const keyed = request.idempotencyKey === undefined ? undefined : { key: request.idempotencyKey };
    if (keyed !== undefined || events !== undefined) Object.assign(call, keyed && { keyed }, events && { events });
    for (const option of options) if (context[option]) Object.assign(call, { [option]: context[option] });
    return call;
  }

  /** Runs the stages until one fails. */
  async #walk(call: Call, stages: readonly Stage[]): Promise<Failure | undefined> {
    const { clock } = this.#ports;
    // A stage begins where the one before it ended: the clock is read once for both.
    let begun = clock.monotonic();
    for (const stage of stages) {
      if (call.revocation !== undefined || call.repeat !== undefined || call.pause !== undefined) break;
      if ((call.dryRun && stage.reaches === true) || stage.isNeeded?.(call) === false) continue;
      const outcome = stage.run(call);
      const failure = outcome instanceof Promise ? await outcome : outcome;
      const note = noteOf(failure, stage.note?.(call));
      const ended = clock.monotonic();
      const ms = rounded(ended - begun);
      const passed = note === undefined ? { stage: stage.name, ms } : { stage: stage.name, ms, note };
      begun = ended;
      call.trace.push(passed);
      call.events?.tell({ kind: 'stage', level: call.level, ...passed });
      if (failure !== undefined) return failure;
    }
    return undefined;
  }

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
  ...(call.answer && { answer: call.answer }),
  ...(call.isAltered && { isAltered: true }),
  get limit() {
    return call.limits && tightest(call.limits);
  },
  text: () => envelopeText(envelope),
});

function noteOf(failure: Failure | undefined, note: string | undefined): string | undefined {
  if (note === undefined || note === '') return failure?.code;
  return failure === undefined ? note : `${failure.code}: ${note}`;
}

/** The end of a call, without values that only its upstream was to get. */
function concealed({ call, failure }: { call: Call; failure: Failure | undefined }) {
  if (call.revealed === undefined) return { call, failure };
  concealedAnswer(call);
  return { call, failure: failure && concealedFailure(call, failure) };
}

const endedByBug = (reached: boolean): Failure => ({
  code: 'internal',
  message: 'Internal error.',
  outcome: reached ? 'unknown' : 'none',
});
