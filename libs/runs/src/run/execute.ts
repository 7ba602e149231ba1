import { type Clock, type Failure, fail, ok, type Result } from '@assay/kernel';
import { unknownMs } from '../expected.js';
import type { Node, Plan } from '../plan.js';
import { hasNamedJoin } from '../plans-in.js';
import type { Outcome } from './outcome.js';
import { runControl } from './run-control.js';
import { runPlan } from './run-plan.js';
import type { AgreeBranches, AskPerson, Choose, JoinDecisions, RunStep } from './scope.js';
import { Slots } from './slots.js';

/** Maximum concurrent calls of a run, by default. */
export const stepsAtOnce = 64;
export interface Execution {
  readonly input: unknown;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  readonly step: RunStep;
  readonly clock: Clock;
  /** Expected latency of a tool (p95), in ms; undefined when unknown. */
  readonly expectedMs?: (tool: string) => number | undefined;
  readonly choose?: Choose;
  /** Without it, questions fail. */
  readonly ask?: AskPerson;
  /** Of a run that may be carried out again. */
  readonly joins?: JoinDecisions;
  /** Of joins that give several outputs. */
  readonly agree?: AgreeBranches;
  readonly ended?: (path: string, node: Node, outcome: Outcome, ms: number) => void;
  readonly atOnce?: number;
}

export interface Executed {
  /** One for each node of the plan, in its order. */
  readonly outcomes: readonly Outcome[];
  readonly warnings: readonly string[];
  /** Branches whose joins, other than `all`, were decided without them: the beginning of their steps' places. */
  readonly lost: readonly string[];
}

const tellNobody = (): void => undefined;
const askNobody: AskPerson = async () => fail('protocol_unavailable', 'Nobody can be asked here.');
const chooseNothing = async (): Promise<Result<null, Failure>> => ok(null);

const forgotten: JoinDecisions = { recall: () => undefined, note: () => undefined };

/** Runs a plan to its end, what a decided join left behind included. */
export async function execute(plan: Plan, execution: Execution): Promise<Executed> {
  const { input, deadlineMs, signal, step, clock, expectedMs } = execution;
  const warnings: string[] = [];
  const lost: string[] = [];
  const stragglers: Promise<unknown>[] = [];
  const now = (): number => clock.monotonic();
  const run = {
    input,
    step,
    slots: new Slots(execution.atOnce ?? stepsAtOnce),
    ended: execution.ended ?? tellNobody,
    stragglers,
    now,
    expectedMs: (tool: string): number => expectedMs?.(tool) ?? unknownMs,
    after: (ms: number, work: () => void) => clock.after(Math.max(0, ms), work),
    wallClock: () => clock.now(),
    choose: execution.choose ?? chooseNothing,
    ask: execution.ask ?? askNobody,
    agree: hasNamedJoin(plan) ? execution.agree : undefined,
    control: runControl,
    joins: execution.joins ?? forgotten,
    warn: (text: string) => void warnings.push(text),
    lost: (path: string) => void lost.push(path),
  };
  const outcomes = await runPlan(plan, { run, incoming: input, until: now() + deadlineMs, signal, path: '' });
  for (let at = 0; at < stragglers.length; at += 1) await stragglers[at];
  return { outcomes, warnings, lost };
}
