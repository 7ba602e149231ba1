import type { RunEventView, RunStatus, RunStepView, RunView } from '@assay/contracts';
import { isoTime } from '@assay/kernel';
import type { Outcome } from '../run/outcome.js';
import { isOpen, type Run } from './run.js';

/** Numbered from 1 in the hands of who carries the run out: who takes it over begins again, and has another name. */
export interface NumberedRunEvent {
  /** `name-number`. */
  readonly id: string;
  readonly event: RunEventView;
}

export type RunListener = (event: NumberedRunEvent) => void;

/** What the store has of a run. */
export interface KeptState {
  readonly isKept: boolean;
  readonly written: Promise<void>;
}

/** How many events are kept for who comes late. */
const keptEvents = 256;
/** How many may listen to one run. */
const maxListeners = 16;

/** A run that is being carried out here: how it stands, and who hears of it. */
export class LiveRun {
  /** Ends it, when its caller does not want it any more or it is left. */
  readonly controller = new AbortController();
  readonly warnings: string[] = [];
  /** A request waits for it to end. */
  isAwaited = false;
  readonly #steps = new Map<string, RunStepView>();
  readonly #listeners = new Set<RunListener>();
  readonly #events: { readonly number: number; readonly event: RunEventView }[] = [];
  readonly #left = new AbortController();
  readonly #ended = Promise.withResolvers<RunView | undefined>();
  #paused = Promise.withResolvers<void>();
  #status: RunStatus;
  #waiting = 0;
  #last = 0;
  #view: RunView | undefined;

  /** @param name Of who carries it out, this time: no other one, here or elsewhere, has the same. */
  constructor(
    readonly run: Run,
    private readonly kept: KeptState,
    private readonly name: string,
  ) {
    this.#status = run.status;
  }

  /** Whether the run is in the store, and has to be held. */
  get isKept(): boolean {
    return this.kept.isKept;
  }

  /** Resolves when all that was to be written of it so far is, or could not be. */
  get written(): Promise<void> {
    return this.kept.written;
  }

  /** Aborts when the run is left to another replica. */
  get left(): AbortSignal {
    return this.#left.signal;
  }

  /** Gives the run up here: another replica, or this one when it takes it up again, goes on with it. */
  leave(): void {
    this.#left.abort();
    this.controller.abort('left');
  }

  get status(): RunStatus {
    return this.#status;
  }

  /** Its outcome; undefined when it was released, and another replica continues it. */
  get ended(): Promise<RunView | undefined> {
    return this.#ended.promise;
  }

  /** Resolves when it waits for a person. */
  get paused(): Promise<void> {
    return this.#paused.promise;
  }

  /** Changes what is known of a step, and tells it. */
  step(path: string, change: Partial<Omit<RunStepView, 'index' | 'id'>> & Pick<RunStepView, 'tool'>): RunStepView {
    const former = this.#steps.get(path) ?? { index: this.#steps.size, id: path, tool: '', status: 'waiting', ms: 0 };
    const { waitsFor: _waitsFor, ...rest } = former;
    const step: RunStepView = { ...rest, ...change };
    this.#steps.set(path, step);
    if (step.status !== 'waiting') this.#tell({ kind: 'step', step });
    this.#waiting += Number(waitsNow(step)) - Number(waitsNow(former));
    this.#stand(this.#waiting > 0 ? 'awaiting_approval' : 'running');
    return step;
  }

  /** What a node that called nothing ended as. */
  untouched(path: string, tool: string, outcome: Outcome, ms: number): void {
    const known = this.#steps.get(path);
    const isOver = known !== undefined && known.status !== 'waiting' && known.status !== 'running';
    // A step whose call succeeded has failed all the same when its adapter did.
    if (isOver && !(known.status === 'succeeded' && outcome.status === 'failed')) return;
    const error =
      outcome.status === 'failed'
        ? { error: { code: outcome.failure.code, message: outcome.failure.message } }
        : outcome.status === 'skipped'
          ? { error: { code: 'cancelled' as const, message: outcome.because } }
          : {};
    this.step(path, { tool, status: outcome.status, ms: Math.round(ms), ...error });
  }

  view(more: Partial<RunView> = {}): RunView {
    const { id, notation, traceId, startedAt } = this.run;
    return {
      id,
      notation,
      status: this.#status,
      outputs: {},
      warnings: [...this.warnings],
      steps: [...this.#steps.values()],
      traceId,
      startedAt: isoTime(startedAt),
      endedAt: null,
      ...more,
    };
  }

  end(view: RunView | undefined): void {
    this.#view = view;
    if (view !== undefined) {
      this.#status = view.status;
      this.#tell({ kind: 'end', run: view });
    }
    this.#listeners.clear();
    this.#ended.resolve(view);
  }

  /**
   * Tells what came after an event of this run's, or from the beginning, then everything to come; undefined when too many
   * listen. Of events that are not kept any more, it tells the steps that are under way or wait. Answers how to stop.
   */
  follow(after: string | undefined, listener: RunListener): (() => void) | undefined {
    if (this.#listeners.size >= maxListeners) return undefined;
    const heard = this.#numberOf(after);
    const dropped = (this.#events[0]?.number ?? 1) - 1;
    if (heard < dropped)
      for (const step of this.#steps.values())
        if (isUnderWay(step)) listener({ id: this.#idOf(dropped), event: { kind: 'step', step } });
    for (const { number, event } of this.#events) if (number > heard) listener({ id: this.#idOf(number), event });
    if (this.#view === undefined) this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #stand(status: RunStatus): void {
    if (status === this.#status || !isOpen(this.#status)) return;
    this.#status = status;
    if (status === 'awaiting_approval') this.#paused.resolve();
    else this.#paused = Promise.withResolvers();
    this.#tell({ kind: 'status', status });
  }

  #tell(event: RunEventView): void {
    this.#last += 1;
    this.#events.push({ number: this.#last, event });
    if (this.#events.length > keptEvents) this.#events.shift();
    const id = this.#idOf(this.#last);
    for (const listener of [...this.#listeners]) listener({ id, event });
  }

  #idOf = (number: number): string => `${this.name}-${number}`;

  /** 0 for an event from elsewhere. */
  #numberOf(id: string | undefined): number {
    const number = id?.startsWith(`${this.name}-`) ? Number(id.slice(this.name.length + 1)) : 0;
    return Number.isSafeInteger(number) && number <= this.#last ? number : 0;
  }
}

const isUnderWay = ({ status }: Pick<RunStepView, 'status'>): boolean =>
  status === 'running' || status === 'awaiting_approval';

const waitsNow = ({ status }: Pick<RunStepView, 'status'>): boolean => status === 'awaiting_approval';
