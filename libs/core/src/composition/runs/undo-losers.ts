import type { Invoke, Manifest } from '@assay/contracts';
import type { ToolVersion } from '../../catalog/records.js';
import type { InvokeTool } from '../../invocation/invoke-tool.js';
import type { Clock } from '../../kernel/clock.js';
import { compileReshape } from '../../kernel/reshape.js';
import type { StepCall } from '../run/scope.js';
import { type StepContext, stepKey } from './make-step.js';

/** A step that took effect, or may have. */
interface Effect {
  readonly path: string;
  readonly version: ToolVersion;
  readonly input: unknown;
  readonly output: unknown;
}

/** How the effect of a step that nobody wants was undone. */
export interface Undone {
  /** Of the step. */
  readonly path: string;
  /** What undid it. */
  readonly tool: string;
  readonly invocationId?: string;
  /** Why it was not undone; undefined when it was. */
  readonly problem?: string;
}

export interface UndoPorts {
  readonly invoke: Pick<InvokeTool, 'run'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** Longest an undo may take, in ms: the run's own time may be over. */
const undoMs = 30_000;

/**
 * What the steps of a run did, so that what branches did whose join was decided without them is undone: the latest first,
 * outside the run's time and cancellation, once, since each undo carries a key of its own.
 */
export class Effects {
  readonly #all: Effect[] = [];

  note({ path, input }: StepCall, version: ToolVersion, output: unknown): void {
    this.#all.push({ path, version, input, output });
  }

  async undo(lost: readonly string[], context: StepContext, ports: UndoPorts): Promise<Undone[]> {
    const unwanted = this.#all.filter(({ path }) => lost.some((it) => path.startsWith(`${it}/`)));
    const undone: Undone[] = [];
    for (const effect of unwanted.reverse()) undone.push(await undo(effect, context, ports));
    return undone;
  }
}

async function undo(
  { path, version, input, output }: Effect,
  { caller, traceId, session, task, key, nesting }: StepContext,
  { invoke, clock }: UndoPorts,
): Promise<Undone> {
  const { compensation } = version.manifest;
  if (compensation?.tool === undefined)
    return { path, tool: '', problem: `${version.manifest.name} names no tool that undoes it` };
  const { tool } = compensation;
  const made = await inputOf(compensation, { input, output }, clock);
  if ('problem' in made) return { path, tool, problem: made.problem };
  const request: Invoke = {
    tool,
    input: made.input,
    deadlineMs: undoMs,
    idempotencyKey: stepKey(key, `${path}/undo`),
    ...(session !== undefined && { session }),
    ...(task !== undefined && { task }),
  };
  const { envelope } = await invoke.run(request, { caller, traceId, isWhole: true, nesting });
  const isDone = envelope.status === 'succeeded' || envelope.status === 'conditional';
  const problem = isDone ? undefined : (envelope.error?.message ?? `it is ${envelope.status}`);
  return { path, tool, invocationId: envelope.id, ...(problem !== undefined && { problem }) };
}

async function inputOf(
  compensation: NonNullable<Manifest['compensation']>,
  step: { readonly input: unknown; readonly output: unknown },
  clock: UndoPorts['clock'],
): Promise<{ input: Record<string, unknown> } | { problem: string }> {
  const compiled = compileReshape(compensation.input ?? 'input', clock);
  const made = compiled.ok ? await compiled.value.apply(step) : compiled;
  if (!made.ok) return { problem: `its input cannot be made: ${made.error.message}` };
  const { value } = made;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { problem: 'its input is no object' };
  return { input: value as Record<string, unknown> };
}
