import type { RunStepView } from '@assay/contracts';
import type { Catalogue } from '../../catalog/catalogue.js';
import type { ToolVersion } from '../../catalog/records.js';
import type { Clock } from '../../kernel/clock.js';
import { type Failure, fail } from '../../kernel/failure.js';
import type { LanguageModel } from '../../kernel/language-model.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { askModel } from '../run/choose-by-model.js';
import { failed, type Outcome, succeeded } from '../run/outcome.js';
import type { Choose, StepCall } from '../run/scope.js';
import type { Waiting } from './await-persons.js';
import type { Carried } from './carry-out.js';
import type { GiveUpPorts } from './give-up-waiting.js';
import { giveUpWaiting } from './give-up-waiting.js';
import type { KeptOutcomes } from './kept-outcomes.js';
import { type MakeStepPorts, makeStep, type StepContext, type StepResult } from './make-step.js';
import { type KeptStep, runDefaults } from './run.js';
import type { RunClock } from './run-clock.js';
import { LostRun } from './run-journal.js';
import type { RunMetrics } from './run-metrics.js';
import { type Effects, leavesBranches } from './undo-losers.js';

export interface RunStepsPorts extends MakeStepPorts, GiveUpPorts {
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly languageModel: LanguageModel | null;
  readonly metrics: RunMetrics;
}

export interface RunStepsParts extends Carried {
  readonly context: StepContext;
  readonly clock: RunClock;
  readonly known: KeptOutcomes;
  readonly effects: Effects;
}

/** What could not be written down is tried again after so long, in ms. */
const writeAgainMs = 2_000;

/** What the idempotency keys of a run's steps are made of; other ones each time it is resumed after its end. */
export const keyOfRun = (id: string, resumed: number | undefined): string =>
  resumed === undefined ? id : `${id} resumed ${resumed}`;

/** Makes the steps of one run and the choices of its branches, and keeps how they ended. */
export class RunSteps {
  readonly #parts: RunStepsParts;
  readonly #ports: RunStepsPorts;
  readonly #leavesBranches: boolean;
  #outputCharacters = 0;

  constructor(parts: RunStepsParts, ports: RunStepsPorts) {
    this.#parts = parts;
    this.#ports = ports;
    this.#leavesBranches = leavesBranches(parts.compiled.plan);
  }

