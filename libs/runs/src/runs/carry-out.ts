import type { RunView } from '@assay/contracts';
import { isoTime } from '@assay/kernel';
import { expectedIn } from '../compile-composition.js';
import { partOfPlan } from '../needed-by.js';
import { isStep } from '../plan.js';
import { agreeBranches } from '../run/agree-branches.js';
import { execute } from '../run/execute.js';
import type { Outcome } from '../run/outcome.js';
import { KeptOutcomes } from './kept-outcomes.js';
import type { StepContext } from './make-step.js';
import { type KeptStep, runDefaults } from './run.js';
import { RunClock } from './run-clock.js';
import type { RunParts } from './run-parts.js';

import { keyOfRun, RunSteps, type RunStepsPorts } from './run-steps.js';
import { resultOf, runStatusOf, takenFailures } from './run-view.js';
import { type ShapeOutputsPorts, shapeOutputs } from './shape-outputs.js';
import { Effects } from './undo-losers.js';
import { undoSteps } from './undo-steps.js';

export type CarryOutPorts = RunStepsPorts & ShapeOutputsPorts;

/** How a run ended, and what a resumption need not do again; undefined when it cannot be resumed. */
export interface CarriedOut {
  readonly view: RunView;
  readonly unfinished: readonly KeptStep[] | undefined;
}

/** Carries a run out to its end, and answers how it ended. What was done before it was left is not done again. */
export class CarryOut {
  readonly #parts: RunParts;
  readonly #ports: CarryOutPorts;
  readonly #clock: RunClock;
  readonly #context: StepContext;
  readonly #effects = new Effects();
  readonly #known: KeptOutcomes;
  readonly #steps: RunSteps;

  constructor(parts: RunParts, ports: CarryOutPorts) {
    const { live, work, caller, kept, journal } = parts;
    const { run } = live;
    this.#parts = parts;
    this.#ports = ports;
    this.#clock = new RunClock(ports.clock, run.startedAt);
    const { session, task } = work.body;
    const key = keyOfRun(run.id, work.resumed);
    const partOf = partOfPlan({ kind: 'run', id: run.id }, parts.compiled.plan);
    const { baggage } = work;
    this.#context = { caller, traceId: run.traceId, baggage, session, task, key, nesting: 1, partOf };
    this.#known = new KeptOutcomes(kept, work.resumed, journal);
    const own = { context: this.#context, clock: this.#clock, known: this.#known, effects: this.#effects };
    this.#steps = new RunSteps({ ...parts, ...own }, ports);
  }

  async run(): Promise<CarriedOut> {
    const { live, compiled, work } = this.#parts;
    const { plan, tools } = compiled;
    this.#steps.effects.recall();
    for (const node of plan.nodes)
      if (isStep(node)) live.step(node.id, { tool: node.kind === 'ask' ? node.kind : this.#steps.nameOf(node.tool) });
    const { outcomes, warnings, lost } = await execute(plan, {
      input: work.body.input,
      deadlineMs: work.body.deadlineMs ?? runDefaults.deadlineMs,
      signal: live.controller.signal,
      step: this.#steps.make,
      choose: this.#steps.choose,
      ask: this.#steps.ask,
      joins: this.#known,
      ...(this.#ports.agree && { agree: agreeBranches(tools, this.#context.caller, this.#ports.agree) }),
      clock: this.#clock,
      expectedMs: expectedIn(tools),
      ended: (path, node, outcome, ms) => {
        if (node.kind === 'ask') live.untouched(path, node.kind, outcome, ms);
        if (node.kind !== 'tool') return;
        live.untouched(path, this.#steps.nameOf(node.tool), outcome, ms);
        this.#ports.metrics.step(live.run.notation, outcome.status, ms);
      },
    });
    const isClean = live.left.aborted || (await undoSteps(lost, this.#undoing(), this.#ports));
    const ended = this.#ended(outcomes, warnings, isClean ? lost : undefined);
    if (live.left.aborted) return ended;
    const shaping = { compiled, caller: this.#context.caller, body: work.body };
    return { ...ended, view: await shapeOutputs(ended.view, shaping, this.#ports) };
  }

  #ended(outcomes: readonly Outcome[], warnings: readonly string[], undone: readonly string[] | undefined): CarriedOut {
    const { live, compiled } = this.#parts;
    live.warnings.push(
      ...[...compiled.warnings, ...compiled.texts].map(
        ({ path, message }) => `/${live.run.notation}${path}: ${message}`,
      ),
      ...warnings,
      ...takenFailures(compiled.plan, outcomes),
    );
    const isOver = outcomes.every(({ status }) => status === 'succeeded');
    const status = live.controller.signal.aborted && !isOver ? 'cancelled' : runStatusOf(compiled.plan, outcomes);
    const endedAt = this.#ports.clock.now();
    this.#ports.metrics.run(live.run.notation, status, endedAt - live.run.startedAt);
    const view = live.view({
      status,
      ...resultOf(compiled, outcomes, this.#known.outputs()),
      endedAt: isoTime(endedAt),
    });
    // What takes failures for its input has gone on with them: there is nothing to begin again from.
    const isResumable = undone !== undefined && !isOver && !compiled.plan.forwardsFailures;
    return { view, unfinished: isResumable ? this.#known.unfinished(undone) : undefined };
  }

  #undoing() {
    const { live, journal } = this.#parts;
    return { live, journal, effects: this.#effects, context: this.#context, steps: this.#steps };
  }
}
