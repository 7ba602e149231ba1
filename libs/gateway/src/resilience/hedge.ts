import { type Clock, type Failure, startDeadline } from '@assay/kernel';
import { declaredLatency, type KnownLatency, type LatencyOf } from '@assay/registry';
import { type Call, isReadOnly, type PlainStage } from '../call.js';
import { askedInput } from '../content/conceal.js';
import { statusOf } from '../envelope.js';
import type { FallbackLevel } from './fallback-level.js';
import type { LevelEnd } from './level-end.js';
import { unknownPaceMs } from './levels.js';
import { atLevel, inputOf, isOpen, type LevelPorts, requestedAs } from './next-level.js';

export interface HedgePorts extends LevelPorts {
  readonly clock: Clock;
  /** Takes an attempt through every stage, to its end. */
  readonly run: (call: Call) => Promise<LevelEnd>;
  /** Records an attempt that is not the answer. */
  readonly leave: (
    call: Call,
    failure: Failure,
    outcome?: { readonly outcome: string; readonly reason: string },
  ) => void;
  /** Another attempt is under way beside the one that is known; answers how to forget it. */
  readonly beside: (call: Call) => () => void;
}

/** After how long, in ms, an attempt counts as slow: the p95 as measured by the caller's organisation, else as declared. */
export const slowAfterMs = ({ p95Ms }: Pick<KnownLatency, 'p95Ms'>): number => p95Ms ?? unknownPaceMs;

/** Tells a hedged call, while it waits for a tool that only reads, once that is slow. */
export const notifyWhenSlow = (
  stage: PlainStage,
  clock: Pick<Clock, 'after'>,
  latencyOf: LatencyOf = declaredLatency,
): PlainStage => ({
  ...stage,
  run(call) {
    const {
      resolved: { version },
      happened: { slow },
    } = call;
    if (slow === undefined || version === undefined || !isReadOnly(version)) return stage.run(call);
    const stop = clock.after(slowAfterMs(latencyOf(version, call.requested.caller.organisationId)), slow);
    return Promise.resolve(stage.run(call)).finally(stop);
  },
});

/**
 * An attempt of a tool that only reads, and a second one beside it once the first is slow: at the next level that only
 * reads and may be called, else of the same tool. The first good answer wins and the other attempt is cancelled; both are
 * counted and recorded. When neither is good, the second one's end is the end, unless that was refused: nobody asked for it.
 */
export async function hedged(call: Call, ports: HedgePorts): Promise<LevelEnd> {
  const { promise: slow, resolve } = Promise.withResolvers<'slow'>();
  call.happened.slow = () => resolve('slow');
  const first = new Attempt(call, ports);
  const early = await Promise.race([first.ended, slow]);
  delete call.happened.slow;
  if (early !== 'slow') return early;
  const other = await secondOf(call, ports);
  const forget = ports.beside(other);
  call.happened.trace.push({
    stage: 'hedge',
    ms: 0,
    note: `${call.requested.reference} is slow: also ${other.requested.reference}`,
  });
  call.happened.events?.tell({
    kind: 'level',
    level: other.requested.level,
    tool: other.requested.reference,
    after: 'slow',
  });
  const second = new Attempt(other, ports);
  try {
    const winner = await firstGood(first, second);
    const loser = winner === first ? second : first;
    if (winner !== undefined) loser.cancel();
    const ends = await Promise.all([first.ended, second.ended]);
    const isFirst = winner === undefined ? isRefused(ends[1]) : winner === first;
    const [ended, lost] = isFirst ? ends : [ends[1], ends[0]];
    leave(lost, winner !== undefined && loser.isCancelled, ports);
    return ended;
  } finally {
    forget();
  }
}

/** One of two attempts, with a time of its own that ends with the whole. */
class Attempt {
  readonly ended: Promise<LevelEnd>;
  readonly #cancel: () => void;
  #isOver = false;
  isCancelled = false;

  constructor(call: Call, { clock, run }: HedgePorts) {
    const own = startDeadline(clock, call.requested.whole.remainingMs(), call.requested.whole.signal);
    call.resolved.deadline = own;
    this.#cancel = () => own.cancel();
    this.ended = run(call).finally(() => {
      this.#isOver = true;
      own.end();
    });
  }

  cancel(): void {
    if (this.#isOver) return;
    this.isCancelled = true;
    this.#cancel();
  }
}

const isRefused = ({ failure }: LevelEnd): boolean => failure !== undefined && statusOf(failure) === 'denied';

const overtaken: Failure = { code: 'cancelled', message: 'The other attempt was faster.' };

function leave({ call, failure }: LevelEnd, wasCancelled: boolean, ports: HedgePorts): void {
  if (wasCancelled || failure === undefined)
    ports.leave(call, failure ?? overtaken, { outcome: 'cancelled', reason: 'overtaken' });
  else ports.leave(call, failure);
}

/** The first of two that ends well; undefined when neither does. A bug in either is thrown. */
async function firstGood(a: Attempt, b: Attempt): Promise<Attempt | undefined> {
  const isGood = async (it: Attempt) => {
    const { call, failure } = await it.ended;
    // One that waits for a person has no answer.
    return failure === undefined && call.resolved.pause === undefined ? it : undefined;
  };
  return (await Promise.race([isGood(a), isGood(b)])) ?? (await isGood(a)) ?? (await isGood(b));
}

/** At the next level that may be called in parallel, which is no longer a fallback then; else the same level again. */
async function secondOf(call: Call, ports: HedgePorts): Promise<Call> {
  const left = call.resolved.standIns ?? [];
  const next = left.find(
    (it) =>
      it.readOnly === true &&
      it.unfit === undefined &&
      !isOpen(it, ports) &&
      (it.pace.p99Ms ?? unknownPaceMs) <= call.requested.whole.remainingMs(),
  );
  const input = next && (await inputOf(call, next, ports.mapInput));
  if (next === undefined || input?.ok !== true) return again(call, left);
  const rest = left.filter((it) => it !== next);
  call.resolved.standIns = rest;
  return requestedAs(atLevel(call, next, input.value, rest), { beside: 'hedge' });
}

function again(call: Call, standIns: readonly FallbackLevel[]): Call {
  const { requested, resolved } = call;
  const same = atLevel(call, { ...requested, tool: requested.reference }, askedInput(call.resolved), standIns);
  const { repairs } = resolved;
  return requestedAs({ ...same, resolved: { ...same.resolved, ...(repairs && { repairs }) } }, { beside: 'hedge' });
}
