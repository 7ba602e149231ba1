import { type Called, calledIn, sameCall } from './called.js';
import type { CodeAnswer, CodeCall, CodeEnd, CodeSession, CodeTurn, ConsoleLine } from './code-sandbox.js';

/** A call that has ended, in the order in which calls ended: the order in which the code hears of them. */
export interface EndedCall {
  readonly id: number;
  readonly order: number;
  readonly answer: CodeAnswer;
}

/** Makes what code asks for. */
export interface CodeHost {
  /** Resolves once the end is kept; null when it could not be, or the run is over. Never rejects. */
  make(call: CodeCall): Promise<CodeAnswer | null>;
  /** Which place in the order of ends this call has; undefined while it has not ended. */
  orderOf(id: number): number | undefined;
  /** Calls that have begun and not ended. */
  active(): Iterable<number>;
  /** What was asked for at this place before; undefined when nothing was kept. */
  calledBefore(id: number): Called | undefined;
}

export interface CodeExecutionParts {
  readonly open: () => Promise<CodeSession>;
  readonly host: CodeHost;
  /** Ends of an earlier execution of the same run. */
  readonly ended: readonly EndedCall[];
  readonly signal: AbortSignal;
  readonly after: (ms: number, run: () => void) => () => void;
}

/** How code ended. `diverged`: it asked for something else than before. `over`: the signal aborted. */
export type Executed =
  | CodeEnd
  | { readonly kind: 'diverged'; readonly message: string }
  | { readonly kind: 'unavailable'; readonly message: string }
  | { readonly kind: 'over' };

/** Code that waits longer than this gives its process up, and is run again to the same place when it goes on, in ms. */
const parkAfterMs = 5_000;

class Diverged extends Error {}

/**
 * Runs code to its end. What it does depends on its input and the order of answers alone, so an execution that was given
 * up, or was left by another process, is continued by running the code again and giving it the same answers in the same
 * order; a call that differs from the one made before at its place ends the run.
 */
export class CodeExecution {
  readonly #parts: CodeExecutionParts;
  readonly #history: EndedCall[];
  readonly #asked = new Map<number, Called>();
  readonly #underWay = new Set<number>();
  readonly #done: EndedCall[] = [];
  readonly #stragglers = new Set<Promise<void>>();
  #session: CodeSession | undefined;
  #logs: ConsoleLine[] = [];
  #unkept = false;
  #wake: () => void = () => undefined;

  constructor(parts: CodeExecutionParts) {
    this.#parts = parts;
    this.#history = [...parts.ended].sort((a, b) => a.order - b.order);
  }

  /** What the code wrote to its console. */
  get logs(): readonly ConsoleLine[] {
    return this.#logs;
  }

  /** Calls that were under way when the code ended. */
  get unawaited(): number {
    return this.#underWay.size;
  }

  async run(): Promise<Executed> {
    const onOver = () => {
      this.#session?.close();
      this.#wake();
    };
    this.#parts.signal.addEventListener('abort', onOver, { once: true });
    try {
      return await this.#run();
    } catch (cause) {
      if (cause instanceof Diverged) return { kind: 'diverged', message: cause.message };
      return { kind: 'unavailable', message: 'The sandbox could not be started.' };
    } finally {
      this.#parts.signal.removeEventListener('abort', onOver);
      this.#session?.close();
    }
  }

  /** Resolves when every call has ended. */
  settled = async (): Promise<void> => {
    while (this.#stragglers.size > 0) await Promise.all(this.#stragglers);
  };

  async #run(): Promise<Executed> {
    const { signal } = this.#parts;
    let turn = await this.#opened();
    while (!signal.aborted) {
      if (turn.end !== undefined) return turn.end;
      const ended = await this.#next();
      if (ended === undefined) break;
      this.#history.push(ended);
      turn = this.#session === undefined ? await this.#opened() : await this.#answered(ended);
    }
    if (signal.aborted) return { kind: 'over' };
    return { kind: 'unavailable', message: 'What a call gave could not be kept: try again in a moment.' };
  }

