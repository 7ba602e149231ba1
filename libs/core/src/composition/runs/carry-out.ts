import type { RunStepView, RunView } from '@assay/contracts';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../kernel/clock.js';
import { type Failure, fail } from '../../kernel/failure.js';
import { isoTime } from '../../kernel/iso-time.js';
import type { LanguageModel } from '../../kernel/language-model.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { type Compiled, expectedMsOf } from '../compile-composition.js';
import { chooseByModel } from '../run/choose-by-model.js';
import { execute } from '../run/execute.js';
import { failed, type Outcome, succeeded } from '../run/outcome.js';
import type { StepCall } from '../run/scope.js';
import type { Waiting } from './await-persons.js';
import type { LiveRun } from './live-run.js';
import { type MakeStepPorts, makeStep, type StepContext } from './make-step.js';
import { type KeptStep, type RunWork, runDefaults } from './run.js';
import { RunClock } from './run-clock.js';
import { LostRun, type RunJournal } from './run-journal.js';
import type { RunMetrics } from './run-metrics.js';
import { resultOf, runStatusOf, takenFailures } from './run-view.js';
import { Effects } from './undo-losers.js';

export interface CarryOutPorts extends MakeStepPorts {
  readonly clock: Clock;
  readonly languageModel: LanguageModel | null;
  readonly metrics: RunMetrics;
}

export interface Carried {
  readonly live: LiveRun;
  readonly compiled: Compiled;
  readonly caller: Caller;
  readonly work: RunWork;
  readonly journal: RunJournal;
  /** Of a run that goes on: steps that need not be done again, by their places. */
  readonly kept: ReadonlyMap<string, KeptStep>;
}

/** Why a run is left to another replica. */
export const lostReason = 'lost';

/** Carries a run out to its end, and answers how it ended. What was done before it was left is not done again. */
export class CarryOut {
  readonly #parts: Carried;
  readonly #ports: CarryOutPorts;
  readonly #clock: RunClock;
  readonly #context: StepContext;
  readonly #effects = new Effects();

  constructor(parts: Carried, ports: CarryOutPorts) {
    const { live, work, caller } = parts;
    const { run } = live;
    this.#parts = parts;
    this.#ports = ports;
    this.#clock = new RunClock(ports.clock, run.startedAt);
    const { session, task } = work.body;
    this.#context = { caller, traceId: run.traceId, session, task, key: run.id, nesting: 1 };
  }

