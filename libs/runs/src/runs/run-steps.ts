import type { RunStepView } from '@assay/contracts';
import type { AgreeAtJoin } from '@assay/gateway';
import { type Clock, type Failure, fail, type LanguageModel, ok, type Result } from '@assay/kernel';
import type { Catalogue } from '@assay/registry';
import { hasEach } from '../plans-in.js';
import type { AskQuestions } from '../questions/ask-questions.js';
import { askModel } from '../run/choose-by-model.js';
import { failed, succeeded } from '../run/outcome.js';
import type { AskPerson, Choose, StepCall, StepEnd } from '../run/scope.js';
import type { Waiting } from './await-persons.js';
import { type GiveUpPorts, giveUpWaiting } from './give-up-waiting.js';
import type { HeldRuns } from './held-runs.js';
import type { KeptOutcomes } from './kept-outcomes.js';
import { type MakeStepPorts, makeStep, type StepContext, type StepResult, stepKey } from './make-step.js';
import { OutputBound } from './output-bound.js';
import type { KeptStep } from './run.js';
import type { RunClock } from './run-clock.js';
import { LostRun } from './run-journal.js';
import type { RunMetrics } from './run-metrics.js';
import type { RunParts } from './run-parts.js';
import { StepEffects } from './step-effects.js';
import { endOf, resultIn, waitingIn } from './step-ends.js';
import { type Effects, leavesBranches } from './undo-losers.js';

export interface RunStepsPorts extends MakeStepPorts, GiveUpPorts {
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly languageModel: LanguageModel | null;
  readonly metrics: RunMetrics;
  readonly held: Pick<HeldRuns, 'mayBegin'>;
  readonly questions: Pick<AskQuestions, 'ask'>;
  /** What branches say of the same is not compared when absent. */
  readonly agree?: Pick<AgreeAtJoin, 'run'>;
}

export interface RunStepsParts extends RunParts {
  readonly context: StepContext;
  readonly clock: RunClock;
  readonly known: KeptOutcomes;
  readonly effects: Effects;
}

/** What a question is shown as, where steps show their tool. */
const askName = 'ask';

/** What could not be written down is tried again after so long, in ms. */
const writeAgainMs = 2_000;

/** What the idempotency keys of a run's steps are made of; other ones each time it is resumed after its end. */
export const keyOfRun = (id: string, resumed: number | undefined): string =>
  resumed === undefined ? id : `${id} resumed ${resumed}`;

/** Makes the steps of one run and the choices of its branches, and keeps how they ended. */
export class RunSteps {
  readonly #parts: RunStepsParts;
  readonly #ports: RunStepsPorts;
  /** What acts is noted before it begins: it may have to be undone, or code may ask for it again. */
  readonly #notesBeginnings: boolean;
  readonly #hasEach: boolean;
  readonly effects: StepEffects;
  readonly #bound = new OutputBound('run');

  constructor(parts: RunStepsParts, ports: RunStepsPorts) {
    this.#parts = parts;
    this.#ports = ports;
    this.#notesBeginnings = parts.compiled.notation === 'code' || leavesBranches(parts.compiled.plan);
    this.#hasEach = hasEach(parts.compiled.plan);
    this.effects = new StepEffects({ ...parts, catalogue: ports.catalogue });
  }

