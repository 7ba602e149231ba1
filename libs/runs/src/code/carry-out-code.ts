import type { CodeBody } from '@assay/contracts';
import { partOf } from '@assay/gateway';
import { deadlineReason, type Failure, isoTime } from '@assay/kernel';
import { stepsAtOnce } from '../run/execute.js';
import type { CarriedOut, CarryOutPorts } from '../runs/carry-out.js';
import { KeptOutcomes } from '../runs/kept-outcomes.js';
import type { StepContext } from '../runs/make-step.js';
import { runDefaults } from '../runs/run.js';
import { RunClock } from '../runs/run-clock.js';
import type { RunParts } from '../runs/run-parts.js';
import { keyOfRun, RunSteps } from '../runs/run-steps.js';
import { shapeOutputs } from '../runs/shape-outputs.js';
import { Effects } from '../runs/undo-losers.js';
import { undoSteps } from '../runs/undo-steps.js';
import { CodeCalls, type CodeLookup, endedBefore } from './code-calls.js';
import { CodeExecution } from './code-execution.js';
import { type CodeOutcome, outcomeOfCode } from './code-outcome.js';
import type { CodeSandbox, CodeSession } from './code-sandbox.js';
import { seedOf } from './compile-code.js';
import { consoleWithin } from './console-within.js';
import { proposePlan } from './propose-plan.js';

export interface CarryOutCodePorts extends CarryOutPorts {
  readonly sandbox: CodeSandbox;
  readonly lookup: CodeLookup;
}

export interface CodeRunParts extends RunParts {
  readonly body: CodeBody;
}

/** CPU time of the code of one run, in ms. */
const cpuMs = 5_000;

/** Carries code out to its end. Its calls are steps of the run, kept as those of any run. */
export class CarryOutCode {
  readonly #parts: CodeRunParts;
  readonly #ports: CarryOutCodePorts;
  readonly #clock: RunClock;
  readonly #context: StepContext;
  readonly #effects = new Effects();
  readonly #known: KeptOutcomes;
  readonly #steps: RunSteps;

  constructor(parts: CodeRunParts, ports: CarryOutCodePorts) {
    const { live, work, caller, kept, journal, body } = parts;
    const { run } = live;
    this.#parts = parts;
    this.#ports = ports;
    this.#clock = new RunClock(ports.clock, run.startedAt);
    this.#context = {
      ...{ caller, traceId: run.traceId, baggage: work.baggage, session: body.session, task: body.task },
      ...{ key: keyOfRun(run.id, work.resumed), nesting: 1 },
      partOf: (path) => partOf({ kind: 'run', id: run.id }, path, []),
    };
    this.#known = new KeptOutcomes(kept, work.resumed, journal);
    const own = { context: this.#context, clock: this.#clock, known: this.#known, effects: this.#effects };
    this.#steps = new RunSteps({ ...parts, ...own }, ports);
  }

  async run(): Promise<CarriedOut> {
    const { live, body } = this.#parts;
    const { deadlineMs = runDefaults.deadlineMs } = body;
    this.#steps.effects.recall();
    const over = new AbortController();
    const stopTimer = this.#clock.after(deadlineMs, () => over.abort(deadlineReason));
    const signal = AbortSignal.any([live.controller.signal, over.signal]);
    const until = this.#clock.monotonic() + deadlineMs;
    const execution = new CodeExecution({
      ...{ open: () => this.#open(), ended: endedBefore(this.#known), signal },
      host: this.#calls(signal, () => Math.max(1, until - this.#clock.monotonic())),
      after: (ms, run) => this.#ports.clock.after(ms, run),
    });
    const executed = await execution.run();
    if (executed.kind !== 'returned') over.abort('cancelled');
    else if (execution.unawaited > 0)
      live.warnings.push(`${execution.unawaited} calls were not awaited; the run waited for them.`);
    await execution.settled();
    stopTimer();
    const outcome = outcomeOfCode(executed, signal, this.#effects.isEmpty ? 'none' : 'done');
    return this.#ended(outcome, execution);
  }

  #open(): Promise<CodeSession> {
    const { live, body } = this.#parts;
    return this.#ports.sandbox.open({
      ...{ language: body.language ?? 'javascript', entry: 'body', code: body.code, input: body.input ?? null },
      ...{ nowMs: live.run.startedAt, seed: seedOf(live.run.id), limits: { cpuMs } },
    });
  }

  #calls(signal: AbortSignal, leftMs: () => number): CodeCalls {
    const { live, body } = this.#parts;
    const { caller, session } = this.#context;
    return new CodeCalls({
      ...{ steps: this.#steps, known: this.#known, live, caller, session, signal, leftMs },
      ...{ lookup: this.#ports.lookup, atOnce: stepsAtOnce },
      objection: body.onFailure === 'undo' ? this.#objection : () => undefined,
    });
  }

  /** Where calls are undone when the code fails, one that cannot be undone is not made. */
  #objection = (tool: string): Failure | undefined => {
    const found = this.#parts.compiled.tools.find(tool);
    if (!found.ok) return undefined;
    const { annotations, compensation } = found.value.manifest;
    if (annotations?.readOnlyHint === true || compensation?.tool !== undefined) return undefined;
    const message = `${tool} has effects that cannot be undone, and this run undoes its calls when it fails: run the code without "onFailure": "undo".`;
    return { code: 'denied', message };
  };

  async #ended({ status, output, error }: CodeOutcome, { logs }: CodeExecution): Promise<CarriedOut> {
    const { live, body, compiled } = this.#parts;
    const isUndone = status !== 'succeeded' && body.onFailure === 'undo' && !live.left.aborted;
    const done = isUndone ? [...this.#known.all()].map(({ path }) => path) : [];
    const undoing = { ...this.#parts, effects: this.#effects, context: this.#context, steps: this.#steps };
    const isClean = await undoSteps(done, undoing, this.#ports);
    const endedAt = this.#ports.clock.now();
    this.#ports.metrics.run('code', status, endedAt - live.run.startedAt);
    const proposal = status === 'succeeded' ? proposePlan(body) : undefined;
    const view = live.view({
      ...{ status, outputs: {}, endedAt: isoTime(endedAt), console: consoleWithin(logs, body.output) },
      ...(output !== undefined && { output }),
      ...(error && { error }),
      ...(proposal && { proposal }),
    });
    const isResumable = status !== 'succeeded' && error?.code !== 'code_diverged' && isClean;
    const unfinished = isResumable ? this.#known.unfinished(done) : undefined;
    if (live.left.aborted) return { view, unfinished };
    const shaped = await shapeOutputs(view, { compiled, caller: this.#context.caller, body }, this.#ports);
    return { view: shaped, unfinished };
  }
}
