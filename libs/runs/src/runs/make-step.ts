import { type Envelope, type Invoke, type Manifest, maxDeadlineMs, type StepSettings } from '@assay/contracts';
import {
  type AwaitLimits,
  type InvocationContext,
  type Invoked,
  type InvokeTool,
  isLimitedForNow,
  type PartOf,
} from '@assay/gateway';
import type { Caller, Directory } from '@assay/identity';
import { type Clock, digestJson, err, type Failure, fail, ok, type Result } from '@assay/kernel';
import type { FindTools } from '../find-tools.js';
import type { ToolNode } from '../plan.js';
import type { ToolInput } from '../run/make-input.js';
import type { StepCall, StepEnd } from '../run/scope.js';
import { type AwaitPersonsPorts, awaitEnd, type Waiting, waitsForPerson, waitsStill } from './await-persons.js';
import { callerNow } from './caller-now.js';

/** For whom, and as a part of what, a composition makes its calls. */
export interface StepContext {
  readonly caller: Caller;
  readonly traceId: string;
  /** W3C baggage, passed on to the tools. */
  readonly baggage?: string | undefined;
  readonly session?: string | undefined;
  readonly task?: string | undefined;
  /** Stays the same when the composition is carried out again: what its steps' idempotency keys are made of. */
  readonly key: string;
  /** Compositions around this one, itself included. */
  readonly nesting: number;
  /** Of what a step is a part, by its path and its node. */
  readonly partOf?: (path: string, node?: ToolNode) => PartOf;
}

/** Called for a step that waits for a person; returns the function to call when it no longer does. */
export type OnWaiting = (call: Waiting) => () => void;

export interface MakeStepPorts extends AwaitPersonsPorts {
  readonly clock: Pick<Clock, 'after' | 'now'>;
  readonly directory: Directory;
  readonly invoke: Pick<InvokeTool, 'run'>;
  /** Waits until the limits of a step's call have room; steps that they have no room for fail when absent. */
  readonly awaitLimits?: Pick<AwaitLimits, 'run'>;
}

export interface StepResult {
  readonly result: StepEnd;
  /** As the call was recorded; undefined when there was none. */
  readonly envelope: Envelope | undefined;
}

/**
 * Makes one step's call through the gateway, as any other call is made, and waits for the person it may need. `waiting` is
 * the call of a step that waited already when the run was left.
 */
export async function makeStep(
  step: StepCall,
  context: StepContext,
  tools: Pick<FindTools, 'find'>,
  ports: MakeStepPorts,
  { onWaiting, waiting }: { readonly onWaiting: OnWaiting; readonly waiting?: Waiting | undefined },
): Promise<StepResult> {
  if (waiting !== undefined) return awaited(waiting, step, tools, ports, onWaiting);
  const first = await called(step, context, tools, ports);
  if (!first.ok) return { result: first, envelope: undefined };
  const { envelope, failure, text } = first.value;
  // Started earlier by another replica, it outlasts this step's whole time: that replica may be gone.
  if (envelope.status === 'running') return { result: stillRuns(envelope), envelope };
  if (waitsStill(envelope)) return awaited(envelope, step, tools, ports, onWaiting);
  return { result: { ...resultOf(envelope, failure), text }, envelope };
}

async function awaited(
  call: Waiting,
  step: StepCall,
  tools: Pick<FindTools, 'find'>,
  ports: MakeStepPorts,
  onWaiting: OnWaiting,
): Promise<StepResult> {
  if (waitsForPerson(call)) step.stepAside();
  const goOn = waitsForPerson(call) ? onWaiting(call) : () => undefined;
  const envelope = await awaitEnd(call, step.signal, ports).finally(goOn);
  if (envelope === undefined) return { result: notAwaited(call, step), envelope };
  const found = tools.find(step.node.tool);
  const text = found.ok ? textOf({ envelope }, found.value.manifest, step.node.settings) : undefined;
  return { result: { ...resultOf(envelope, undefined), text }, envelope };
}

