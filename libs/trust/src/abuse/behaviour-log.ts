import { blameOf, type CallFinished, type Clock, dayMs, Generations } from '@assay/kernel';
import { type ErrorCount, type OutputShape, OutputTally } from './behaviour-change.js';

/** What was counted of a version on a day; sums that replicas add to. */
export interface BehaviourDay {
  readonly versionId: string;
  /** Its midnight in UTC, in ms since the epoch. */
  readonly day: number;
  /** Calls that say something of the tool, and those of them that failed by its fault. */
  readonly calls: number;
  readonly errors: number;
  readonly shape: OutputShape;
  /** What the first few principals who called have met, by their ids. */
  readonly callers: ReadonlyMap<string, ErrorCount>;
}

/** Days of behaviour. */
export interface BehaviourStore {
  /** Adds to what is kept; versions that are gone are passed over. A batch that is added again counts twice. */
  add(days: readonly BehaviourDay[]): Promise<void>;
  /** Ids of versions of which there is something on this day or later. */
  active(day: number): Promise<readonly string[]>;
  /** The oldest first. */
  days(versionId: string, since: number): Promise<readonly BehaviourDay[]>;
  /** Forgets days before this one. */
  forget(before: number): Promise<void>;
}

/** Maximum callers distinguished per day. */
export const callersTold = 32;
/**
 * Outputs of one caller on one day that a replica looks at. Up to three replicas, no caller's are 19 of the 20 by which an
 * output of another shape is known, as long as two others call at all.
 */
export const outputsOfCaller = 10;
/** Callers of versions whose outputs of the day are counted, at least. */
const maxCounted = 50_000;
const flushEveryMs = 30_000;

interface Counting {
  readonly versionId: string;
  readonly day: number;
  calls: number;
  errors: number;
  readonly tally: OutputTally;
  readonly callers: Map<string, ErrorCount>;
}

/**
 * Counts how versions behave. What is noted costs a bounded time and waits for nothing; it is written in groups, of which
 * a crash loses at most the last 30 s.
 */
export class BehaviourLog {
  readonly #store: Pick<BehaviourStore, 'add'>;
  readonly #clock: Clock;
  #counting = new Map<string, Counting>();
  #stopTimer: (() => void) | undefined;
  /** Outputs looked at, by version, day and caller. */
  readonly #looked = new Generations<number>(maxCounted, dayMs);

  constructor(store: Pick<BehaviourStore, 'add'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Every finished call; those that say nothing of the tool are passed over. */
  note = (event: CallFinished): void => {
    const blame = blameOf(event);
    if (blame !== 'none' && blame !== 'tool') return;
    const counting = this.#of(event.versionId, event.at);
    counting.calls += 1;
    const errors = blame === 'tool' ? 1 : 0;
    counting.errors += errors;
    addCaller(counting.callers, event.principalId, { calls: 1, errors });
  };

  /** The output of a call that succeeded; of one caller on one day the first ten. */
  output(versionId: string, principalId: string, output: unknown): void {
    const now = this.#clock.now();
    const key = `${versionId} ${Math.floor(now / dayMs)} ${principalId}`;
    const looked = this.#looked.get(key, now) ?? 0;
    if (looked >= outputsOfCaller) return;
    this.#looked.set(key, looked + 1, now);
    this.#of(versionId, now).tally.add(output);
  }

  /** Writes what was counted. What cannot be written stays for the next time. */
  async flush(): Promise<void> {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    if (this.#counting.size === 0) return;
    const counted = this.#counting;
    this.#counting = new Map();
    try {
      await this.#store.add([...counted.values()].map(toDay));
    } catch (cause) {
      for (const [key, former] of counted) this.#takeBack(key, former);
      this.#startTimer();
      throw cause;
    }
  }

  #of(versionId: string, at: number): Counting {
    this.#startTimer();
    const day = Math.floor(at / dayMs) * dayMs;
    const key = `${versionId} ${day}`;
    let counting = this.#counting.get(key);
    if (counting === undefined) {
      counting = { versionId, day, calls: 0, errors: 0, tally: new OutputTally(), callers: new Map() };
      this.#counting.set(key, counting);
    }
    return counting;
  }

  #takeBack(key: string, former: Counting): void {
    const now = this.#counting.get(key);
    if (now !== undefined) {
      former.calls += now.calls;
      former.errors += now.errors;
      former.tally.merge(now.tally.shape);
      for (const [caller, met] of now.callers) addCaller(former.callers, caller, met);
    }
    this.#counting.set(key, former);
  }

  #startTimer(): void {
    this.#stopTimer ??= this.#clock.after(flushEveryMs, () => void this.flush().catch(() => {}));
  }
}

const toDay = ({ tally, ...counted }: Counting): BehaviourDay => ({ ...counted, shape: tally.shape });

function addCaller(callers: Map<string, ErrorCount>, id: string, { calls, errors }: ErrorCount): void {
  const former = callers.get(id);
  if (former !== undefined) callers.set(id, { calls: former.calls + calls, errors: former.errors + errors });
  else if (callers.size < callersTold) callers.set(id, { calls, errors });
}

/** One day out of two counts of it. */
export function addedDay(one: BehaviourDay, other: BehaviourDay): BehaviourDay {
  const tally = new OutputTally();
  tally.merge(one.shape);
  tally.merge(other.shape);
  const callers = new Map(one.callers);
  for (const [id, met] of other.callers) addCaller(callers, id, met);
  return {
    ...one,
    calls: one.calls + other.calls,
    errors: one.errors + other.errors,
    shape: tally.shape,
    callers,
  };
}