  /** Runs the code from its beginning to where it stands, then makes the calls that have not been made. */
  async #opened(): Promise<CodeTurn> {
    this.#logs = [];
    const session = await this.#openWhileRunning();
    this.#session = session;
    if (session === undefined) return { calls: [], logs: [], cpuMs: 0 };
    const asked = new Map<number, CodeCall>();
    let turn = this.#heard(await session.begin(), asked);
    for (const ended of this.#history) {
      if (turn.end !== undefined && turn.end.kind !== 'stuck') break;
      if (!asked.has(ended.id)) throw new Diverged(`Call ${ended.id} was made before, and not this time.`);
      turn = this.#heard(await session.answer(ended.id, ended.answer), asked);
    }
    const known = new Set([...this.#history, ...this.#done].map(({ id }) => id));
    if (turn.end === undefined)
      for (const call of asked.values()) if (!known.has(call.id) && !this.#underWay.has(call.id)) this.#start(call);
    return turn;
  }

  /** A session; undefined when the run is over before there is one: a process that starts later is ended. */
  async #openWhileRunning(): Promise<CodeSession | undefined> {
    const { open, signal } = this.#parts;
    const opening = open();
    const over = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    const session = signal.aborted ? undefined : await Promise.race([opening, over]);
    if (session === undefined)
      opening.then(
        (late) => late.close(),
        () => undefined,
      );
    return session;
  }

  async #answered({ id, answer }: EndedCall): Promise<CodeTurn> {
    const asked = new Map<number, CodeCall>();
    const turn = this.#heard(await (this.#session as CodeSession).answer(id, answer), asked);
    if (turn.end === undefined) for (const call of asked.values()) this.#start(call);
    return turn;
  }

  #heard(turn: CodeTurn, asked: Map<number, CodeCall>): CodeTurn {
    for (const each of turn.logs) this.#logs.push(each);
    for (const call of turn.calls) {
      const called = calledIn(call);
      const before = this.#asked.get(call.id) ?? this.#parts.host.calledBefore(call.id);
      if (before !== undefined && !sameCall(before, called))
        throw new Diverged(
          `Call ${call.id} was ${before.name} before, and is ${called.name} with other arguments now.`,
        );
      this.#asked.set(call.id, called);
      asked.set(call.id, call);
    }
    return turn;
  }

  #start(call: CodeCall): void {
    const { host } = this.#parts;
    this.#underWay.add(call.id);
    const made = host.make(call).then((answer) => {
      this.#underWay.delete(call.id);
      this.#stragglers.delete(made);
      const order = host.orderOf(call.id);
      if (answer === null || order === undefined) this.#unkept = true;
      else this.#insert({ id: call.id, order, answer });
      this.#wake();
    });
    this.#stragglers.add(made);
  }

  #insert(ended: EndedCall): void {
    let at = this.#done.length;
    while (at > 0 && (this.#done[at - 1] as EndedCall).order > ended.order) at -= 1;
    this.#done.splice(at, 0, ended);
  }

  /** The next call that ended; undefined when the run is over, or an end could not be kept. */
  async #next(): Promise<EndedCall | undefined> {
    const { signal, after } = this.#parts;
    const stop = after(parkAfterMs, () => {
      this.#session?.close();
      this.#session = undefined;
    });
    try {
      for (;;) {
        if (signal.aborted || this.#unkept) return undefined;
        const [first] = this.#done;
        if (first !== undefined && !this.#isOverdue(first.order)) return this.#done.shift();
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      stop();
    }
  }

  /** Whether a call ended before this place in the order, and its end is still being written. */
  #isOverdue(order: number): boolean {
    const { host } = this.#parts;
    for (const id of host.active()) {
      const own = host.orderOf(id);
      if (own !== undefined && own < order) return true;
    }
    return false;
  }
}