async function called(
  { node, path, input, allowedMs, leftMs = allowedMs, signal }: StepCall,
  { caller: begunBy, traceId, baggage, session, task, key, nesting, partOf }: StepContext,
  tools: Pick<FindTools, 'find'>,
  { invoke, directory, clock, awaitLimits }: MakeStepPorts,
): Promise<Result<Pick<Invoked, 'envelope' | 'failure'> & { readonly text?: string | undefined }, Failure>> {
  const found = tools.find(node.tool);
  if (!found.ok) return found;
  const caller = callerNow(begunBy, directory, clock.now());
  if (!caller.ok) return caller;
  const { version, manifest, isExact } = found.value;
  const request: Invoke = {
    tool: `${manifest.name}@${version.version}`,
    input: { ...input },
    // A range leaves room for declared fallbacks, although the run keeps the version it started with.
    ...(!isExact && { fallback: 'declared' as const }),
    ...callSettings(node.settings),
    ...(manifest.annotations?.readOnlyHint !== true && { idempotencyKey: stepKey(key, path) }),
    ...(session !== undefined && { session }),
    ...(task !== undefined && { task }),
  };
  const of = partOf && { partOf: () => partOf(path, node) };
  const until = clock.now() + leftMs;
  for (;;) {
    const asking = { caller: caller.value, version, session, input, signal };
    await awaitLimits?.run({ ...asking, withinMs: until - clock.now() });
    // What it waited is the run's time and not the step's, as long as the run has any.
    const deadlineMs = Math.min(maxDeadlineMs, Math.max(1, Math.floor(Math.min(allowedMs, until - clock.now()))));
    const context = {
      caller: caller.value,
      traceId,
      baggage,
      signal,
      isWhole: true,
      nesting,
      ...of,
      ...fixedIn(input, node.settings),
    };
    const made = await invoke.run({ ...request, deadlineMs }, context);
    const waitMs = made.failure && isLimitedForNow(made.failure) ? (made.failure.retryAfterMs ?? 0) : undefined;
    // Another step may have taken the room meanwhile.
    const hasRoom = waitMs !== undefined && clock.now() + waitMs < until;
    if (awaitLimits === undefined || !hasRoom || signal.aborted)
      return ok({ ...made, text: textOf(made, manifest, node.settings) });
  }
}

/** What may not be changed of an input on its way to the tool. */
function fixedIn(input: ToolInput, { fixed }: StepSettings = {}): Pick<InvocationContext, 'fixed'> {
  const names = (fixed ?? []).filter((name) => Object.hasOwn(input, name));
  return names.length === 0 ? {} : { fixed: Object.fromEntries(names.map((name) => [name, input[name]])) };
}

/** What a step gives is passed on whole: its `output` shapes what the run returns of it. */
function callSettings({
  output: _output,
  fixed: _fixed,
  ...settings
}: StepSettings = {}): Omit<StepSettings, 'output' | 'fixed'> {
  return settings;
}

/** What a tool that declares no output schema gave as text, where its output is what that text holds as JSON. */
function textOf(
  { envelope: { output }, answer, isAltered }: Pick<Invoked, 'envelope' | 'answer' | 'isAltered'>,
  { outputSchema, protocol }: Manifest,
  { corroborate }: StepSettings = {},
): string | undefined {
  const isParsed = typeof output === 'object' && output !== null && !Array.isArray((output as Content).content);
  if (outputSchema !== undefined || !isParsed) return undefined;
  // What policies or other tools changed, and what was answered from a record, is written out again.
  if (answer === undefined || isAltered || corroborate !== undefined)
    return protocol === 'mcp' ? JSON.stringify(output) : undefined;
  const [block, ...more] = answer.content as readonly { readonly type?: string; readonly text?: string }[];
  return answer.structured === undefined && block?.type === 'text' && more.length === 0 ? block.text : undefined;
}

interface Content {
  readonly content?: unknown;
}

/** A step's key: the same for the same step of the same run on every replica. */
export const stepKey = (runKey: string, path: string): string =>
  `run-step:${digestJson(['assay-run-step-v1', runKey, path]).replace('sha256:', '')}`;

function resultOf(envelope: Envelope, failure: Failure | undefined): Result<unknown, Failure> {
  if (envelope.error === undefined && envelope.status !== 'cancelled') return ok(envelope.output);
  if (failure !== undefined) return err({ ...failure, outcome: envelope.error?.outcome ?? failure.outcome ?? 'none' });
  const { code, message, outcome } = envelope.error ?? {
    code: 'cancelled' as const,
    message: 'The call was cancelled.',
    outcome: 'none' as const,
  };
  return err({ code, message, outcome });
}

const stillRuns = ({ id }: Envelope): Result<never, Failure> =>
  fail(
    'deadline_exceeded',
    `Deadline exceeded; the call ${id} of this step is still running; check GET /v1/invocations/${id}.`,
    { outcome: 'unknown' },
  );

/** The run was given up, or its time was over, while the step waited. What it waits for goes on without it. */
function notAwaited({ approval, escalation }: Waiting, { signal }: StepCall): Result<never, Failure> {
  const what = approval ?? escalation;
  if (signal.reason === 'deadline')
    return fail(
      'deadline_exceeded',
      `The deadline expired while the step waited${what === undefined ? '' : ` for a person, who decides at ${what.url}`}. Call again under the same idempotency key: completed work is not repeated.`,
    );
  return fail('cancelled', 'It was cancelled while it waited.');
}
