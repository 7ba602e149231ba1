import { type Outcome as EffectOutcome, errorTable } from '@assay/contracts';
import type { CallOrigin, ToolTransport, UpstreamAnswer, UpstreamCall } from '../../invocation/tool-transport.js';
import type { Clock } from '../../kernel/clock.js';
import { type Failure, fail } from '../../kernel/failure.js';
import type { LanguageModel } from '../../kernel/language-model.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { compositionBounds } from '../check/check-plan.js';
import { type Compiled, type CompilePorts, compileComposition, expectedMsOf } from '../compile-composition.js';
import { chooseByModel } from '../run/choose-by-model.js';
import { execute } from '../run/execute.js';
import type { Outcome } from '../run/outcome.js';
import type { StepCall } from '../run/scope.js';
import { type MakeStepPorts, makeStep, type StepContext } from '../runs/make-step.js';
import type { RunMetrics } from '../runs/run-metrics.js';
import { runStatusOf } from '../runs/run-view.js';
import { Effects } from '../runs/undo-losers.js';
import { compositionOf } from './definition.js';

export interface CompositeTransportPorts extends CompilePorts, MakeStepPorts {
  readonly clock: Clock;
  readonly languageModel: LanguageModel | null;
  readonly metrics: RunMetrics;
}

/**
 * Calls tools that are compositions: each of their steps is a call of the same caller through the gateway. Steps that may
 * have effects carry keys made of the whole call's, so that the whole repeated under its key does nothing twice.
 */
export class CompositeTransport implements ToolTransport {
  readonly #ports: CompositeTransportPorts;

  constructor(ports: CompositeTransportPorts) {
    this.#ports = ports;
  }

  async call(call: UpstreamCall): Promise<Result<UpstreamAnswer, Failure>> {
    const { origin, manifest } = call;
    if (origin === undefined)
      return fail('protocol_unavailable', 'A composition runs for a caller, and there is none here.');
    if (origin.nesting >= compositionBounds.nesting)
      return fail(
        'tool_error',
        `${manifest.name} was not run: compositions nest at most ${compositionBounds.nesting} deep, and this one would be deeper.`,
      );
    const read = compositionOf(manifest);
    const compiled = read.ok
      ? compileComposition(read.value, origin.caller, this.#ports, {
          inputSchema: manifest.inputSchema,
          at: '/endpoint/definition',
        })
      : read;
    if (compiled.ok) return this.#run(call, origin, compiled.value);
    const told = compiled.error.map(({ path, message }) => `${path} ${message}`).join('; ');
    return fail('tool_error', `${manifest.name} cannot run for you: ${told}.`, { issues: compiled.error });
  }

  async #run(call: UpstreamCall, origin: CallOrigin, compiled: Compiled): Promise<Result<UpstreamAnswer, Failure>> {
    const { plan, tools, notation } = compiled;
    const { clock, languageModel, metrics } = this.#ports;
    const { caller, session, task, nesting } = origin;
    const context: StepContext = {
      ...{ caller, session, task },
      traceId: call.traceId ?? '',
      key: `${call.manifest.name} ${call.idempotencyKey ?? call.invocationId}`,
      nesting: nesting + 1,
    };
    const begun = clock.monotonic();
    let ended = 0;
    let effect: EffectOutcome = 'none';
    const effects = new Effects();
    const { outcomes, lost } = await execute(plan, {
      input: call.input,
      deadlineMs: call.deadline.remainingMs(),
      signal: call.deadline.signal,
      clock,
      step: async (step) => {
        const { result, reads, version } = await this.#step(step, context, compiled);
        const acted = result.ok || (result.error.outcome ?? 'none') !== 'none';
        if (!reads && acted && version !== undefined) effects.note(step, version, result.ok ? result.value : null);
        if (!reads) effect = worse(effect, result.ok ? 'done' : (result.error.outcome ?? 'none'));
        return result;
      },
      expectedMs: (tool) => {
        const found = tools.find(tool);
        return found.ok ? expectedMsOf(found.value.version) : undefined;
      },
      choose: (node, incoming, signal) => chooseByModel(languageModel, node, incoming, signal),
      ended: (path, node, outcome, ms) => {
        if (node.kind !== 'tool') return;
        ended += 1;
        metrics.step(notation, outcome.status, ms);
        call.onProgress?.({
          progress: ended,
          total: Math.max(ended, plan.nodes.length),
          message: `${path}: ${outcome.status}`,
        });
      },
    });
    await effects.undo(lost, context, this.#ports);
    metrics.run(notation, runStatusOf(plan, outcomes), clock.monotonic() - begun);
    return answerOf(call, compiled, outcomes, effect);
  }

  async #step(step: StepCall, context: StepContext, { tools }: Compiled) {
    const found = tools.find(step.node.tool);
    const reads = found.ok && found.value.manifest.annotations?.readOnlyHint === true;
    const { result } = await makeStep(step, context, tools, this.#ports, { onWaiting: () => () => undefined });
    return { result, reads, version: found.ok ? found.value.version : undefined };
  }
}

/** What one step more leaves of what is known of the whole's effect. */
const worse = (a: EffectOutcome, b: EffectOutcome): EffectOutcome =>
  a === 'unknown' || b === 'unknown' ? 'unknown' : a === 'done' || b === 'done' ? 'done' : 'none';

/** The one output; of a plan its output steps' by their ids. What failed is named, and whether anything was done by then. */
function answerOf(
  { manifest, deadline }: UpstreamCall,
  { notation, plan }: Compiled,
  outcomes: readonly Outcome[],
  effect: EffectOutcome,
): Result<UpstreamAnswer, Failure> {
  const outputs = plan.outputs.map((at) => [plan.nodes[at]?.id, outcomes[at]] as const);
  const values = outputs.flatMap(([id, it]) => (it?.status === 'succeeded' ? [[id, it.output] as const] : []));
  if (values.length < outputs.length) return err(failureOf(plan, outcomes, effect, deadline.signal));
  const output = notation === 'plan' ? Object.fromEntries(values) : values[0]?.[1];
  const text = typeof output === 'string' ? output : JSON.stringify(output ?? null);
  return ok({
    content: [{ type: 'text', text }],
    ...(typeof output !== 'string' && { structured: output ?? null }),
    isError: false,
    source: `composite:${manifest.name}`,
  });
}

function failureOf(
  plan: Compiled['plan'],
  outcomes: readonly Outcome[],
  effect: EffectOutcome,
  signal: AbortSignal,
): Failure {
  const at = outcomes.findIndex(({ status }) => status === 'failed');
  const first = outcomes[at];
  if (first?.status !== 'failed') {
    const isLate = signal.reason === 'deadline';
    const message = isLate ? 'The time was over before the composition had ended.' : 'The composition was cancelled.';
    return { code: isLate ? 'deadline_exceeded' : 'cancelled', message, outcome: unfinished(effect) };
  }
  const { code, message, retryAfterMs } = first.failure;
  return {
    // What is wrong with a step's input is not wrong with the whole's.
    code: code === 'invalid_input' || code === 'not_found' ? 'tool_error' : code,
    message: `${plan.nodes[at]?.id}: ${message}`,
    outcome: errorTable[code].retryable ? unfinished(effect) : effect,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** Repeated under its key it goes on from there: what was done is not the end. */
const unfinished = (effect: EffectOutcome): EffectOutcome => (effect === 'done' ? 'unknown' : effect);
