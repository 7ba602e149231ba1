import type { JoinAgreement } from '@assay/gateway';
import type { Failure, Result } from '@assay/kernel';
import type { Called } from '../code/called.js';
import type { Element } from '../expression.js';
import type { ActNode, AskNode, BranchNode, Node, StepNode, ToolNode } from '../plan.js';
import type { ToolInput } from './make-input.js';
import type { MadeCall, Outcome } from './outcome.js';
import type { Slots } from './slots.js';
import type { Sources } from './sources.js';

/** One call of a tool that a run makes. */
export interface StepCall<N extends StepNode = ToolNode> {
  readonly node: N;
  /** Where in the run: the ids of the nodes around it, with the turn of loops, then its own. */
  readonly path: string;
  readonly input: ToolInput;
  /** How long it may take, in ms. */
  readonly allowedMs: number;
  /** How long its plan still has, in ms: what it may wait before it begins. `allowedMs` when absent. */
  readonly leftMs?: number;
  /** Aborts when it is not needed any more. */
  readonly signal: AbortSignal;
  /** For a call that code makes: what it asked for. */
  readonly called?: Called;
  /** Gives its place in the run to another call: it waits for a person. Once; again does nothing. */
  readonly stepAside: () => void;
}

/** What a call gave; `text` of a tool without an output schema, where the output is what its text holds as JSON. */
export type StepEnd = Result<unknown, Failure> & { readonly text?: string | undefined };

/** Makes the call; the failure of one that does not succeed. Never rejects. */
export type RunStep = (call: StepCall) => Promise<StepEnd>;

/** Asks a person the question in the input, and waits for the answer. Never rejects. */
export type AskPerson = (call: StepCall<AskNode>) => Promise<Result<unknown, Failure>>;

/**
 * What a model chooses at a branch, whose place in the run is the path; null when it is not sure enough. Of an act, the
 * action it decides on, as it wrote it.
 */
export type Choose = (
  node: BranchNode | ActNode,
  incoming: unknown,
  signal: AbortSignal,
  path: string,
) => Promise<Result<string | null, Failure>>;

/** How a join was decided: the branches it took; null when it was lost, for what then. */
export type JoinDecision =
  | { readonly winners: readonly string[] }
  | { readonly winners: null; readonly failure: Failure };

/** A branch that a join takes, and the call that gave its output. */
export interface AnsweredBranch {
  readonly name: string;
  readonly call: MadeCall;
  readonly output: unknown;
}

/** Compares what branches say of the same; gives outputs that are changed by that, by branch. Never rejects. */
export type AgreeBranches = (branches: readonly AnsweredBranch[], signal: AbortSignal) => Promise<JoinAgreement>;

/** How joins were decided, by their places, so that a run that is carried out again takes the same branches. */
export interface JoinDecisions {
  recall(path: string): JoinDecision | undefined;
  note(path: string, decision: JoinDecision): void;
}

/** What every plan of a run shares. */
export interface Run {
  readonly input: unknown;
  readonly step: RunStep;
  readonly slots: Slots;
  /** Called for every node that ended, tools and others. */
  readonly ended: (path: string, node: Node, outcome: Outcome, ms: number) => void;
  /** What goes on after a join was decided without it; the run is over when these are. */
  readonly stragglers: Promise<unknown>[];
  /** In ms, from any moment on. */
  readonly now: () => number;
  /** Expected latency of a tool's calls (p95), in ms. */
  readonly expectedMs: (tool: string) => number;
  readonly after: (ms: number, run: () => void) => () => void;
  /** Milliseconds since the epoch, for predicates. */
  readonly wallClock: () => number;
  readonly choose: Choose;
  readonly ask: AskPerson;
  /** Runs a node that holds plans of its own. */
  readonly control: RunControl;
  /** Of joins other than `all`, which leave branches behind. */
  readonly joins: JoinDecisions;
  /** Branches are not compared without it. */
  readonly agree?: AgreeBranches | undefined;
  readonly warn: (text: string) => void;
  /** Called for a branch whose join was decided without it, with its place: its effects are not wanted. */
  readonly lost: (path: string) => void;
}

/** One plan of a run, once. */
export interface Scope {
  readonly run: Run;
  readonly incoming: unknown;
  readonly incomingText?: string | undefined;
  /** Of the list that the plan, or one around it, is run for. */
  readonly element?: Element | undefined;
  /** What its nodes read instead of what this plan gives: the plan is the body of a step. */
  readonly outer?: Sources | undefined;
  /** When it has to be done, by the run's clock. */
  readonly until: number;
  readonly signal: AbortSignal;
  /** Of the node whose plan it is; empty for the run's own. */
  readonly path: string;
}

export type ControlNode = Exclude<Node, StepNode>;

export type RunControl = (node: ControlNode, scope: Scope, sources: Sources) => Promise<Outcome>;