  async run(): Promise<RunView> {
    const { live, compiled, work } = this.#parts;
    const { plan, tools } = compiled;
    for (const { id, tool, kind } of plan.nodes.map((it) => ({ tool: '', ...it })))
      if (kind === 'tool') live.step(id, { tool: this.#nameOf(tool) });
    const { outcomes, warnings, lost } = await execute(plan, {
      input: work.body.input,
      deadlineMs: work.body.deadlineMs ?? runDefaults.deadlineMs,
      signal: live.controller.signal,
      step: this.#step,
      clock: this.#clock,
      expectedMs: (tool) => {
        const found = tools.find(tool);
        return found.ok ? expectedMsOf(found.value.version) : undefined;
      },
      choose: (node, incoming, signal) => chooseByModel(this.#ports.languageModel, node, incoming, signal),
      ended: (path, node, outcome, ms) => {
        if (node.kind !== 'tool') return;
        live.untouched(path, this.#nameOf(node.tool), outcome, ms);
        this.#ports.metrics.step(live.run.notation, outcome.status, ms);
      },
    });
    if (live.controller.signal.reason !== lostReason) await this.#undo(lost);
    return this.#ended(outcomes, warnings);
  }

  #ended(outcomes: readonly Outcome[], warnings: readonly string[]): RunView {
    const { live, compiled } = this.#parts;
    live.warnings.push(...compiled.warnings, ...warnings, ...takenFailures(compiled.plan, outcomes));
    const isOver = outcomes.every(({ status }) => status === 'succeeded');
    const status = live.controller.signal.aborted && !isOver ? 'cancelled' : runStatusOf(compiled.plan, outcomes);
    const endedAt = this.#ports.clock.now();
    this.#ports.metrics.run(live.run.notation, status, endedAt - live.run.startedAt);
    return live.view({ status, ...resultOf(compiled, outcomes), endedAt: isoTime(endedAt) });
  }

  async #undo(lost: readonly string[]): Promise<void> {
    const { live } = this.#parts;
    for (const { path, tool, invocationId, problem } of await this.#effects.undo(lost, this.#context, this.#ports)) {
      const error = problem === undefined ? {} : { error: { code: 'tool_error' as const, message: problem } };
      const status = problem === undefined ? ('succeeded' as const) : ('failed' as const);
      live.step(`${path}/undo`, { tool, status, ms: 0, ...error, ...(invocationId && { invocationId }) });
      if (problem !== undefined)
        live.warnings.push(`${path}: what it did is not wanted, and could not be undone: ${problem}`);
    }
  }

  #step = async (call: StepCall): Promise<Result<unknown, Failure>> => {
    const { live, journal, kept } = this.#parts;
    const { path, node } = call;
    const tool = this.#nameOf(node.tool);
    const known = kept.get(path);
    if (known !== undefined && known.outcome !== null) {
      live.step(path, known.view);
      this.#noteEffect(call, resultIn(known.outcome));
      return resultIn(known.outcome);
    }
    const reads = this.#readsOnly(node.tool);
    const waiting = known && waitingIn(known.view);
    try {
      if (!reads && waiting === undefined) await journal.flush(live.status);
    } catch (cause) {
      return this.#notWritten(cause);
    }
    const begun = this.#ports.clock.monotonic();
    live.step(path, { tool, version: this.#versionOf(node.tool), status: 'running', ms: 0 });
    const onWaiting = (on: Waiting) => this.#waits(path, tool, on);
    const { result, envelope } = await makeStep(call, this.#context, this.#parts.compiled.tools, this.#ports, {
      onWaiting,
      waiting,
    });
    const ms = Math.round(this.#ports.clock.monotonic() - begun);
    for (const warning of envelope?.warnings ?? []) live.warnings.push(`${path}: ${warning}`);
    const view = live.step(path, { tool, ...endOf(result), ms, ...(envelope && { invocationId: envelope.id }) });
    this.#noteEffect(call, result);
    // What was cut off here is done again where the run goes on.
    if (call.signal.aborted && !result.ok) return result;
    journal.note({ path, view, outcome: result.ok ? succeeded(result.value) : failed(result.error) });
    if (!reads) await journal.flush(live.status).catch((cause: unknown) => void this.#notWritten(cause));
    return result;
  };

  /** A step waits: the run is kept from now on, and its time stands still. */
  #waits(path: string, tool: string, { id, approval, escalation }: Waiting): () => void {
    const { live, journal } = this.#parts;
    const on = approval ?? escalation ?? { id, url: '' };
    const kind = approval === undefined ? ('escalation' as const) : ('approval' as const);
    const view = live.step(path, {
      tool,
      status: 'awaiting_approval',
      ms: 0,
      invocationId: id,
      waitsFor: { kind, ...on },
    });
    journal.note({ path, view, outcome: null });
    journal.harden(live.status).catch((cause: unknown) => void this.#notWritten(cause));
    const goOn = this.#clock.standStill();
    return () => {
      goOn();
      live.step(path, { tool, status: 'running', ms: 0, invocationId: id });
    };
  }

  #notWritten(cause: unknown): Result<never, Failure> {
    if (cause instanceof LostRun) {
      this.#parts.live.controller.abort(lostReason);
      return fail('cancelled', 'Another replica goes on with the run.');
    }
    this.#ports.metrics.unwritten(cause);
    return fail(
      'unavailable',
      'The step was not begun: how the run stands could not be written down just now. Try again in a moment.',
    );
  }

  /** What acted, or may have, so that it can be undone. */
  #noteEffect(call: StepCall, result: Result<unknown, Failure>): void {
    const found = this.#parts.compiled.tools.find(call.node.tool);
    if (!found.ok || this.#readsOnly(call.node.tool)) return;
    if (result.ok) this.#effects.note(call, found.value.version, result.value);
    else if (result.error.outcome === 'done' || result.error.outcome === 'unknown')
      this.#effects.note(call, found.value.version, null);
  }

  #readsOnly(tool: string): boolean {
    const found = this.#parts.compiled.tools.find(tool);
    return found.ok && found.value.manifest.annotations?.readOnlyHint === true;
  }

  #nameOf(tool: string): string {
    const found = this.#parts.compiled.tools.find(tool);
    return found.ok ? found.value.manifest.name : tool;
  }

  #versionOf(tool: string): string {
    const found = this.#parts.compiled.tools.find(tool);
    return found.ok ? found.value.version.version : '';
  }
}

const resultIn = (outcome: Outcome): Result<unknown, Failure> => {
  if (outcome.status === 'succeeded') return ok(outcome.output);
  return outcome.status === 'failed' ? err(outcome.failure) : fail('cancelled', 'It was cancelled.');
};

const endOf = (result: Result<unknown, Failure>): Pick<RunStepView, 'status'> & Partial<RunStepView> => {
  if (result.ok) return { status: 'succeeded' };
  const { code, message, outcome } = result.error;
  if (code === 'cancelled') return { status: 'cancelled' };
  return { status: 'failed', error: { code, message, ...(outcome && { outcome }) } };
};

function waitingIn({ invocationId, waitsFor }: RunStepView): Waiting | undefined {
  if (invocationId === undefined || waitsFor === undefined) return undefined;
  const { kind, id, url } = waitsFor;
  return kind === 'approval'
    ? { id: invocationId, status: 'awaiting_approval', approval: { id, url } }
    : { id: invocationId, status: 'escalated', escalation: { id, url } };
}
