import type { Outcome as EffectOutcome, Envelope, Manifest } from '@assay/contracts';
import { approvalDefaults } from '../../invocation/approvals/approval.js';
import type { CallOrigin, UpstreamAnswer, UpstreamCall } from '../../invocation/tool-transport.js';
import type { Clock } from '../../kernel/clock.js';
import { type Failure, fail } from '../../kernel/failure.js';
import type { LanguageModel } from '../../kernel/language-model.js';
import { ok, type Result } from '../../kernel/result.js';
import { type Compiled, type CompilePorts, expectedMsOf } from '../compile-composition.js';
import type { Node } from '../plan.js';
import { chooseByModel } from '../run/choose-by-model.js';
import { execute } from '../run/execute.js';
import type { Outcome } from '../run/outcome.js';
import type { StepCall } from '../run/scope.js';
import { type MakeStepPorts, makeStep, type StepContext } from '../runs/make-step.js';
import { runDefaults } from '../runs/run.js';
import type { RunMetrics } from '../runs/run-metrics.js';
import { runStatusOf } from '../runs/run-view.js';
import { Effects, leavesBranches } from '../runs/undo-losers.js';
import { answerOf } from './composite-answer.js';
import type { LeaveCalls } from './leave-calls.js';
import type { Acted } from './left-call.js';
import { WaitingSteps } from './waiting-steps.js';

export interface CompositePorts extends CompilePorts, MakeStepPorts {
  readonly clock: Clock;
  readonly languageModel: LanguageModel | null;
  readonly metrics: RunMetrics;
  readonly leaving: Pick<LeaveCalls, 'leave' | 'actedBefore'>;
  /** Told of what kept a call from being left. */
  readonly onProblem: (cause: unknown) => void;
}

/** Of so many steps at the most provenance says which calls they were, and as many of their warnings are handed on. */
const mostTold = 100;

