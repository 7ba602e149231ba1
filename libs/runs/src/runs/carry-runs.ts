import { callerAgain } from '@assay/gateway';
import type { Caller, Directory } from '@assay/identity';
import { err, type Failure, fail, isoTime, ok, type Result, runWithoutBlocking } from '@assay/kernel';
import { CarryOutCode, type CarryOutCodePorts } from '../code/carry-out-code.js';
import { compileCode, pinsOf } from '../code/compile-code.js';
import { type Compiled, type CompilePorts, compilingComposition } from '../compile-composition.js';
import { type CarriedOut, CarryOut } from './carry-out.js';
import { compositionIn } from './composition-in.js';
import type { HeldRuns } from './held-runs.js';
import { LiveRun } from './live-run.js';
import { isCode, type KeptStep, type Run, type RunStore, type RunWork, type TakenRun } from './run.js';
import { RunJournal } from './run-journal.js';
import { keptView } from './run-view.js';

export interface CarryRunsPorts extends CarryOutCodePorts, Omit<CompilePorts, 'clock'> {
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
  readonly kept?: readonly KeptStep[];
  /** Nobody wants it any more: nothing of it begins, and it ends. */
  readonly isCancelled?: boolean;
}

/** Carries runs out and keeps how they ended; goes on with those that were left. */
export class CarryRuns {
  readonly #ports: CarryRunsPorts;

  constructor(ports: CarryRunsPorts) {
    this.#ports = ports;
  }

  begin({ run, work, caller, compiled, isKept, kept = [], isCancelled = false }: Beginning): LiveRun {
    const { store, held } = this.#ports;
    const journal = new RunJournal({ store, run, work, holder: held.holder, isKept });
    const live = new LiveRun(run, journal, held.nextName());
    held.add(live);
    if (isCancelled) live.controller.abort('cancelled');
    const parts = { live, compiled, caller, work, journal, kept };
    const out = isCode(work.body)
      ? new CarryOutCode({ ...parts, body: work.body }, this.#ports)
      : new CarryOut(parts, this.#ports);
    void out.run().then(
      (ended) => this.#end(live, work, ended),
      (bug: unknown) => this.#endByBug(live, work, bug),
    );
    return live;
  }

  /** Goes on with a run that another replica, or this one before its start, has left; undefined when this one stops meanwhile. @throws when it cannot be read here. */
  resume = async ({ run, work, steps, isCancelled }: TakenRun): Promise<LiveRun | undefined> => {
    if (work === null) throw new Error(`The run ${run.id} was sealed under a key that this server does not have.`);
    const caller = this.#callerAgain(run, work);
    const compiled = caller.ok ? await this.#compiledAgain(caller.value, work, steps) : caller;
    // Released meanwhile: it is another replica's, or this one's after its next start.
    if (this.#ports.held.isOver) return undefined;
    if (caller.ok && compiled.ok)
      return this.begin({
        ...{ run, work, caller: caller.value, compiled: compiled.value },
        ...{ isKept: true, kept: steps, isCancelled },
      });
    const { code, message } = (compiled as { error: Failure }).error;
    const { held } = this.#ports;
    const live = new LiveRun(run, { isKept: true, written: Promise.resolve() }, held.nextName());
    held.add(live);
    const view = live.view({ status: 'failed', error: { code, message }, endedAt: this.#now() });
    void this.#end(live, work, { view, unfinished: steps });
    return live;
  };

  #callerAgain({ principalId, keyId }: Run, work: RunWork): Result<Caller, Failure> {
    const { directory, clock } = this.#ports;
    const caller = callerAgain({ principalId, keyId }, work, directory, clock.now());
    if (caller.ok) return caller;
    return fail('denied', 'The run ends here: its principal or API key is no longer valid.');
  }

  async #compiledAgain(
    caller: Caller,
    { body, pins }: RunWork,
    steps: readonly KeptStep[],
  ): Promise<Result<Compiled, Failure>> {
    if (isCode(body)) return ok(compileCode(caller, this.#ports, pinsOf(steps)));
    const { composition, at } = compositionIn(body);
    const compiling = compilingComposition(composition, caller, this.#ports, { pins, at });
    const compiled = await runWithoutBlocking(compiling, this.#ports.clock);
    if (compiled.ok) return ok(compiled.value);
    const [first] = compiled.error;
    return err({ code: 'not_found', message: `The run cannot continue: ${first?.path} ${first?.message}` });
  }

  /** Stored before its end is reported. A run whose end cannot be stored is left to the next replica. */
  async #end(live: LiveRun, work: RunWork, { view, unfinished }: CarriedOut): Promise<void> {
    const { store, held, metrics } = this.#ports;
    // One that only reads, and was never kept, is simply cancelled.
    if (live.isKept && live.left.aborted) return live.end(undefined);
    const kept = keptView(view);
    const left = unfinished && { work, steps: unfinished };
    const endedAt = this.#ports.clock.now();
    try {
      if (live.isKept) {
        const isMine = await store.end(live.run.id, held.holder, kept, endedAt, left);
        return live.end(isMine ? view : undefined);
      }
      await store.add({ ...live.run, status: view.status, endedAt }, kept, left);
      live.end(view);
    } catch (cause) {
      metrics.unwritten(cause);
      if (live.isKept) return live.end(undefined);
      live.end({ ...view, warnings: [...view.warnings, 'The run could not be kept: it is not found under its id.'] });
    }
  }

  async #endByBug(live: LiveRun, work: RunWork, bug: unknown): Promise<void> {
    this.#ports.metrics.unwritten(bug);
    const error = { code: 'internal' as const, message: 'Internal error.', outcome: 'unknown' as const };
    const view = live.view({ status: 'failed', error, endedAt: this.#now() });
    await this.#end(live, work, { view, unfinished: undefined });
  }

  #now = (): string => isoTime(this.#ports.clock.now());
}
