import type { RunStatus } from '@assay/contracts';
import type { KeptStep, Run, RunStore, RunWork } from './run.js';
import { runDefaults } from './run.js';

export interface JournalParts {
  readonly store: Pick<RunStore, 'begin' | 'keep'>;
  readonly run: Run;
  readonly work: RunWork;
  readonly holder: string;
  /** Whether the run has been kept already. */
  readonly isKept: boolean;
}

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

  constructor(parts: JournalParts) {
    this.#parts = parts;
    this.#isKept = parts.isKept;
  }

  get isKept(): boolean {
    return this.#isKept;
  }

  note(step: KeptStep): void {
    this.#gathered.set(step.path, step);
  }

  /** Rejects with `LostRun` when somebody else has taken the run over: nothing more may be done for it here. */
  flush(status: RunStatus): Promise<void> {
    if (!this.#isKept) return Promise.resolve();
    return this.#next(() => this.#write(status));
  }

  /** As `flush`, of a run that is kept from now on. */
  harden(status: RunStatus): Promise<void> {
    return this.#next(async () => {
      if (!this.#isKept) await this.#begin();
      await this.#write(status);
    });
  }

  #next(work: () => Promise<void>): Promise<void> {
    const done = this.#writing.then(work);
    this.#writing = done.catch(() => undefined);
    return done;
  }

  async #begin(): Promise<void> {
    const { store, run, work, holder } = this.#parts;
    await store.begin(run, work, holder, runDefaults.leaseMs, run.startedAt - runDefaults.keyMs);
    this.#isKept = true;
  }

  async #write(status: RunStatus): Promise<void> {
    const { store, run, holder } = this.#parts;
    const steps = [...this.#gathered.values()];
    this.#gathered = new Map();
    const isMine = await store.keep(run.id, holder, status, steps).catch((cause: unknown) => {
      for (const step of steps) if (!this.#gathered.has(step.path)) this.#gathered.set(step.path, step);
      throw cause;
    });
    if (!isMine) throw new LostRun(run.id);
  }
}

/** Another replica goes on with the run. */
export class LostRun extends Error {
  constructor(id: string) {
    super(`The run ${id} is carried out elsewhere by now.`);
  }
}
