import type { Failure } from '@assay/kernel';
import { givesByName, needsEvery, type Standing, verdictAtDeadline, verdictOf } from '../join.js';
import type { ParallelNode } from '../plan.js';
import { idSegment, joinIds } from '../step-ids.js';
import { type Joined, joined, lost } from './joined.js';
import { cancelled, failed, type MadeCall, type Outcome, succeeded } from './outcome.js';
import { outcomeOf } from './outcome-of.js';
import type { AnsweredBranch, Scope } from './scope.js';
import type { Sources } from './sources.js';

/**
 * Runs every branch concurrently until the join is decided, which may be before all have ended: then the rest is
 * cancelled. Branches that continue despite that are awaited at the end of the run. A join that was decided before,
 * when another replica executed the run, is decided the same way again: later steps depend on it.
 */
export function runParallel(node: ParallelNode, scope: Scope, sources: Sources): Promise<Outcome> {
  const before = needsEvery(node.join) ? undefined : scope.run.joins.recall(scope.path);
  if (before === undefined) return new Fan(node, scope, sources).run(node.branches);
  const { winners } = before;
  tellLost(node, scope, new Set(winners));
  if (winners === null) return Promise.resolve(failed(before.failure));
  const taken = { ...node, branches: node.branches.filter(({ name }) => winners.includes(name)) };
  // Of what was taken all is needed, in whichever order it comes.
  return new Fan(taken, scope, sources, 'all').run(taken.branches);
}

/** A fan-out until its join is decided. */
class Fan {
  readonly #node: ParallelNode;
  readonly #scope: Scope;
  readonly #sources: Sources;
  readonly #until: ParallelNode['join'];
  readonly #controller = new AbortController();
  readonly #outcomes: (Outcome | undefined)[];
  readonly #decided = Promise.withResolvers<Outcome>();
  #succeeded = 0;
  #failed = 0;
  #isOpen = true;
  #letGo: () => void = () => undefined;

  constructor(node: ParallelNode, scope: Scope, sources: Sources, until?: 'all') {
    this.#node = node;
    this.#scope = scope;
    this.#sources = sources;
    this.#until = until === undefined ? node.join : { kind: until };
    this.#outcomes = node.branches.map(() => undefined);
  }

  run(branches: ParallelNode['branches']): Promise<Outcome> {
    const { run, until, signal, path } = this.#scope;
    const stopTimer = run.after(until - run.now(), () =>
      this.#decide(verdictAtDeadline(this.#until, this.#standing())),
    );
    const onAbort = () => this.#decide('lost');
    signal.addEventListener('abort', onAbort, { once: true });
    this.#letGo = () => {
      stopTimer();
      signal.removeEventListener('abort', onAbort);
    };
    const all = branches.map(async ({ name, plan }, at) => {
      const inner = { ...this.#scope, path: joinIds(path, idSegment(name)), signal: this.#controller.signal };
      const outcome = await outcomeOf(plan, inner);
      if (this.#isOpen) this.#ended(at, outcome);
    });
    run.stragglers.push(Promise.allSettled(all));
    return this.#decided.promise;
  }

  #ended(at: number, outcome: Outcome): void {
    this.#outcomes[at] = outcome;
    if (outcome.status === 'succeeded') this.#succeeded += 1;
    else this.#failed += 1;
    this.#decide(verdictOf(this.#until, this.#standing()));
  }

  #standing = (): Standing => ({
    branches: this.#outcomes.length,
    succeeded: this.#succeeded,
    failed: this.#failed,
  });

  #decide(verdict: 'open' | 'won' | 'lost'): void {
    if (verdict === 'open' || !this.#isOpen) return;
    this.#isOpen = false;
    this.#letGo();
    this.#controller.abort(cancelled.status);
    const won = verdict === 'won' ? joined(this.#node, this.#outcomes, this.#scope, this.#sources) : undefined;
    const failure = won === undefined ? lost(this.#node, this.#outcomes) : undefined;
    this.#tell(won, failure);
    if (won !== undefined) void this.#agreed(won).then(this.#decided.resolve, () => this.#decided.resolve(bug));
    else this.#decided.resolve(this.#scope.signal.aborted ? cancelled : failed(failure as Failure));
  }

  /** What the branches say of the same is compared before anybody reads it. */
  async #agreed({ output, names }: Joined): Promise<Outcome> {
    const { run, signal, path } = this.#scope;
    const answered = this.#node.branches.flatMap(({ name }, at): AnsweredBranch[] => {
      const outcome = this.#outcomes[at];
      const isTaken = names.has(name) && outcome?.status === 'succeeded' && outcome.call !== undefined;
      return isTaken ? [{ name, call: outcome.call as MadeCall, output: outcome.output }] : [];
    });
    if (run.agree === undefined || answered.length < 2 || !givesByName(this.#node.join)) return succeeded(output);
    const { outputs, warnings, failure } = await run.agree(answered, signal);
    for (const warning of warnings) run.warn(`${path}: ${warning}`);
    if (failure !== undefined) return failed(failure);
    return succeeded(outputs.size === 0 ? output : { ...(output as object), ...Object.fromEntries(outputs) });
  }

  #tell(won: Joined | undefined, failure: Failure | undefined): void {
    const { run, path, signal } = this.#scope;
    if (needsEvery(this.#until)) return;
    tellLost(this.#node, this.#scope, won?.names);
    if (won !== undefined) run.joins.note(path, { winners: [...won.names] });
    else if (failure !== undefined && !signal.aborted) run.joins.note(path, { winners: null, failure });
  }
}

const bug = failed({ code: 'internal', message: 'Internal error.', outcome: 'done' });

/** Branches whose join was decided without them. */
function tellLost({ branches }: ParallelNode, { run, path }: Scope, winners: ReadonlySet<string> | undefined): void {
  for (const { name } of branches) if (winners?.has(name) !== true) run.lost(joinIds(path, idSegment(name)));
}
