import { type Outcome as EffectOutcome, errorTable } from '@assay/contracts';
import type { UpstreamAnswer, UpstreamCall } from '@assay/gateway';
import { err, type Failure, ok, type Result } from '@assay/kernel';
import type { Compiled } from '../compile-composition.js';
import { givesByStep } from '../composition.js';
import type { Outcome } from '../run/outcome.js';
import { takenFailures } from '../runs/run-view.js';

export interface Reported {
  /** What the steps have done by now. */
  readonly effect: EffectOutcome;
  readonly warnings: readonly string[];
}

/**
 * The single output; for a plan those of its output steps by their ids. A failure names the step, and whether anything
 * was done by then. Failures handled by a later step are warnings.
 */
export function answerOf(
  { manifest, deadline }: UpstreamCall,
  { notation, plan }: Compiled,
  outcomes: readonly Outcome[],
  { effect, warnings }: Reported,
): Result<UpstreamAnswer, Failure> {
  const outputs = plan.outputs.map((at) => [plan.nodes[at]?.id, outcomes[at]] as const);
  const values = outputs.flatMap(([id, it]) => (it?.status === 'succeeded' ? [[id, it.output] as const] : []));
  if (values.length < outputs.length) return err(failureOf(plan, outcomes, effect, deadline.signal));
  const output = givesByStep(notation) ? Object.fromEntries(values) : values[0]?.[1];
  const text = typeof output === 'string' ? output : JSON.stringify(output ?? null);
  return ok({
    content: [{ type: 'text', text }],
    // Also of a text: read as one, "149.99" would become a number under an output schema that says text.
    structured: output ?? null,
    isError: false,
    source: `composite:${manifest.name}`,
    warnings: [...warnings, ...takenFailures(plan, outcomes)],
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
    const message = isLate
      ? 'The deadline expired before the composition completed.'
      : 'The composition was cancelled.';
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