/** One call of a tool that is a composition, from its first step to its last; or until nothing but people are waited for. */
export class CompositeCall {
  readonly #call: UpstreamCall;
  readonly #origin: CallOrigin;
  readonly #compiled: Compiled;
  readonly #ports: CompositePorts;
  readonly #context: StepContext;
  readonly #leaving = new AbortController();
  readonly #waiting: WaitingSteps;
  readonly #effects = new Effects();
  readonly #acted = new Map<string, Acted>();
  readonly #warnings: string[] = [];
  /** A verification is no call of the tool to anybody. */
  readonly #isCounted: boolean;
  #effect: EffectOutcome = 'none';
  #ended = 0;
  #outputCharacters = 0;

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
      key: `${call.manifest.name} ${key}`,
    };
    const leave = origin.left && (() => this.#leaving.abort('left'));
    this.#waiting = new WaitingSteps(ports.clock, leave);
  }

  async run(): Promise<Result<UpstreamAnswer, Failure>> {
    const { plan, tools, notation } = this.#compiled;
    const { clock, languageModel, metrics } = this.#ports;
    const { deadline, input } = this.#call;
    const begun = clock.monotonic();
    if (this.#origin.isAgain) await this.#recall();
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
      expectedMs: (tool) => {
        const found = tools.find(tool);
        return found.ok ? expectedMsOf(found.value.version) : undefined;
      },
      choose: (node, incoming, signal) => chooseByModel(languageModel, node, incoming, signal),
      ended: (path, node, outcome, ms) => this.#tell(path, node, outcome, ms),
    });
    if (this.#waiting.isLeft) return this.#leave();
    await this.#undo(lost);
    if (this.#isCounted) metrics.run(notation, runStatusOf(plan, outcomes), clock.monotonic() - begun);
    return answerOf(this.#call, this.#compiled, outcomes, {
      effect: this.#effect,
      warnings: [...this.#warnings, ...warnings].slice(0, mostTold),
    });
  }

  async #step(step: StepCall): Promise<Result<unknown, Failure>> {
    const { path, node } = step;
    const found = this.#compiled.tools.find(node.tool);
    const { result, envelope } = await makeStep(step, this.#context, this.#compiled.tools, this.#ports, {
      onWaiting: this.#waiting.begin,
    });
    for (const warning of envelope?.warnings ?? []) this.#warnings.push(`${path}: ${warning}`);
    if (envelope !== undefined && this.#origin.parts.length < mostTold)
      this.#origin.parts.push({
        ...{ step: path, invocationId: envelope.id, tool: envelope.tool, version: envelope.version ?? '' },
        status: envelope.status,
      });
    const reads = found.ok && found.value.manifest.annotations?.readOnlyHint === true;
    if (found.ok && !reads) this.#noteEffect(step, result, found.value.manifest, envelope);
    if (!result.ok) return result;
    this.#outputCharacters += lengthOf(result.value);
    if (this.#outputCharacters <= runDefaults.mostOutput) return result;
    return fail('output_too_large', tooMuch, { outcome: reads ? 'none' : 'done' });
  }

  /** A stand-in may have been called in the place of what the step names: that is what acted. */
  #noteEffect(
    { path, input }: StepCall,
    result: Result<unknown, Failure>,
    manifest: Manifest,
    envelope: Envelope | undefined,
  ): void {
    const outcome = result.ok ? 'done' : this.#outcomeOf(result.error, manifest);
    this.#effect = worse(this.#effect, outcome);
    if (outcome === 'none' || envelope?.version == null) return;
    const { tool, version } = envelope;
    this.#note({ path, tool, version, input, output: result.ok ? result.value : null });
  }

  #note(acted: Acted): void {
    const { path, tool, version, input, output } = acted;
    const found = this.#ports.catalogue.tool(tool)?.versions.find((it) => it.version === version);
    if (found === undefined) return;
    this.#acted.set(path, acted);
    this.#effects.note({ path, input }, found, output);
  }

  /** What was done before the call was left: a join may be decided without it now. */
  async #recall(): Promise<void> {
    for (const acted of await this.#ports.leaving.actedBefore(this.#call.invocationId)) this.#note(acted);
  }

  /** A composition that waits may have done something before it came to that. */
  #outcomeOf({ outcome = 'none' }: Failure, { protocol }: Manifest): EffectOutcome {
    return outcome === 'none' && this.#waiting.isLeft && protocol === 'composite' ? 'unknown' : outcome;
  }

  /** What a call that is left has not done yet is not told: it is, once the call goes on. */
  #tell(path: string, node: Node, outcome: Outcome, ms: number): void {
    if (node.kind !== 'tool' || this.#waiting.isLeft) return;
    this.#ended += 1;
    if (this.#isCounted) this.#ports.metrics.step(this.#compiled.notation, outcome.status, ms);
    this.#call.onProgress?.({
      progress: this.#ended,
      total: Math.max(this.#ended, this.#compiled.plan.nodes.length),
      message: `${path}: ${outcome.status}`,
    });
  }

  async #undo(lost: readonly string[]): Promise<void> {
    for (const { path, problem } of await this.#effects.undo(lost, this.#context, this.#ports))
      if (problem !== undefined)
        this.#warnings.push(`${path}: what it did is not wanted, and could not be undone: ${problem}`);
  }

  /** The call ends for now: its caller is told where somebody decides, and it goes on by itself afterwards. */
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
      const acted = leavesBranches(this.#compiled.plan) ? [...this.#acted.values()] : [];
      await leaving.leave({ ...left(), ...owner, waits, effect: this.#effect, leftAt, acted });
    } catch (cause) {
      onProblem(cause);
      return fail('unavailable', notLeft, {
        retryAfterMs: 1_000,
        outcome: this.#effect === 'none' ? 'none' : 'unknown',
      });
    }
    const until = leftAt + approvalDefaults.expiresAfterMs;
    const pause = { status: 'awaiting_approval', ...approval, invocationId, until } as const;
    return ok({ content: [], isError: false, source: `composite:${manifest.name}`, pause });
  }
}

/** What one step more leaves of what is known of the whole's effect. */
const worse = (a: EffectOutcome, b: EffectOutcome): EffectOutcome =>
  a === 'unknown' || b === 'unknown' ? 'unknown' : a === 'done' || b === 'done' ? 'done' : 'none';

const notLeft =
  'A step waits for a person, and that could not be written down just now. Call again under the same idempotency key in a moment: what is done by then is not done again.';

const tooMuch = `What the steps of the composition give takes more than ${Math.round(runDefaults.mostOutput / 1_000_000)} million characters of JSON together: ask the tools for less.`;

/** Of texts their own length. */
const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0);
