import type { DurableRun, DurableRuns, RunBody, RunMessage, RunQuery, RunStanding, RunState } from '../durable-runs.js';

interface KeptRun {
  readonly id: string;
  readonly kind: string;
  readonly input: RunMessage;
  readonly createdAt: number;
  state: RunState;
  /** Recorded results in order, as text: results are plain JSON. */
  readonly ended: string[];
}

interface KeptMessage {
  readonly runId: string;
  readonly topic: string;
  readonly text: string;
  isTaken: boolean;
}

/** The state that outlives the replicas: a database of runs. */
export class RunsKept {
  readonly runs = new Map<string, KeptRun>();
  readonly messages: KeptMessage[] = [];
  readonly reports = new Set<string>();
  readonly listeners = new Set<() => void>();
  /** Increases with each run, so that runs can be ordered by age. */
  time = 0;

  tell(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

/** Never settles, as for the body of a crashed replica. */
const never = new Promise<never>(() => undefined);

/**
 * Durable runs in memory. A second instance on the same `RunsKept` represents another replica, or the same one
 * restarted.
 */
export class InMemoryDurableRuns implements DurableRuns {
  readonly #bodies = new Map<string, RunBody>();
  readonly #letGo = new AbortController();
  readonly #mine = new Set<string>();
  #isStarted = false;

  constructor(readonly kept = new RunsKept()) {}

  define(kind: string, body: RunBody): void {
    if (this.#bodies.has(kind)) throw new Error(`Two kinds of run are called "${kind}".`);
    this.#bodies.set(kind, body);
  }

  async begin(kind: string, id: string, input: RunMessage): Promise<void> {
    if (this.kept.runs.has(id)) return;
    this.kept.time += 1;
    const createdAt = this.kept.time;
    this.kept.runs.set(id, { id, kind, input: copy(input), createdAt, state: 'waiting', ended: [] });
    if (this.#isStarted) this.#takeUp();
  }

  async send(id: string, topic: string, message: RunMessage, once: string): Promise<void> {
    if (!this.kept.runs.has(id)) throw new Error(`No run "${id}".`);
    if (this.kept.reports.has(`${id} ${once}`)) return;
    this.kept.reports.add(`${id} ${once}`);
    this.kept.messages.push({ runId: id, topic, text: JSON.stringify(message), isTaken: false });
    this.kept.tell();
  }

  async cancel(id: string): Promise<void> {
    const run = this.kept.runs.get(id);
    if (run !== undefined && (run.state === 'waiting' || run.state === 'running')) run.state = 'cancelled';
  }

  async find(id: string): Promise<RunStanding | undefined> {
    const run = this.kept.runs.get(id);
    return run && standingOf(run);
  }

  async list({ kind, states, limit }: RunQuery): Promise<readonly RunStanding[]> {
    return [...this.kept.runs.values()]
      .filter((it) => (kind === undefined || it.kind === kind) && (states === undefined || states.includes(it.state)))
      .sort((a, b) => b.createdAt - a.createdAt)
      .slice(0, limit)
      .map(standingOf);
  }

  async start(): Promise<void> {
    this.#isStarted = true;
    this.#takeUp();
  }

  async stop(): Promise<void> {
    this.#isStarted = false;
    this.#letGo.abort();
    for (const id of this.#mine) {
      const run = this.kept.runs.get(id);
      if (run?.state === 'running') run.state = 'waiting';
    }
  }

  #takeUp(): void {
    for (const run of this.kept.runs.values()) if (run.state === 'waiting') void this.#carryOut(run);
  }

  async #carryOut(run: KeptRun): Promise<void> {
    const body = this.#bodies.get(run.kind);
    if (body === undefined) return;
    run.state = 'running';
    this.#mine.add(run.id);
    const ended: RunState = await body(this.#seen(run), run.input).then(
      () => 'done',
      () => 'failed',
    );
    if (this.#isOver(run)) return;
    run.state = ended;
  }

  #isOver = (run: KeptRun): boolean => this.#letGo.signal.aborted || run.state !== 'running';

  #seen(run: KeptRun): DurableRun {
    let at = 0;
    const once = async <T>(work: () => Promise<T>): Promise<T> => {
      const place = at;
      at += 1;
      const before = run.ended[place];
      if (before !== undefined) return read(before);
      const text = await work().then(
        (value) => JSON.stringify({ value }),
        (error: unknown) => JSON.stringify({ error: (error as Error).message }),
      );
      if (this.#isOver(run)) return never;
      run.ended[place] = text;
      return read(text);
    };
    return {
      id: run.id,
      signal: this.#letGo.signal,
      step: (_name, work) => (this.#isOver(run) ? never : once(work)),
      receive: (topic, withinMs) => (this.#isOver(run) ? never : once(() => this.#next(run, topic, withinMs))),
    };
  }

  #next(run: KeptRun, topic: string, withinMs: number): Promise<RunMessage | undefined> {
    const { promise, resolve } = Promise.withResolvers<RunMessage | undefined>();
    const look = (): void => {
      const found = this.kept.messages.find((it) => it.runId === run.id && it.topic === topic && !it.isTaken);
      if (found === undefined || this.#isOver(run)) return;
      found.isTaken = true;
      resolve(JSON.parse(found.text) as RunMessage);
    };
    this.kept.listeners.add(look);
    const timer = setTimeout(() => resolve(undefined), Math.min(withinMs, maxTimerMs));
    timer.unref();
    look();
    return promise.finally(() => {
      clearTimeout(timer);
      this.kept.listeners.delete(look);
    });
  }
}

const maxTimerMs = 2 ** 31 - 1;

function read<T>(text: string): T {
  const { value, error } = JSON.parse(text) as { value: T; error?: string };
  if (error !== undefined) throw new Error(error);
  return value;
}

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const standingOf = ({ id, kind, state, createdAt }: KeptRun): RunStanding => ({ id, kind, state, createdAt });
