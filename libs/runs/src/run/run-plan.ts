import { type Failure, fail, type Result } from '@assay/kernel';
import { type Expected, expectedOf, unknownMs } from '../expected.js';
import type { AskNode, InputRule, Node, Plan, ToolNode } from '../plan.js';
import { joinIds } from '../step-ids.js';
import type { Computed } from '../template.js';
import { handOn } from './hand-on.js';
import { compute, expressionsOf, makeInput, type ToolInput } from './make-input.js';
import { cancelled, failed, type Outcome, succeeded } from './outcome.js';
import type { ControlNode, Scope } from './scope.js';
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
  /**
   * Nodes that may begin, in that order, those before `#next` have: a list, since each may end at once and let others
   * begin, ten thousand times over.
   */
  readonly #ready: number[] = [];
  #next = 0;
  #left: number;
  #entering = false;
  /** Whether every node that has ended did what it should. */
  #isWhole = true;

  constructor(plan: Plan, scope: Scope, resolve: (outcomes: readonly Outcome[]) => void) {
    this.#plan = plan;
    this.#scope = scope;
    this.#resolve = resolve;
    this.#left = plan.nodes.length;
    this.#outcomes = new Array<Outcome | undefined>(this.#left);
    this.#waiting = plan.nodes.map((node) => node.needs.length);
    this.#sources = scope.outer ?? new Sources(scope.run.input, scope.incoming, this.#outcomes, scope.incomingText);
    this.#expected = expectedOf(plan, scope.run.expectedMs);
  }

  begin(): void {
    if (this.#left === 0) this.#resolve([]);
    for (let at = 0; at < this.#waiting.length; at += 1) if (this.#waiting[at] === 0) this.#ready.push(at);
    this.#enterReady(this.#scope.run.now());
  }

  /** Reading the clock is a good part of a step's cost: `now` is read once for an end and the starts that follow. */
  #enterReady(now: number): void {
    if (this.#entering) return;
    this.#entering = true;
    for (; this.#next < this.#ready.length; this.#next += 1) this.#enter(this.#ready[this.#next] as number, now);
    this.#entering = false;
  }

  /** Everything the node needs has ended. */
  #enter(at: number, now: number): void {
    const node = this.#plan.nodes[at] as Node;
    if (this.#scope.signal.aborted) {
      this.#settle(at, cancelled, 0, now);
      return;
    }
    const missing = this.#isWhole || this.#plan.forwardsFailures ? undefined : this.#failedNeed(node);
    if (missing !== undefined) {
      const because = `Skipped because dependency '${missing}' failed`;
      this.#settle(at, { status: 'skipped', because }, 0, now);
      return;
    }
    const { run } = this.#scope;
    if (node.kind === 'ask') void this.#ask(at, node, now);
    else if (node.kind !== 'tool') this.#control(at, node, now);
    else if (run.slots.takeNow()) this.#call(at, node, now);
    else run.slots.wait(() => this.#call(at, node, run.now()));
  }

  #failedNeed({ needs }: Node): string | undefined {
    const failing = needs.find((need) => this.#outcomes[need]?.status !== 'succeeded');
    return failing === undefined ? undefined : this.#plan.nodes[failing]?.id;
  }

  #call(at: number, node: ToolNode, begun: number): void {
    const { input } = node;
    if (expressionsOf(input).length === 0) this.#send(at, node, this.#inputOf(input), begun);
    else void this.#computed(input).then((made) => this.#send(at, node, made, begun));
  }

  async #computed(rule: InputRule): Promise<Result<ToolInput, Failure>> {
    try {
      const computed = await compute(rule, this.#sources, this.#scope.element);
      return computed.ok ? this.#inputOf(rule, computed.value) : computed;
    } catch {
      return noInput;
    }
  }

  /** A question waits for a person: it takes no place among the calls. */
  async #ask(at: number, node: AskNode, begun: number): Promise<void> {
    const { run, signal, until } = this.#scope;
    const input = await this.#computed(node.input);
    const leftMs = until - begun;
    const call = { node, path: this.#pathOf(node), allowedMs: leftMs, leftMs, signal, stepAside: () => undefined };
    const asked = input.ok ? await run.ask({ ...call, input: input.value }).catch(() => noInput) : input;
    const now = run.now();
    this.#settle(at, asked.ok ? succeeded(asked.value) : endOf(asked.error, signal), now - begun, now);
  }

  /** What goes wrong here is this step's failure: thrown on, it would leave the places of the run taken. */
  #inputOf(rule: InputRule, computed?: Computed): Result<ToolInput, Failure> {
    try {
      return makeInput(rule, this.#sources, computed);
    } catch {
      return noInput;
    }
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
    let hasPlace = true;
    const stepAside = (): void => {
      if (hasPlace) run.slots.giveBack();
      hasPlace = false;
    };
    const leftMs = this.#scope.until - begun;
    run.step({ node, path: this.#pathOf(node), input: input.value, allowedMs, leftMs, signal, stepAside }).then(
      (result) => {
        if (!result.ok) this.#called(at, endOf(result.error, signal), begun, hasPlace);
        else if (node.adapter === undefined) {
          const call = run.agree && { tool: node.tool, input: input.value };
          this.#called(at, succeeded(result.value, result.text, call), begun, hasPlace);
        } else void handOn(node.adapter, result.value, result.text).then((it) => this.#called(at, it, begun, hasPlace));
      },
      () => this.#called(at, bug, begun, hasPlace),
    );
  }

  #called(at: number, outcome: Outcome, begun: number, hasPlace = true): void {
    const { run } = this.#scope;
    if (hasPlace) run.slots.giveBack();
    const now = run.now();
    this.#settle(at, outcome, now - begun, now);
  }

  #control(at: number, node: ControlNode, begun: number): void {
    const { run } = this.#scope;
    const ended = (outcome: Outcome): void => {
      const now = run.now();
      this.#settle(at, outcome, now - begun, now);
    };
    const scope = { ...this.#scope, until: begun + this.#allowedMs(at, begun), path: this.#pathOf(node) };
    run.control(node, scope, this.#sources).then(ended, () => ended(bug));
  }

  #settle(at: number, outcome: Outcome, ms: number, now: number): void {
    const node = this.#plan.nodes[at] as Node;
    this.#outcomes[at] = outcome;
    if (outcome.status !== 'succeeded') this.#isWhole = false;
    this.#left -= 1;
    this.#scope.run.ended(this.#pathOf(node), node, outcome, ms);
    if (this.#left === 0) {
      this.#resolve(this.#outcomes as Outcome[]);
      return;
    }
    const dependants = this.#plan.dependants[at] as readonly number[];
    for (let place = 0; place < dependants.length; place += 1) {
      const dependant = dependants[place] as number;
      const waiting = (this.#waiting[dependant] as number) - 1;
      this.#waiting[dependant] = waiting;
      if (waiting === 0) this.#ready.push(dependant);
    }
    this.#enterReady(now);
  }

  /**
   * The time that is left after reserving the later steps, and never less than a proportional share (SPEC section 6). In
   * that share a quick tool counts as much as an unknown one: by its own measured 2 ms it would get 1.5 ms of 30 s before
   * 39 unknown steps, and fail on its first slow answer.
   */
  #allowedMs(at: number, now: number): number {
    const left = this.#scope.until - now;
    const own = Math.max(unknownMs, this.#expected.own[at] as number);
    const later = this.#expected.later[at] as number;
    return Math.max(left - later, (left * own) / (own + later));
  }

  #pathOf({ id, segment = id }: Node): string {
    return joinIds(this.#scope.path, segment);
  }
}

const noInput = fail('internal', 'Its input could not be made: something went wrong here.');

const bug = failed({ code: 'internal', message: 'Internal error.', outcome: 'unknown' });

const late = failed({ code: 'deadline_exceeded', message: "The run's deadline expired before this step started." });

const endOf = (failure: Failure, signal: AbortSignal): Outcome =>
  signal.aborted && failure.code === 'cancelled' ? cancelled : failed(failure);
