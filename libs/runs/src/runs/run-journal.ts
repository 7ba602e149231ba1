import type { RunStatus } from '@assay/contracts';
import { type KeptStep, type Run, type RunStore, type RunWork, runDefaults } from './run.js';

export interface JournalParts {
  readonly store: Pick<RunStore, 'begin' | 'keep'>;
  readonly run: Run;
  readonly work: RunWork;
  readonly holder: string;
  /** Whether the run has been kept already. */
  readonly isKept: boolean;
}

/** `cancelled`: it was written, and its caller does not want the run any more. */
type Kept = 'kept' | 'cancelled';

/**
 * Writes down how the steps of a run ended. They are gathered; of a run that is kept they are durable when `flush`
 * resolves: before a step that may have an effect begins, so that it is never begun again with another input, and while a
 * step waits for a person. A run that only reads is not kept before its end, unless it has to wait.
 */
export class RunJournal {
  readonly #parts: JournalParts;
  #isKept: boolean;
  #gathered = new Map<string, KeptStep>();
  #writing: Promise<void> = Promise.resolve();
  /** The write behind the one that is under way. */
  #waiting: Promise<Kept> | undefined;
  #status: RunStatus;

  constructor(parts: JournalParts) {
    this.#parts = parts;
    this.#isKept = parts.isKept;
    this.#status = parts.run.status;
  }

  get isKept(): boolean {
    return this.#isKept;
  }

  /** Resolves when what is being written is, or could not be. */
  get written(): Promise<void> {
    return this.#writing;
  }

  note(step: KeptStep): void {
    this.#gathered.set(step.path, step);
  }

  /** Rejects with `LostRun` when somebody else has taken the run over: nothing more may be done for it here. */
  flush(status: RunStatus): Promise<Kept> {
    this.#status = status;
    return this.#isKept ? this.#next() : Promise.resolve('kept');
  }

  /** As `flush`, of a run that is kept from now on. */
  harden(status: RunStatus): Promise<Kept> {
    this.#status = status;
    return this.#next();
  }

  /** One write after the other; all who ask while one is under way share the next. */
  #next(): Promise<Kept> {
    if (this.#waiting !== undefined) return this.#waiting;
    const done = this.#writing.then(() => {
      this.#waiting = undefined;
      return this.#keep();
    });
    this.#waiting = done;
    this.#writing = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  async #keep(): Promise<Kept> {
    if (!this.#isKept) await this.#begin();
    return this.#write(this.#status);
  }

  async #begin(): Promise<void> {
    const { store, run, work, holder } = this.#parts;
    await store.begin(run, work, holder, runDefaults.leaseMs, run.startedAt - runDefaults.keyMs);
    this.#isKept = true;
  }

  async #write(status: RunStatus): Promise<Kept> {
    const { store, run, holder } = this.#parts;
    const steps = [...this.#gathered.values()];
    this.#gathered = new Map();
    const kept = await store.keep(run.id, holder, status, steps).catch((cause: unknown) => {
      for (const step of steps) if (!this.#gathered.has(step.path)) this.#gathered.set(step.path, step);
      throw cause;
    });
    if (kept === 'lost') throw new LostRun(run.id);
    return kept;
  }
}

/** Another replica goes on with the run. */
export class LostRun extends Error {
  constructor(id: string) {
    super(`The run ${id} is now executed by another replica.`);
  }
}
