import type { RunEventView, RunStatus, RunStepView, RunView } from '@assay/contracts';
import { isoTime } from '../../kernel/iso-time.js';
import type { Outcome } from '../run/outcome.js';
import { isOpen, type Run } from './run.js';

/** Counted from 1 within a run. */
export interface NumberedRunEvent {
  readonly number: number;
  readonly event: RunEventView;
}

export type RunListener = (event: NumberedRunEvent) => void;

/** How many events are kept for who comes late. */
const keptEvents = 256;
/** How many may listen to one run. */
const mostListeners = 16;

/** A run that is being carried out here: how it stands, and who hears of it. */
export class LiveRun {
  readonly controller = new AbortController();
  readonly warnings: string[] = [];
  readonly #steps = new Map<string, RunStepView>();
  readonly #listeners = new Set<RunListener>();
  readonly #events: NumberedRunEvent[] = [];
  readonly #ended = Promise.withResolvers<RunView | undefined>();
  #paused = Promise.withResolvers<void>();
  #status: RunStatus;
  #waiting = 0;
  #last = 0;
  #view: RunView | undefined;

  /** @param kept Whether the run is in the store, and has to be held. */
  constructor(
    readonly run: Run,
    private readonly kept: { readonly isKept: boolean },
  ) {
    this.#status = run.status;
  }

  get isKept(): boolean {
    return this.kept.isKept;
  }

  get status(): RunStatus {
    return this.#status;
  }

  /** How it ended; undefined when it was let go of, and another replica goes on with it. */
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
    if (known !== undefined && known.status !== 'waiting' && known.status !== 'running') return;
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

  /** Tells what was kept after a number, then everything to come; undefined when too many listen. Answers how to stop. */
  follow(after: number, listener: RunListener): (() => void) | undefined {
    if (this.#listeners.size >= mostListeners) return undefined;
    for (const each of this.#events) if (each.number > after) listener(each);
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
    const numbered = { number: this.#last, event };
    this.#events.push(numbered);
    if (this.#events.length > keptEvents) this.#events.shift();
    for (const listener of [...this.#listeners]) listener(numbered);
  }
}

const waitsNow = ({ status }: Pick<RunStepView, 'status'>): boolean => status === 'awaiting_approval';
