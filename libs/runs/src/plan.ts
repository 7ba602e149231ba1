import type { StepSettings } from '@assay/contracts';
import type { JsonSchema } from '@assay/json-schema';
import type { Reshape } from '@assay/kernel';
import type { Expression } from './expression.js';
import { wavesOf } from './graph.js';
import type { Join } from './join.js';
import type { Predicate } from './predicate.js';
import type { Missing, Source, Template } from './template.js';

/** How a node's input is made. */
export type InputRule =
  /** From references and literals. */
  | {
      readonly kind: 'template';
      readonly template: Template;
      readonly missing: Missing;
      /** Its expressions, which are evaluated before it is filled. */
      readonly expressions?: readonly PlacedExpression[];
    }
  /**
   * From one value whole: an object is the input; anything else, and the message of a failure that is forwarded, goes as
   * text into the property `textInto`.
   */
  | {
      readonly kind: 'handed';
      readonly from: Source;
      /** Null when the tool has no place for a text. */
      readonly textInto: string | null;
      /** Arguments that are added to it, and win. */
      readonly fixed?: { readonly template: Template; readonly expressions: readonly PlacedExpression[] };
    };

/** An expression, and its place within the arguments (a JSON pointer). */
export type PlacedExpression = readonly [expression: Expression, place: string];

interface NodeBase {
  /** Unique within the run, as the notation or its reader named it. */
  readonly id: string;
  /** What it adds to the path of the plan it is in; its id when absent. */
  readonly segment?: string;
  /** Where it stands in the notation, as a JSON pointer. */
  readonly place: string;
  /** Positions, within its plan, of the nodes that have to be done before it. */
  readonly needs: readonly number[];
}

/** One call of a tool. */
export interface ToolNode extends NodeBase {
  readonly kind: 'tool';
  /** `ns/tool` or `ns/tool@range`. */
  readonly tool: string;
  readonly input: InputRule;
  /** Where the notation says what its input is. */
  readonly inputPlace: string;
  /** Makes what is handed on of its result `{output, structured, text}`; where it fails, the step has failed. */
  readonly adapter?: Reshape;
  /** Settings of its call. */
  readonly settings?: StepSettings;
}

/** One of several plans, chosen by what was handed to it. */
export interface BranchNode extends NodeBase {
  readonly kind: 'branch';
  readonly from: Source;
  readonly on: Predicate | ModelChoice;
  readonly cases: ReadonlyMap<string, Plan>;
  readonly otherwise: Plan | null;
}

/** A choice that a model makes; below the threshold of confidence it is not taken. */
export interface ModelChoice {
  readonly question: string;
  readonly threshold: number;
}

/** Several plans at once. */
export interface ParallelNode extends NodeBase {
  readonly kind: 'parallel';
  readonly from: Source;
  /** In declared order. */
  readonly branches: readonly { readonly name: string; readonly plan: Plan }[];
  readonly join: Join;
  /** Of `best`: a number for each success, asked about its output. */
  readonly score: Predicate | null;
}

/** A plan again and again, each time with what it gave before. */
export interface RepeatNode extends NodeBase {
  readonly kind: 'repeat';
  readonly from: Source;
  readonly body: Plan;
  readonly max: number;
  readonly until: Predicate;
}

/** A plan for every element of a list, which is handed to it; gives the list of what it gave. */
export interface EachNode extends NodeBase {
  readonly kind: 'each';
  /** The list. */
  readonly in: Extract<InputRule, { readonly kind: 'template' }>;
  readonly inPlace: string;
  readonly body: Plan;
  /** The body is one step, which reads the outputs of the plan that this node is in. */
  readonly isStep: boolean;
  /** Elements under way at a time. */
  readonly concurrency: number;
  /** Longest list. */
  readonly max: number;
}

/** A question to a person; gives the answer. */
export interface AskNode extends NodeBase {
  readonly kind: 'ask';
  /** Makes `{question}`. */
  readonly input: Extract<InputRule, { readonly kind: 'template' }>;
  readonly inputPlace: string;
  readonly schema: JsonSchema;
  /** Name of the user who is asked; null: any user who may decide approvals. */
  readonly to: string | null;
  readonly timeoutMs: number;
}

/** A node that is one step of a run: a call, or a question. */
export type StepNode = ToolNode | AskNode;

/** A tool that a model may call in a loop. */
export interface OfferedTool {
  /** How the model names it: the last part of the tool's name. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/**
 * A loop in which a model acts: each turn observes, asks the model, and calls what it decides. Gives
 * `{outcome, result, steps, history}`.
 */
export interface ActNode extends NodeBase {
  readonly kind: 'act';
  /** Makes `{task, schema?, maxSteps?, deadlineMs?}`. */
  readonly in: Extract<InputRule, { readonly kind: 'template' }>;
  readonly inPlace: string;
  readonly observeInput: Readonly<Record<string, unknown>>;
  /** The call that observes, then those that may be decided on, in the order of `offers`; one is run at a time. */
  readonly body: Plan;
  readonly offers: readonly OfferedTool[];
  /** Turns at most. */
  readonly max: number;
}

export type Node = ToolNode | AskNode | BranchNode | ParallelNode | RepeatNode | EachNode | ActNode;

export const isStep = (node: Node): node is StepNode => node.kind === 'tool' || node.kind === 'ask';

/** What every notation is read into. Frozen through and through. */
export interface Plan {
  readonly nodes: readonly Node[];
  /** Of each node, the positions of those that need it. */
  readonly dependants: readonly (readonly number[])[];
  /** Every position, after all that it needs. */
  readonly order: readonly number[];
  /** A failed node's message is handed on as if it were its output; otherwise what needs it is skipped. */
  readonly forwardsFailures: boolean;
  /** Positions whose outputs are returned. */
  readonly outputs: readonly number[];
}

/** Completes a plan and freezes it. @throws when its nodes need each other in a circle: notations are checked before. */
export function planOf({ nodes, ...rest }: Omit<Plan, 'dependants' | 'order'>): Plan {
  const dependants: number[][] = nodes.map(() => []);
  for (const [at, { needs }] of nodes.entries()) for (const need of needs) dependants[need]?.push(at);
  const order = wavesOf(nodes.map((it) => it.needs)).waves.flat();
  if (order.length < nodes.length) throw new TypeError('the nodes of a plan need each other in a circle');
  return deepFrozen({ ...rest, nodes, dependants, order });
}

/**
 * Freezes plain objects and lists; what is compiled (expressions) is left as it is. Readers of long compositions freeze each
 * node as they read it, so that `planOf` finds all of them frozen.
 */
export function deepFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const prototype = Object.getPrototypeOf(value) as unknown;
  if (!Array.isArray(value) && prototype !== Object.prototype) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) deepFrozen(member);
  return value;
}
