import {
  actTurns,
  type EachBody,
  type Issue,
  maxElements,
  type Notation,
  observedBy,
  type RunNotation,
} from '@assay/contracts';
import type { JsonSchema } from '@assay/json-schema';
import type { Clock, Failure, Result, Sliced } from '@assay/kernel';
import type { FindTool } from './known-tool.js';
import { type Chain, draftingChain } from './notations/chain.js';
import { type ComposedTool, draftingComposedTool } from './notations/composed-tool.js';
import type { Draft } from './notations/draft.js';
import { draftingPipeline, type ToolPipeline } from './notations/pipeline.js';
import { draftingToolPlan, type ToolPlan } from './notations/tool-plan.js';
import type { Plan } from './plan.js';
import type { Predicate } from './predicate.js';

/** A composition as it is written down: well-formed, and not read yet. */
export type Composition =
  | { readonly notation: 'plan'; readonly definition: ToolPlan }
  | { readonly notation: 'pipeline'; readonly definition: ToolPipeline }
  | { readonly notation: 'compose'; readonly definition: ComposedTool }
  | { readonly notation: 'chain'; readonly definition: Chain };

/** A composition that was read. */
export interface ReadComposition {
  readonly notation: RunNotation;
  readonly plan: Plan;
  readonly warnings: readonly Issue[];
  /** Where the notation itself says what it takes and gives; undefined otherwise. */
  readonly inputSchema: JsonSchema | undefined;
  readonly outputSchema: JsonSchema | undefined;
  /** A name and a description that its parts give it. */
  readonly name?: string;
  readonly description?: string;
}

export interface ReadPorts {
  readonly find: FindTool;
  readonly predicate: (text: string) => Result<Predicate, Failure>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

type DefinitionIn<N extends Notation> = Extract<Composition, { readonly notation: N }>['definition'];

/** What is known of one notation. A notation that is added needs a row in `notationRules`. */
interface NotationRule<D> {
  drafting(definition: D, ports: ReadPorts): Sliced<Draft<Omit<ReadComposition, 'notation'>>>;
  /** The tools a definition names, whatever else is wrong with it. */
  toolsIn(definition: D): readonly string[];
  /** How many calls it may come to; loops count in full. */
  callsIn(definition: D, callsOf: (tool: string) => number): number;
  /** Whether it gives its output steps' outputs by their ids; otherwise one output. */
  readonly givesByStep: boolean;
  /** Whether it takes an input of its own. */
  readonly takesInput: boolean;
}

interface Step {
  /** Absent of a question. */
  readonly tool?: string;
  readonly each?: EachBody;
}

/** A definition that is a list of steps. */
const ofSteps = {
  toolsIn: ({ steps }: { readonly steps: readonly Step[] }) => steps.flatMap(({ tool }) => tool ?? []),
  callsIn: ({ steps }: { readonly steps: readonly Step[] }, callsOf: (tool: string) => number) =>
    steps.reduce((sum, { tool, each }) => sum + (tool === undefined ? 1 : callsOf(tool)) * elementsOf(each), 0),
};

/** Elements of a list, as far as they are known beforehand. */
const elementsOf = (each: EachBody | undefined): number =>
  each === undefined ? 1 : Array.isArray(each.in) ? each.in.length : (each.max ?? maxElements);

const notationRules: { readonly [N in Notation]: NotationRule<DefinitionIn<N>> } = {
  plan: {
    ...ofSteps,
    drafting: (definition, { find, clock }) => withPlan(draftingToolPlan(definition, find, clock)),
    givesByStep: true,
    takesInput: false,
  },
  pipeline: {
    ...ofSteps,
    drafting: (definition, { find, clock }) => draftingPipeline(definition, find, clock),
    givesByStep: false,
    takesInput: true,
  },
  compose: {
    ...ofSteps,
    drafting: (definition, { find, clock }) => withPlan(draftingComposedTool(definition, find, clock)),
    givesByStep: false,
    takesInput: true,
  },
  chain: {
    drafting: (definition, ports) => withPlan(draftingChain(definition, ports)),
    toolsIn: toolsInChain,
    callsIn: callsInChain,
    givesByStep: false,
    takesInput: true,
  },
};

const ruleOf = (notation: Notation) => notationRules[notation] as NotationRule<Composition['definition']>;

/** Whether a composition gives its output steps' outputs by their ids; otherwise it gives one output. */
export const givesByStep = (notation: RunNotation): boolean => notation !== 'code' && ruleOf(notation).givesByStep;

/** Whether a notation has an input of its own to refer to. */
export const takesInput = (notation: Notation): boolean => ruleOf(notation).takesInput;

/** Reads as much of a composition of any notation as can be read; every problem has its place in the definition. */
export function* draftingComposition(
  { notation, definition }: Composition,
  ports: ReadPorts,
): Sliced<Draft<ReadComposition>> {
  const { value, issues } = yield* ruleOf(notation).drafting(definition, ports);
  return { value: value && { notation, ...value }, issues };
}

function* withPlan(drafting: Sliced<Draft<Plan>>): Sliced<Draft<Omit<ReadComposition, 'notation'>>> {
  const { value, issues } = yield* drafting;
  return { value: value && { warnings: [], inputSchema: undefined, outputSchema: undefined, plan: value }, issues };
}

/** The tools a definition names, whatever else is wrong with it. */
export const toolsNamedIn = ({ notation, definition }: Composition): readonly string[] =>
  ruleOf(notation).toolsIn(definition);

/** How many calls a composition may come to, when each of its tools comes to so many; loops count in full. */
export const callsIn = ({ notation, definition }: Composition, callsOf: (tool: string) => number): number =>
  ruleOf(notation).callsIn(definition, callsOf);

function toolsInChain(definition: Chain): readonly string[] {
  const named: string[] = [];
  const visit = (chain: Chain): void => {
    if ('tool' in chain) named.push(chain.tool);
    else if ('sequence' in chain) chain.sequence.forEach(visit);
    else if ('parallel' in chain) Object.values(chain.parallel.branches).forEach(visit);
    else if ('repeat' in chain) visit(chain.repeat.body);
    else if ('each' in chain) visit(chain.each.do);
    else if ('act' in chain) named.push(observedBy(chain.act).tool, ...chain.act.tools);
    else if ('branch' in chain) {
      Object.values(chain.branch.cases).forEach(visit);
      if (chain.branch.default !== undefined) visit(chain.branch.default);
    }
  };
  visit(definition);
  return named;
}

function callsInChain(definition: Chain, callsOf: (tool: string) => number): number {
  const sumOf = (chains: readonly Chain[]): number => chains.reduce((sum, chain) => sum + inChain(chain), 0);
  const inChain = (chain: Chain): number => {
    if ('tool' in chain) return callsOf(chain.tool);
    if ('sequence' in chain) return sumOf(chain.sequence);
    if ('parallel' in chain) return sumOf(Object.values(chain.parallel.branches));
    if ('repeat' in chain) return chain.repeat.max * inChain(chain.repeat.body);
    if ('each' in chain) return elementsOf(chain.each) * inChain(chain.each.do);
    if ('ask' in chain) return 1;
    if ('act' in chain) return 2 * (chain.act.max ?? actTurns.default);
    const { cases, default: otherwise } = chain.branch;
    return Math.max(0, ...[...Object.values(cases), ...(otherwise ? [otherwise] : [])].map(inChain));
  };
  return inChain(definition);
}
