import type { Pointer, RunView } from '@assay/contracts';
import { type KeepOutput, pointerTo } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { isLongerThan, isoTime } from '@assay/kernel';

export interface PlanOutputsParts {
  readonly keep: Pick<KeepOutput, 'pointer'>;
  readonly maxInlineBytes: number;
  readonly now: () => number;
}

/**
 * A run as a model is shown it: an output that is longer than an answer may be is kept, and a pointer stands in its place,
 * as it does for a call. What cannot be kept stays, and why is a warning.
 */
export async function withPointers(run: RunView, caller: Caller, parts: PlanOutputsParts): Promise<RunView> {
  const warnings = [...run.warnings];
  const pointerFor = async (output: unknown, stepId: string): Promise<Pointer | undefined> => {
    if (output === undefined || !isLongerThan(output, parts.maxInlineBytes)) return undefined;
    const kept = await keepOutput(output, stepId, run, caller, parts);
    if (typeof kept !== 'string') return kept;
    warnings.push(`${stepId}: ${kept}`);
    return undefined;
  };
  const outputs: [string, RunView['outputs'][string]][] = [];
  for (const [id, each] of Object.entries(run.outputs)) {
    const { output, ...rest } = each;
    const pointer = await pointerFor(output, id);
    outputs.push([id, pointer === undefined ? each : { ...rest, pointer }]);
  }
  const { output, ...rest } = run;
  const pointer = await pointerFor(output, run.steps.at(-1)?.id ?? '');
  const whole = pointer === undefined ? run : { ...rest, pointer };
  return { ...whole, outputs: Object.fromEntries(outputs), warnings };
}

/** Where it is kept, or why it is not. */
async function keepOutput(
  output: unknown,
  stepId: string,
  run: RunView,
  caller: Caller,
  { keep, now }: PlanOutputsParts,
): Promise<Pointer | string> {
  const { tool = '', version = '', invocationId = run.id } = run.steps.find((it) => it.id === stepId) ?? {};
  const kept = await keep.pointer(output, {
    ...{ caller, tool, version, invocationId, at: isoTime(now()), source: `run:${run.id}` },
    ...{ freshness: 'live', confidence: 1, findings: [] },
  });
  return kept.ok ? pointerTo(kept.value.output) : kept.error;
}
