import type { Failure } from '../../kernel/failure.js';
import { type Standing, verdictAtDeadline, verdictOf } from '../join.js';
import type { ParallelNode } from '../plan.js';
import { cancelled, failed, type Outcome, succeeded } from './outcome.js';
import { outcomeOf } from './outcome-of.js';
import type { Scope } from './scope.js';

/**
 * Runs every branch at once until the join is decided, which may be before all have ended: the rest is cancelled then.
 * What goes on in them in spite of that is waited for at the end of the run. A join that was decided before, when the run
 * was carried out elsewhere, is decided so again: what later steps did was done upon it.
 */
export function runParallel(node: ParallelNode, scope: Scope): Promise<Outcome> {
  const before = node.join.kind === 'all' ? undefined : scope.run.joins.recall(scope.path);
  if (before === undefined) return new Fan(node, scope).run(node.branches);
  const { winners } = before;
  tellLost(node, scope, new Set(winners));
  if (winners === null) return Promise.resolve(failed(before.failure));
  const taken = { ...node, branches: node.branches.filter(({ name }) => winners.includes(name)) };
  // Of what was taken all is needed, in whichever order it comes.
  return new Fan(taken, scope, 'all').run(taken.branches);
}

/** A fan-out until its join is decided. */
class Fan {
  readonly #node: ParallelNode;
  readonly #scope: Scope;
  readonly #until: ParallelNode['join'];
  readonly #controller = new AbortController();
  readonly #outcomes: (Outcome | undefined)[];
  readonly #decided = Promise.withResolvers<Outcome>();
  #succeeded = 0;
  #failed = 0;
  #isOpen = true;
  #letGo: () => void = () => undefined;

  constructor(node: ParallelNode, scope: Scope, until?: 'all') {
    this.#node = node;
    this.#scope = scope;
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
      const inner = { ...this.#scope, path: `${path}/${name}`, signal: this.#controller.signal };
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
    const won = verdict === 'won' ? joined(this.#node, this.#outcomes, this.#scope) : undefined;
    const failure = won === undefined ? lost(this.#node, this.#outcomes) : undefined;
    this.#tell(won, failure);
    if (won !== undefined) this.#decided.resolve(succeeded(won.output));
    else this.#decided.resolve(this.#scope.signal.aborted ? cancelled : failed(failure as Failure));
  }

  #tell(won: Joined | undefined, failure: Failure | undefined): void {
    const { run, path, signal } = this.#scope;
    if (this.#until.kind === 'all') return;
    tellLost(this.#node, this.#scope, won?.names);
    if (won !== undefined) run.joins.note(path, { winners: [...won.names] });
    else if (failure !== undefined && !signal.aborted) run.joins.note(path, { winners: null, failure });
  }
}

/** Branches whose join was decided without them. */
function tellLost({ branches }: ParallelNode, { run, path }: Scope, winners: ReadonlySet<string> | undefined): void {
  for (const { name } of branches) if (winners?.has(name) !== true) run.lost(`${path}/${name}`);
}

/** What a join gives, and of which branches. */
interface Joined {
  readonly output: unknown;
  readonly names: ReadonlySet<string>;
}

/** All and quorum: the successes by name, in declared order; first and best: the one output. */
function joined(
  { branches, join, score }: ParallelNode,
  outcomes: readonly (Outcome | undefined)[],
  scope: Scope,
): Joined {
  const won = branches.flatMap(({ name }, at) => {
    const outcome = outcomes[at];
    return outcome?.status === 'succeeded' ? [{ name, output: outcome.output }] : [];
  });
  if (join.kind === 'all' || join.kind === 'quorum')
    return {
      output: Object.fromEntries(won.map((it) => [it.name, it.output])),
      names: new Set(won.map((it) => it.name)),
    };
  if (join.kind === 'first' || score === null)
    return { output: won[0]?.output, names: new Set(won.slice(0, 1).map((it) => it.name)) };
  let best: { name: string; output: unknown; score: number } | undefined;
  for (const { name, output } of won) {
    const asked = score.evaluate({
      input: scope.run.input,
      output,
      prev: scope.incoming,
      steps: [],
      now: new Date(scope.run.wallClock()),
    });
    const value = asked.ok ? Number(asked.value) : Number.NaN;
    if (Number.isNaN(value)) scope.run.warn(`${scope.path}/${name}: has no score, and is taken for the least`);
    const scored = Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
    if (best === undefined || scored > best.score) best = { name, output, score: scored };
  }
  return { output: best?.output, names: new Set(best === undefined ? [] : [best.name]) };
}

function lost({ branches, join }: ParallelNode, outcomes: readonly (Outcome | undefined)[]): Failure {
  const at = outcomes.findIndex((it) => it?.status === 'failed');
  const first = outcomes[at];
  const what = join.kind === 'quorum' ? `a quorum of ${join.share}` : join.kind;
  if (first?.status !== 'failed')
    return { code: 'deadline_exceeded', message: `The time was over before the join (${what}) was decided.` };
  const { failure } = first;
  return { ...failure, message: `The join (${what}) is lost: ${branches[at]?.name}: ${failure.message}` };
}