  make = async (call: StepCall): Promise<StepEnd> => {
    const { live, known } = this.#parts;
    const { path, node } = call;
    const before = known.of(path);
    const reads = this.#readsOnly(node.tool);
    if (before?.outcome && before.view !== null) {
      live.step(path, before.view);
      const { outcome } = before;
      const text = outcome.status === 'succeeded' ? outcome.text : undefined;
      return { ...this.#bound.held(resultIn(outcome), reads), text };
    }
    const waiting = before?.view ? waitingIn(before.view) : undefined;
    await this.#ports.held.mayBegin(live);
    const begun = this.#ports.clock.monotonic();
    const version = this.#foundOf(node.tool)?.version.version;
    live.step(path, { tool: this.nameOf(node.tool), status: 'running', ms: 0, ...(version && { version }) });
    const refused = reads || waiting !== undefined ? undefined : await this.#mayBegin(call);
    if (refused !== undefined) return refused;
    const { result, ...made } = await this.#made(call, before, waiting);
    const held: StepEnd = { ...this.#bound.held(result, reads), text: result.text };
    await this.#ended(call, { ...made, result: held }, reads, Math.round(this.#ports.clock.monotonic() - begun));
    return held;
  };

  /** A question to a person; what was answered before is not asked again. */
  ask: AskPerson = async (call) => {
    const { live, journal, known, caller, context } = this.#parts;
    const { path, node, input, signal } = call;
    const before = known.of(path);
    if (before?.outcome && before.view !== null) {
      live.step(path, before.view);
      return resultIn(before.outcome);
    }
    await this.#ports.held.mayBegin(live);
    const begun = this.#ports.clock.monotonic();
    live.step(path, { tool: askName, status: 'running', ms: 0 });
    const key = stepKey(before === undefined ? context.key : keyOfRun(live.run.id, before.resumed), path);
    const asking = { caller, key, workId: live.run.id, step: path, node, text: input.question };
    const asked = await this.#ports.questions.ask(asking, {
      signal,
      isLeft: () => live.left.aborted,
      onWaiting: ({ id, url }) => this.#waitsFor(path, askName, { waitsFor: { kind: 'question', id, url } }),
    });
    const view = live.step(path, {
      tool: askName,
      ...endOf(asked),
      ms: Math.round(this.#ports.clock.monotonic() - begun),
    });
    if (signal.aborted && !asked.ok) return asked;
    known.keep({ path, view, outcome: asked.ok ? succeeded(asked.value) : failed(asked.error) });
    await journal.flush(live.status).catch((cause: unknown) => void this.notWritten(cause));
    return asked;
  };

  /** What a model chose before it chooses again: the steps behind the choice may have been made. */
  choose: Choose = async (node, incoming, signal, path) => {
    const { live, known } = this.#parts;
    const { languageModel, clock } = this.#ports;
    const before = known.of(path);
    if (before?.outcome?.status === 'succeeded' && before.view !== null) {
      live.step(path, before.view);
      return ok(before.outcome.output as string | null);
    }
    const begun = clock.monotonic();
    const tool = `model ${languageModel?.model ?? ''}`.trimEnd();
    live.step(path, { tool, status: 'running', ms: 0 });
    const asked = await askModel(languageModel, node, incoming, signal);
    const ms = Math.round(clock.monotonic() - begun);
    const view = live.step(path, { tool, ...endOf(asked), ms, ...(asked.ok && { chosen: asked.value }) });
    if (!asked.ok) return asked;
    known.keep({ path, view, outcome: succeeded(asked.value.case) });
    return ok(asked.value.case);
  };

  /** A step waits: the run is kept from now on, and its time stands still. */
  waits = (path: string, tool: string, { id, approval, escalation }: Waiting): (() => void) => {
    const on = approval ?? escalation ?? { id, url: '' };
    const kind = approval === undefined ? ('escalation' as const) : ('approval' as const);
    const waitsFor = { kind, id: on.id, url: on.url };
    return this.#waitsFor(path, tool, { invocationId: id, waitsFor });
  };

  #waitsFor(path: string, tool: string, on: Partial<Pick<RunStepView, 'invocationId' | 'waitsFor'>>): () => void {
    const { live, known, clock } = this.#parts;
    const { waitsFor: _, ...rest } = on;
    const view = live.step(path, { tool, status: 'awaiting_approval', ms: 0, ...on });
    known.waits(path, view);
    const waiting = new AbortController();
    this.#writeDown(waiting.signal);
    const goOn = clock.standStill();
    return () => {
      waiting.abort();
      goOn();
      live.step(path, { tool, status: 'running', ms: 0, ...rest });
    };
  }

