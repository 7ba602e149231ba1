import type { RunView } from '@assay/contracts';
import type { Caller } from '../../identity/caller.js';
import type { Directory } from '../../identity/directory.js';
import { callerAgain } from '../../invocation/approvals/call-again.js';
import { type Failure, fail } from '../../kernel/failure.js';
import { isoTime } from '../../kernel/iso-time.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { type Compiled, type CompilePorts, compileComposition } from '../compile-composition.js';
import { CarryOut, type CarryOutPorts, lostReason } from './carry-out.js';
import { compositionIn } from './composition-in.js';
import type { HeldRuns } from './held-runs.js';
import { LiveRun } from './live-run.js';
import type { KeptStep, Run, RunStore, RunWork, TakenRun } from './run.js';
import { RunJournal } from './run-journal.js';

export interface CarryRunsPorts extends CarryOutPorts, Omit<CompilePorts, 'clock'> {
  readonly directory: Directory;
  readonly store: RunStore;
  readonly held: HeldRuns;
}

/** What a run is begun, or gone on, with. */
export interface Beginning {
  readonly run: Run;
  readonly work: RunWork;
  readonly caller: Caller;
  readonly compiled: Compiled;
  readonly isKept: boolean;
  readonly kept?: ReadonlyMap<string, KeptStep>;
}

/** Carries runs out and keeps how they ended; goes on with those that were left. */
export class CarryRuns {
  readonly #ports: CarryRunsPorts;

  constructor(ports: CarryRunsPorts) {
    this.#ports = ports;
  }

  begin({ run, work, caller, compiled, isKept, kept = new Map() }: Beginning): LiveRun {
    const { store, held } = this.#ports;
    const journal = new RunJournal({ store, run, work, holder: held.holder, isKept });
    const live = new LiveRun(run, journal);
    held.add(live);
    const out = new CarryOut({ live, compiled, caller, work, journal, kept }, this.#ports);
    void out.run().then(
      (view) => this.#end(live, view),
      (bug: unknown) => this.#endByBug(live, bug),
    );
    return live;
  }

  /** Goes on with a run that another replica, or this one before its start, has left. */
  resume = ({ run, work, steps, isCancelled }: TakenRun): void => {
    const caller = this.#callerAgain(run, work);
    const compiled = caller.ok ? this.#compiledAgain(caller.value, work) : caller;
    if (!caller.ok || !compiled.ok) {
      const { code, message } = (compiled as { error: Failure }).error;
      const live = new LiveRun(run, { isKept: true });
      this.#ports.held.add(live);
      void this.#end(live, live.view({ status: 'failed', error: { code, message }, endedAt: this.#now() }));
      return;
    }
    const kept = new Map(steps.map((it) => [it.path, it]));
    const live = this.begin({ run, work, caller: caller.value, compiled: compiled.value, isKept: true, kept });
    if (isCancelled) live.controller.abort('cancelled');
  };

  #callerAgain({ principalId, keyId }: Run, work: RunWork): Result<Caller, Failure> {
    const { directory, clock } = this.#ports;
    const caller = callerAgain({ principalId, keyId }, work, directory, clock.now());
    if (caller.ok) return caller;
    return fail('denied', 'The run ends here: whoever began it, or the key it was begun with, is not valid any more.');
  }

  #compiledAgain(caller: Caller, { body, pins }: RunWork): Result<Compiled, Failure> {
    const { composition, at } = compositionIn(body);
    const compiled = compileComposition(composition, caller, this.#ports, { pins, at });
    if (compiled.ok) return ok(compiled.value);
    const [first] = compiled.error;
    return err({ code: 'not_found', message: `The run cannot go on: ${first?.path} ${first?.message}` });
  }

  /** It is kept before anybody hears of its end. A run whose end cannot be kept is left for whoever takes it up. */
  async #end(live: LiveRun, view: RunView): Promise<void> {
    const { store, held, metrics } = this.#ports;
    // One that only reads, and was never kept, is simply cancelled.
    if (live.isKept && live.controller.signal.reason === lostReason) return live.end(undefined);
    try {
      if (live.isKept) {
        const isMine = await store.end(live.run.id, held.holder, view, this.#ports.clock.now());
        return live.end(isMine ? view : undefined);
      }
      await store.add({ ...live.run, status: view.status, endedAt: this.#ports.clock.now() }, view);
      live.end(view);
    } catch (cause) {
      metrics.unwritten(cause);
      if (live.isKept) return live.end(undefined);
      live.end({ ...view, warnings: [...view.warnings, 'The run could not be kept: it is not found under its id.'] });
    }
  }

  async #endByBug(live: LiveRun, bug: unknown): Promise<void> {
    this.#ports.metrics.unwritten(bug);
    const error = { code: 'internal' as const, message: 'Something went wrong here.', outcome: 'unknown' as const };
    await this.#end(live, live.view({ status: 'failed', error, endedAt: this.#now() }));
  }

  #now = (): string => isoTime(this.#ports.clock.now());
}
