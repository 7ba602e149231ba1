import type { Outcome as EffectOutcome, Manifest } from '@assay/contracts';
import {
  type AgreeAtJoin,
  approvalDefaults,
  type CallOrigin,
  clientModel,
  type UpstreamAnswer,
  type UpstreamCall,
} from '@assay/gateway';
import { type Clock, type Failure, fail, type LanguageModel, ok, type Result, retryUntilSuccess } from '@assay/kernel';
import { type Compiled, type CompilePorts, expectedIn, readsOnly } from '../compile-composition.js';
import { partOfPlan } from '../needed-by.js';
import type { AskNode, Node } from '../plan.js';
import type { AskQuestions } from '../questions/ask-questions.js';
import { agreeBranches } from '../run/agree-branches.js';
import { askModel } from '../run/choose-by-model.js';
import { execute } from '../run/execute.js';
import type { Outcome } from '../run/outcome.js';
import type { Choose, StepCall } from '../run/scope.js';
import { type MakeStepPorts, makeStep, type StepContext, stepKey } from '../runs/make-step.js';
import { OutputBound } from '../runs/output-bound.js';
import type { RunMetrics } from '../runs/run-metrics.js';
import { runStatusOf } from '../runs/run-view.js';
import { ActedSteps } from './acting-steps.js';
import type { CallNoteStore } from './call-note.js';
import { type CallNotes, notesOf } from './call-notes.js';
import { answerOf } from './composite-answer.js';
import { partOf, ReportedSteps } from './reported-steps.js';
import { type ShapeAnswerPorts, shapeAnswer } from './shape-answer.js';
import type { SuspendCalls } from './suspend-calls.js';
import { WaitingSteps } from './waiting-steps.js';

export interface CompositePorts extends CompilePorts, MakeStepPorts, ShapeAnswerPorts {
  readonly clock: Clock;
  readonly languageModel: LanguageModel | null;
  readonly metrics: RunMetrics;
  readonly leaving: Pick<SuspendCalls, 'leave'>;
  readonly notes: CallNoteStore;
  readonly questions: Pick<AskQuestions, 'ask'>;
  /** What branches say of the same is not compared when absent. */
  readonly agree?: Pick<AgreeAtJoin, 'run'>;
  /** Called when a call could not be suspended, or its notes could not be written. */
  readonly onProblem: (cause: unknown) => void;
}

/** One call of a tool that is a composition, from its first step to its last; or until nothing but people are waited for. */
export class CompositeCall {
  readonly #call: UpstreamCall;
  readonly #origin: CallOrigin;
  readonly #compiled: Compiled;
  readonly #ports: CompositePorts;
  readonly #context: StepContext;
  readonly #leaving = new AbortController();
  readonly #waiting: WaitingSteps;
  readonly #notes: CallNotes | undefined;
  readonly #acted: ActedSteps;
  readonly #reported: ReportedSteps;
  readonly #bound = new OutputBound('composition');
  /** A verification is no call of the tool to anybody. */
  readonly #isCounted: boolean;

  constructor(call: UpstreamCall, origin: CallOrigin, compiled: Compiled, ports: CompositePorts) {
    const { caller, session, task, nesting, key } = origin;
    this.#call = call;
    this.#origin = origin;
    this.#compiled = compiled;
    this.#isCounted = origin.invoke === undefined;
    this.#ports = { ...ports, ...(origin.invoke && { invoke: origin.invoke }) };
    this.#context = {
      ...{ caller, session, task, nesting: nesting + 1 },
      traceId: call.traceId ?? '',
      baggage: call.baggage,
      key: `${call.manifest.name} ${key}`,
      partOf: partOfPlan({ kind: 'call', id: call.invocationId }, compiled.plan),
    };
    const leave = origin.left && (() => this.#leaving.abort('left'));
    this.#waiting = new WaitingSteps(ports.clock, leave);
    this.#reported = new ReportedSteps(call, compiled.plan.nodes.length, origin.parts);
    const { invocationId } = call;
    // Of a call that only reads, or is none to anybody, nothing has to be decided as it was before.
    const isNoted = this.#isCounted && !readsOnly(compiled);
    this.#notes = isNoted ? notesOf({ caller, key: this.#context.key, invocationId }, ports) : undefined;
    this.#acted = new ActedSteps({ ...ports, plan: compiled.plan, notes: this.#notes });
  }