  /** Takes into account what steps did before the run was left: without an end they had been begun, and may have acted. */
  recallEffects(): void {
    for (const { path, acted, outcome } of this.#parts.known.effects())
      this.#noteEffect(path, acted.input, acted, outcome === null ? undefined : resultIn(outcome));
  }

  make = async (call: StepCall): Promise<Result<unknown, Failure>> => {
    const { live, known } = this.#parts;
    const { path, node } = call;
    const before = known.of(path);
    if (before?.outcome && before.view !== null) {
      live.step(path, before.view);
      return resultIn(before.outcome);
    }
    const waiting = before?.view ? waitingIn(before.view) : undefined;
    const reads = this.#readsOnly(node.tool);
    const begun = this.#ports.clock.monotonic();
    const version = this.#foundOf(node.tool)?.version.version;
    live.step(path, { tool: this.nameOf(node.tool), status: 'running', ms: 0, ...(version && { version }) });
    const refused = reads || waiting !== undefined ? undefined : await this.#mayBegin(call);
    if (refused !== undefined) return refused;
    const made = this.#bounded(await this.#made(call, before, waiting), reads);
    await this.#ended(call, made, reads, Math.round(this.#ports.clock.monotonic() - begun));
    return made.result;
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
    const { live, known, clock } = this.#parts;
    const on = approval ?? escalation ?? { id, url: '' };
    const kind = approval === undefined ? ('escalation' as const) : ('approval' as const);
    const waitsFor = { kind, id: on.id, url: on.url };
    const view = live.step(path, { tool, status: 'awaiting_approval', ms: 0, invocationId: id, waitsFor });
    known.waits(path, view);
    const waiting = new AbortController();
    this.#writeDown(waiting.signal);
    const goOn = clock.standStill();
    return () => {
      waiting.abort();
      goOn();
      live.step(path, { tool, status: 'running', ms: 0, invocationId: id });
    };
  };

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
      return fail('cancelled', 'Another replica goes on with the run.');
    }
    this.#ports.metrics.unwritten(cause);
    return fail(
      'unavailable',
      'The step was not begun: how the run stands could not be written down just now. Try again in a moment.',
    );
  }

  nameOf = (tool: string): string => this.#foundOf(tool)?.manifest.name ?? tool;

  /** Nothing that may act begins before all that came before is durable, nor of a run that nobody wants any more. */
  async #mayBegin({ path, node, input, signal }: StepCall): Promise<Result<never, Failure> | undefined> {
    const { live, journal, known } = this.#parts;
    const version = this.#foundOf(node.tool)?.version;
    if (this.#leavesBranches && version !== undefined) {
      const { name } = version.manifest;
      const view = live.step(path, { tool: name, status: 'running', ms: 0 });
      known.keep({ path, view, outcome: null, acted: { tool: name, version: version.version, input } });
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
    const { path, node, input, signal } = call;
    const tool = this.nameOf(node.tool);
    for (const warning of envelope?.warnings ?? []) live.warnings.push(`${path}: ${warning}`);
    const view = live.step(path, { tool, ...endOf(result), ms, ...(envelope && { invocationId: envelope.id }) });
    const acted = reads ? undefined : { ...this.#whatActed(node.tool, envelope), input };
    if (acted !== undefined) this.#noteEffect(path, input, acted, result);
    const isCutOff = signal.aborted && !result.ok;
    // What was cut off is done again where the run goes on; what may have been done has to be known of.
    if (isCutOff && (reads || (result.error.outcome ?? 'none') === 'none')) return;
    const outcome = isCutOff ? null : result.ok ? succeeded(result.value) : failed(result.error);
    known.keep({ path, view, outcome, ...(acted && (this.#leavesBranches || isCutOff) && { acted }) });
    if (!reads) await journal.flush(live.status).catch((cause: unknown) => void this.notWritten(cause));
  }

  /** What the steps of one run give is held until its end: there is a bound to it. */
  #bounded(made: StepResult, reads: boolean): StepResult {
    if (!made.result.ok) return made;
    this.#outputCharacters += lengthOf(made.result.value);
    if (this.#outputCharacters <= runDefaults.mostOutput) return made;
    const most = Math.round(runDefaults.mostOutput / 1_000_000);
    const told = `What the steps of the run give takes more than ${most} million characters of JSON together: ask the tools for less, or make several runs of it.`;
    return { ...made, result: fail('output_too_large', told, { outcome: reads ? 'none' : 'done' }) };
  }

  /** A stand-in may have been called in its place. */
  #whatActed(reference: string, envelope: StepResult['envelope']): { tool: string; version: string } {
    const found = this.#foundOf(reference);
    const own = { tool: found?.manifest.name ?? reference, version: found?.version.version ?? '' };
    return envelope?.version == null ? own : { tool: envelope.tool, version: envelope.version };
  }

  /** What acted, or may have, so that it can be undone. */
  #noteEffect(
    path: string,
    input: StepCall['input'],
    acted: { readonly tool: string; readonly version: string },
    result: Result<unknown, Failure> | undefined,
  ): void {
    const { effects } = this.#parts;
    const version = this.#versionOf(acted);
    if (version === undefined) return;
    if (result?.ok) effects.note({ path, input }, version, result.value);
    else if (result === undefined || result.error.outcome === 'done' || result.error.outcome === 'unknown')
      effects.note({ path, input }, version, null);
    else if (result.error.code !== 'cancelled') effects.forget(path);
  }

  #versionOf({ tool, version }: { readonly tool: string; readonly version: string }): ToolVersion | undefined {
    return this.#ports.catalogue.tool(tool)?.versions.find((it) => it.version === version);
  }

  #readsOnly(tool: string): boolean {
    return this.#foundOf(tool)?.manifest.annotations?.readOnlyHint === true;
  }

  #foundOf(tool: string) {
    const found = this.#parts.compiled.tools.find(tool);
    return found.ok ? found.value : undefined;
  }
}

/** Of texts their own length, since they need no quotes to be held. */
const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : (JSON.stringify(value) ?? '').length;

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
