import type { Failure } from '../../kernel/failure.js';
import type { Result } from '../../kernel/result.js';
import { type Expected, expectedOf } from '../expected.js';
import type { Node, Plan, ToolNode } from '../plan.js';
import { makeInput, type ToolInput } from './make-input.js';
import { cancelled, failed, type Outcome, succeeded } from './outcome.js';
import type { Scope } from './scope.js';
import { Sources } from './sources.js';

/**
 * Runs a plan: a node begins the moment what it needs has ended. Resolves to one outcome a node, in the order of the plan.
 * Takes time linear in nodes and needs.
 */
export function runPlan(plan: Plan, scope: Scope): Promise<readonly Outcome[]> {
  return new Promise((resolve) => new PlanRun(plan, scope, resolve).begin());
}

class PlanRun {
  readonly #plan: Plan;
  readonly #scope: Scope;
  readonly #resolve: (outcomes: readonly Outcome[]) => void;
  readonly #outcomes: (Outcome | undefined)[];
  readonly #waiting: number[];
  readonly #sources: Sources;
  readonly #expected: Expected;
  /** Nodes that may begin: a list, since each may end at once and let others begin, ten thousand times over. */
  readonly #ready: number[] = [];
  #left: number;
  #entering = false;

  constructor(plan: Plan, scope: Scope, resolve: (outcomes: readonly Outcome[]) => void) {
    this.#plan = plan;
    this.#scope = scope;
    this.#resolve = resolve;
    this.#left = plan.nodes.length;
    this.#outcomes = new Array<Outcome | undefined>(this.#left);
    this.#waiting = plan.nodes.map((node) => node.needs.length);
    this.#sources = new Sources(scope.run.input, scope.incoming, this.#outcomes);
    this.#expected = expectedOf(plan, scope.run.expectedMs);
  }

  begin(): void {
    if (this.#left === 0) this.#resolve([]);
    for (const [at, { needs }] of this.#plan.nodes.entries()) if (needs.length === 0) this.#ready.push(at);
    this.#enterReady();
  }

  #enterReady(): void {
    if (this.#entering) return;
    this.#entering = true;
    for (let at = this.#ready.pop(); at !== undefined; at = this.#ready.pop()) this.#enter(at);
    this.#entering = false;
  }

  /** Everything the node needs has ended. */
  #enter(at: number): void {
    const node = this.#plan.nodes[at] as Node;
    if (this.#scope.signal.aborted) {
      this.#settle(at, cancelled, 0);
      return;
    }
    const missing = this.#plan.forwardsFailures ? undefined : this.#failedNeed(node);
    if (missing !== undefined) {
      const because = `Skipped because dependency '${missing}' failed`;
      this.#settle(at, { status: 'skipped', because }, 0);
      return;
    }
    if (node.kind !== 'tool') this.#control(at, node);
    else if (this.#scope.run.slots.takeNow()) this.#call(at, node);
    else this.#scope.run.slots.wait(() => this.#call(at, node));
  }

  #failedNeed({ needs }: Node): string | undefined {
    const failing = needs.find((need) => this.#outcomes[need]?.status !== 'succeeded');
    return failing === undefined ? undefined : this.#plan.nodes[failing]?.id;
  }

  #call(at: number, node: ToolNode): void {
    const begun = this.#scope.run.now();
    const input = makeInput(node.input, this.#sources);
    if (input instanceof Promise) void input.then((made) => this.#send(at, node, made, begun));
    else this.#send(at, node, input, begun);
  }

  #send(at: number, node: ToolNode, input: Result<ToolInput, Failure>, begun: number): void {
    const { run, signal } = this.#scope;
    if (signal.aborted) {
      this.#called(at, cancelled, begun);
      return;
    }
    if (!input.ok) {
      this.#called(at, failed(input.error), begun);
      return;
    }
    const allowedMs = this.#allowedMs(at, begun);
    if (allowedMs <= 0) {
      this.#called(at, late, begun);
      return;
    }
    run.step({ node, path: this.#pathOf(node), input: input.value, allowedMs, signal }).then(
      (result) => this.#called(at, result.ok ? succeeded(result.value) : endOf(result.error, signal), begun),
      () => this.#called(at, bug, begun),
    );
  }

  #called(at: number, outcome: Outcome, begun: number): void {
    const { run } = this.#scope;
    run.slots.giveBack();
    this.#settle(at, outcome, run.now() - begun);
  }

  #control(at: number, node: Exclude<Node, ToolNode>): void {
    const { run } = this.#scope;
    const begun = run.now();
    const scope = { ...this.#scope, until: begun + this.#allowedMs(at, begun), path: this.#pathOf(node) };
    run.control(node, scope, this.#sources).then(
      (outcome) => this.#settle(at, outcome, run.now() - begun),
      () => this.#settle(at, bug, run.now() - begun),
    );
  }

  #settle(at: number, outcome: Outcome, ms: number): void {
    const node = this.#plan.nodes[at] as Node;
    this.#outcomes[at] = outcome;
    this.#left -= 1;
    this.#scope.run.ended(this.#pathOf(node), node, outcome, ms);
    if (this.#left === 0) {
      this.#resolve(this.#outcomes as Outcome[]);
      return;
    }
    for (const dependant of this.#plan.dependants[at] ?? []) {
      const waiting = (this.#waiting[dependant] as number) - 1;
      this.#waiting[dependant] = waiting;
      if (waiting === 0) this.#ready.push(dependant);
    }
    this.#enterReady();
  }

  /** What is left after reserving what comes later, and never less than a proportional share (SPEC section 6). */
  #allowedMs(at: number, now: number): number {
    const left = this.#scope.until - now;
    const own = this.#expected.own[at] as number;
    const later = this.#expected.later[at] as number;
    return Math.max(left - later, (left * own) / (own + later));
  }

  #pathOf = ({ id }: Node): string => (this.#scope.path === '' ? id : `${this.#scope.path}/${id}`);
}

const bug = failed({ code: 'internal', message: 'Something went wrong here.', outcome: 'unknown' });

const late = failed({ code: 'deadline_exceeded', message: 'The time of the run was over before it began.' });

const endOf = (failure: Failure, signal: AbortSignal): Outcome =>
  signal.aborted && failure.code === 'cancelled' ? cancelled : failed(failure);