  async run(): Promise<Result<UpstreamAnswer, Failure>> {
    const { plan, tools, notation } = this.#compiled;
    const { clock, metrics } = this.#ports;
    const { deadline, input } = this.#call;
    const begun = clock.monotonic();
    if (!(await this.#recalled()))
      return fail('unavailable', notRecalled, { outcome: this.#origin.isAgain ? 'unknown' : 'none' });
    const { outcomes, lost, warnings } = await execute(plan, {
      input,
      deadlineMs: deadline.remainingMs(),
      signal: AbortSignal.any([deadline.signal, this.#leaving.signal]),
      // A call that goes on decides as it did before.
      clock: {
        now: () => this.#origin.begunAt,
        monotonic: () => clock.monotonic(),
        after: (ms, run) => clock.after(ms, run),
      },
      step: (step) => this.#waiting.during(() => this.#step(step)),
      expectedMs: expectedIn(tools),
      choose: this.#choose,
      ask: (question) => this.#waiting.during(() => this.#ask(question)),
      ...(this.#notes && { joins: this.#notes }),
      ...(this.#ports.agree && { agree: agreeBranches(tools, this.#context.caller, this.#ports.agree) }),
      ended: (path, node, outcome, ms) => this.#tell(path, node, outcome, ms),
    });
    if (this.#waiting.isLeft) return this.#leave();
    await this.#undo(lost);
    if (this.#isCounted) metrics.run(notation, runStatusOf(plan, outcomes), clock.monotonic() - begun);
    return answerOf(this.#call, this.#compiled, await this.#shaped(outcomes), {
      effect: this.#acted.effect,
      warnings: this.#reported.warnings(warnings),
    });
  }

  #shaped(outcomes: readonly Outcome[]): Promise<readonly Outcome[]> {
    const { caller, session, task } = this.#context;
    const at = this.#ports.clock.now();
    const of = { call: this.#call, compiled: this.#compiled, caller, session, task, at };
    return shapeAnswer(outcomes, of, this.#ports);
  }

  /** What was done before stays known, whatever keeps it from being read just now. */
  async #recalled(): Promise<boolean> {
    const { clock, onProblem } = this.#ports;
    const { signal } = this.#call.deadline;
    const trying = { clock, onProblem, signal, firstPauseMs: 50, maxPauseMs: 1_000 };
    return (await retryUntilSuccess(() => this.#acted.recall(this.#origin.isAgain), trying)) !== 'ended';
  }

  /** What a model chose before it chooses again: the steps behind the choice may have been made. */
  #choose: Choose = async (node, incoming, signal, path) => {
    const before = this.#notes?.of(path)?.choice;
    if (before !== undefined) return ok(before.case);
    const model = this.#ports.languageModel ?? clientModel(this.#origin.client) ?? null;
    const asked = await askModel(model, node, incoming, signal);
    if (!asked.ok) return asked;
    this.#notes?.chosen(path, asked.value);
    return ok(asked.value.case);
  };

  /** A question is waited for as an approval is: the call is suspended until somebody answers. */
  async #ask({ path, node, input, signal }: StepCall<AskNode>): Promise<Result<unknown, Failure>> {
    if (!this.#isCounted) return fail('protocol_unavailable', 'A verification asks nobody.');
    const { caller, key } = this.#context;
    const { invocationId } = this.#call;
    return this.#ports.questions.ask(
      { caller, key: stepKey(key, path), workId: invocationId, step: path, node, text: input.question },
      {
        signal,
        isLeft: () => this.#waiting.isLeft,
        onWaiting: ({ id, url }) => this.#waiting.begin({ id, status: 'awaiting_approval', approval: { id, url } }),
      },
    );
  }

  async #step(step: StepCall): Promise<Result<unknown, Failure>> {
    const before = this.#acted.before(step.path);
    if (before !== undefined) {
      this.#reported.part(before.part);
      return this.#bound.held(ok(before.acted.output), false);
    }
    const found = this.#compiled.tools.find(step.node.tool);
    if (!found.ok) return found;
    const { manifest, version } = found.value;
    const reads = manifest.annotations?.readOnlyHint === true;
    const refused = reads ? undefined : await this.#acted.begins(step, version.version, manifest.name);
    if (refused !== undefined) return refused;
    const made = await makeStep(step, this.#context, this.#compiled.tools, this.#ports, {
      onWaiting: (on) => {
        this.#acted.waits(step, manifest);
        return this.#waiting.begin(on);
      },
    });
    const { result, envelope } = made;
    for (const warning of envelope?.warnings ?? []) this.#reported.warn(step.path, warning);
    const part = partOf(step.path, envelope);
    if (part !== undefined) this.#reported.part(part);
    if (!reads) await this.#acted.ended(step, made, result.ok ? 'done' : this.#outcomeOf(result.error, manifest), part);
    return this.#bound.held(result, reads);
  }

  /** A composition that waits may have done something before it came to that. */
  #outcomeOf({ outcome = 'none' }: Failure, { protocol }: Manifest): EffectOutcome {
    return outcome === 'none' && this.#waiting.isLeft && protocol === 'composite' ? 'unknown' : outcome;
  }

  /** Steps that a suspended call has not run yet are not reported: they are once the call continues. */
  #tell(path: string, node: Node, outcome: Outcome, ms: number): void {
    if (node.kind !== 'tool' || this.#waiting.isLeft) return;
    if (this.#isCounted) this.#ports.metrics.step(this.#compiled.notation, outcome.status, ms);
    this.#reported.ended(path, outcome.status);
  }

  async #undo(lost: readonly string[]): Promise<void> {
    for (const { path, problem } of await this.#acted.undo(lost, this.#context, this.#ports))
      if (problem !== undefined)
        this.#reported.warn(path, `what it did is not wanted, and could not be undone: ${problem}`);
  }

  /** The call is suspended: its caller learns where people decide, and it continues automatically afterwards. */
  async #leave(): Promise<Result<UpstreamAnswer, Failure>> {
    const { caller, left } = this.#origin;
    const { clock, leaving, onProblem } = this.#ports;
    const { invocationId, manifest } = this.#call;
    const { waits } = this.#waiting;
    const approval = waits[0]?.approval;
    if (approval === undefined || left === undefined) throw new TypeError('a call is left that nobody is asked about');
    const leftAt = clock.now();
    const owner = { organisationId: caller.organisationId ?? '', principalId: caller.principalId ?? '' };
    try {
      await this.#acted.flush();
      await leaving.leave({ ...left(), ...owner, waits, effect: this.#acted.effect, leftAt });
    } catch (cause) {
      onProblem(cause);
      return fail('unavailable', notLeft, {
        retryAfterMs: 1_000,
        outcome: this.#acted.effect === 'none' ? 'none' : 'unknown',
      });
    }
    const until = leftAt + approvalDefaults.expiresAfterMs;
    const { id, url } = approval;
    const pause = { status: 'awaiting_approval', id, url, invocationId, until } as const;
    return ok({ content: [], isError: false, source: `composite:${manifest.name}`, pause });
  }
}

const notRecalled =
  "Nothing was called: the call's earlier decisions could not be read in time. Call again with the same idempotency key in a moment.";

const notLeft =
  'A step is waiting for a person, but the state could not be saved. Call again with the same idempotency key in a moment: completed steps are not repeated.';
