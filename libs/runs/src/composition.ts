import type { Issue, Notation } from '@assay/contracts';
import type { JsonSchema } from '@assay/json-schema';
import type { Clock, Failure, Result } from '@assay/kernel';
import type { FindTool } from './known-tool.js';
import { type Chain, draftChain } from './notations/chain.js';
import { type ComposedTool, draftComposedTool } from './notations/composed-tool.js';
import type { Draft } from './notations/draft.js';
import { draftPipeline, type ToolPipeline } from './notations/pipeline.js';
import { draftToolPlan, type ToolPlan } from './notations/tool-plan.js';
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
  readonly notation: Notation;
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

/** Reads as much of a composition of any notation as can be read; every problem has its place in the definition. */
export function draftComposition(composition: Composition, ports: ReadPorts): Draft<ReadComposition> {
  const { notation } = composition;
  const nothing = { notation, warnings: [], inputSchema: undefined, outputSchema: undefined };
  switch (composition.notation) {
    case 'plan':
      return withPlan(draftToolPlan(composition.definition, ports.find), nothing);
    case 'compose':
      return withPlan(draftComposedTool(composition.definition, ports.find), nothing);
    case 'chain':
      return withPlan(draftChain(composition.definition, ports), nothing);
    case 'pipeline': {
      const { value, issues } = draftPipeline(composition.definition, ports.find, ports.clock);
      return { value: value && { notation, ...value }, issues };
    }
  }
}

const withPlan = ({ value, issues }: Draft<Plan>, rest: Omit<ReadComposition, 'plan'>): Draft<ReadComposition> => ({
  value: value && { ...rest, plan: value },
  issues,
});

/** The tools a definition names, whatever else is wrong with it. */
export function toolsNamedIn({ notation, definition }: Composition): readonly string[] {
  if (notation !== 'chain') return definition.steps.map(({ tool }) => tool);
  const named: string[] = [];
  const visit = (chain: Chain): void => {
    if ('tool' in chain) named.push(chain.tool);
    else if ('sequence' in chain) chain.sequence.forEach(visit);
    else if ('parallel' in chain) Object.values(chain.parallel.branches).forEach(visit);
    else if ('repeat' in chain) visit(chain.repeat.body);
    else {
      Object.values(chain.branch.cases).forEach(visit);
      if (chain.branch.default !== undefined) visit(chain.branch.default);
    }
  };
  visit(definition);
  return named;
}

/** How many calls a composition may come to, when each of its tools comes to so many; loops count in full. */
export function callsIn({ notation, definition }: Composition, callsOf: (tool: string) => number): number {
  if (notation !== 'chain') return definition.steps.reduce((sum, { tool }) => sum + callsOf(tool), 0);
  const sumOf = (chains: readonly Chain[]): number => chains.reduce((sum, chain) => sum + inChain(chain), 0);
  const inChain = (chain: Chain): number => {
    if ('tool' in chain) return callsOf(chain.tool);
    if ('sequence' in chain) return sumOf(chain.sequence);
    if ('parallel' in chain) return sumOf(Object.values(chain.parallel.branches));
    if ('repeat' in chain) return chain.repeat.max * inChain(chain.repeat.body);
    const { cases, default: otherwise } = chain.branch;
    return Math.max(0, ...[...Object.values(cases), ...(otherwise ? [otherwise] : [])].map(inChain));
  };
  return inChain(definition);
}