  /** That a step waits is written down, again and again if need be, while it does: it may for days. */
  #writeDown(waiting: AbortSignal): void {
    const { live, journal } = this.#parts;
    journal.harden(live.status).catch((cause: unknown) => {
      this.notWritten(cause);
      this.#ports.clock.after(writeAgainMs, () => {
        if (!waiting.aborted && !live.left.aborted) this.#writeDown(waiting);
      });
    });
  }

  notWritten(cause: unknown): Result<never, Failure> {
    if (cause instanceof LostRun) {
      this.#parts.live.leave();
      return fail('cancelled', 'Another replica continues the run.');
    }
    this.#ports.metrics.unwritten(cause);
    return fail('unavailable', 'The step was not started: failed to persist run state. Try again in a moment.');
  }

  nameOf = (tool: string): string => this.#foundOf(tool)?.manifest.name ?? tool;

  /** Nothing that may act begins before all that came before is durable, nor of a run that nobody wants any more. */
  async #mayBegin({ path, node, input, signal, called }: StepCall): Promise<Result<never, Failure> | undefined> {
    const { live, journal, known } = this.#parts;
    const version = this.#foundOf(node.tool)?.version;
    if (this.#notesBeginnings && version !== undefined) {
      const { name } = version.manifest;
      const view = live.step(path, { tool: name, status: 'running', ms: 0 });
      const acted = { tool: name, version: version.version, input };
      known.keep({ path, view, outcome: null, acted, ...(called && { called }) });
    }
    try {
      if ((await journal.flush(live.status)) === 'cancelled') live.controller.abort('cancelled');
      // Meanwhile nobody may want it any more.
      return signal.aborted ? fail('cancelled', 'It was cancelled before it began.') : undefined;
    } catch (cause) {
      return this.notWritten(cause);
    }
  }

  async #made(call: StepCall, before: KeptStep | undefined, waiting: Waiting | undefined): Promise<StepResult> {
    const { live, compiled, caller, context } = this.#parts;
    let waitedFor: Waiting | undefined;
    const onWaiting = (on: Waiting) => {
      waitedFor = on;
      return this.waits(call.path, this.nameOf(call.node.tool), on);
    };
    const key = before === undefined ? context.key : keyOfRun(live.run.id, before.resumed);
    const made = await makeStep(call, { ...context, key }, compiled.tools, this.#ports, { onWaiting, waiting });
    if (made.envelope !== undefined || waitedFor?.approval === undefined || live.left.aborted) return made;
    return (await giveUpWaiting(caller, waitedFor, live.left, this.#ports)) ?? made;
  }

  async #ended(call: StepCall, { result, envelope }: StepResult, reads: boolean, ms: number): Promise<void> {
    const { live, journal, known } = this.#parts;
    const { path, node, input, signal, called } = call;
    const tool = this.nameOf(node.tool);
    for (const warning of envelope?.warnings ?? []) live.warnings.push(`${path}: ${warning}`);
    const view = live.step(path, { tool, ...endOf(result), ms, ...(envelope && { invocationId: envelope.id }) });
    const acted = reads ? undefined : { ...this.effects.whatActed(node.tool, envelope), input };
    if (acted !== undefined) this.effects.note(call, acted, result);
    const isCutOff = signal.aborted && !result.ok;
    // What was cut off is done again where the run goes on; what may have been done has to be known of.
    if (isCutOff && (reads || (result.error.outcome ?? 'none') === 'none')) return;
    const outcome = isCutOff ? null : result.ok ? succeeded(result.value, result.text) : failed(result.error);
    const keepsActed = acted !== undefined && (this.#notesBeginnings || isCutOff);
    known.keep({ path, view, outcome, ...(keepsActed && { acted }), ...(called && { called }) });
    // Elements of a list are not repeated, those that only read neither.
    if (!reads || this.#hasEach)
      await journal.flush(live.status).catch((cause: unknown) => void this.notWritten(cause));
  }

  #readsOnly(tool: string): boolean {
    return this.#foundOf(tool)?.manifest.annotations?.readOnlyHint === true;
  }

  #foundOf(tool: string) {
    const found = this.#parts.compiled.tools.find(tool);
    return found.ok ? found.value : undefined;
  }
}
