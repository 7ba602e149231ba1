import type { Envelope, Invoke, Manifest } from '@assay/contracts';
import type { InvokeTool } from '@assay/gateway';
import { type Clock, compileReshape } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { needsEvery } from '../join.js';
import type { Plan } from '../plan.js';
import { plansIn } from '../plans-in.js';
import type { StepCall } from '../run/scope.js';
import { type AwaitPersonsPorts, awaitEnd, type Waiting, waitsStill } from './await-persons.js';
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

/** Of a run, which can wait for the persons that an undo needs, for days if need be. */
export interface UndoPatience extends AwaitPersonsPorts {
  /** Ends the waiting: somebody else goes on with the run. */
  readonly signal: AbortSignal;
  /** An undo waits: answers what to call when it does no longer. */
  readonly onWaiting: (path: string, tool: string, call: Waiting) => () => void;
}

/** Longest an undo may take, in ms: the run's own time may be over. */
const undoMs = 30_000;

/** Whether a join in the plan may be decided without some of its branches. */
export const leavesBranches = ({ nodes }: Plan): boolean =>
  nodes.some(
    (node) =>
      (node.kind === 'parallel' && !needsEvery(node.join)) ||
      (node.kind !== 'tool' && plansIn(node).some(leavesBranches)),
  );

/** Where the undo of a step stands. */
export const undoPath = (path: string): string => `${path}/undo`;

/**
 * What the steps of a run did, so that what branches did whose join was decided without them is undone: the latest first,
 * outside the run's time and cancellation, once, since each undo carries a key of its own.
 */
export class Effects {
  readonly #all = new Map<string, Effect>();

  /** The latest is the last one. */
  note({ path, input }: Pick<StepCall, 'path' | 'input'>, version: ToolVersion, output: unknown): void {
    this.#all.delete(path);
    this.#all.set(path, { path, version, input, output });
  }

  /** It has had none after all. */
  forget(path: string): void {
    this.#all.delete(path);
  }

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  /** Whether something is to be undone. */
  has(lost: readonly string[]): boolean {
    return this.#within(lost).length > 0;
  }

  /** Without patience, what needs a person is not waited for. Never rejects. */
  async undo(
    lost: readonly string[],
    context: StepContext,
    ports: UndoPorts,
    patience?: UndoPatience,
  ): Promise<Undone[]> {
    const undone: Undone[] = [];
    for (const effect of this.#within(lost).reverse()) {
      if (patience?.signal.aborted) break;
      undone.push(await undo(effect, context, ports, patience).catch(() => gone(effect)));
    }
    return undone;
  }

  /** In the order they happened. Takes time linear in effects and the length of their places. */
  #within(lost: readonly string[]): Effect[] {
    if (lost.length === 0) return [];
    const places = new Set(lost);
    return [...this.#all.values()].filter(({ path }) => {
      for (let at = 1; at <= path.length; at += 1)
        if ((at === path.length || path[at] === '.' || path[at] === '[') && places.has(path.slice(0, at))) return true;
      return false;
    });
  }
}

const gone = ({ path, version }: Effect): Undone => ({
  path,
  tool: version.manifest.compensation?.tool ?? '',
  problem: 'something went wrong here',
});

async function undo(
  effect: Effect,
  context: StepContext,
  { invoke, clock }: UndoPorts,
  patience: UndoPatience | undefined,
): Promise<Undone> {
  const { path, version, input, output } = effect;
  const { caller, traceId, session, task, key, nesting, partOf } = context;
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
    idempotencyKey: stepKey(key, undoPath(path)),
    ...(session !== undefined && { session }),
    ...(task !== undefined && { task }),
  };
  const of = partOf && { partOf: () => partOf(undoPath(path)) };
  const { envelope } = await invoke.run(request, { caller, traceId, isWhole: true, nesting, ...of });
  const ended = waitsStill(envelope) && patience ? await awaited(path, tool, envelope, patience) : envelope;
  const problem = problemOf(ended);
  return { path, tool, invocationId: ended.id, ...(problem !== undefined && { problem }) };
}

async function awaited(path: string, tool: string, envelope: Envelope, patience: UndoPatience): Promise<Envelope> {
  const goOn = patience.onWaiting(path, tool, envelope);
  return (await awaitEnd(envelope, patience.signal, patience).finally(goOn)) ?? envelope;
}

function problemOf({ status, error, approval, escalation }: Envelope): string | undefined {
  if (status === 'succeeded' || status === 'conditional') return undefined;
  const where = approval ?? escalation;
  if (where !== undefined && error === undefined) return `it is waiting for a person's decision at ${where.url}`;
  return error?.message ?? `it is ${status}`;
}

async function inputOf(
  compensation: NonNullable<Manifest['compensation']>,
  step: { readonly input: unknown; readonly output: unknown },
  clock: UndoPorts['clock'],
): Promise<{ input: Record<string, unknown> } | { problem: string }> {
  const compiled = compileReshape(compensation.input ?? 'input', clock);
  const made = compiled.ok ? await compiled.value.apply(step) : compiled;
  if (!made.ok) return { problem: `its input cannot be computed: ${made.error.message}` };
  const { value } = made;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: 'its input is not an object' };
  return { input: value as Record<string, unknown> };
}
