import type { Issue, Notation } from '@assay/contracts';
import type { JsonSchema } from '../catalog/json-schema.js';
import type { Clock } from '../kernel/clock.js';
import type { Failure } from '../kernel/failure.js';
import { err, ok, type Result } from '../kernel/result.js';
import type { FindTool } from './known-tool.js';
import { type Chain, readChain } from './notations/chain.js';
import { type ComposedTool, readComposedTool } from './notations/composed-tool.js';
import { readPipeline, type ToolPipeline } from './notations/pipeline.js';
import { readToolPlan, type ToolPlan } from './notations/tool-plan.js';
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
  readonly warnings: readonly string[];
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

/** Reads a composition of any notation, or tells every problem at once, each with its place in the definition. */
export function readComposition(composition: Composition, ports: ReadPorts): Result<ReadComposition, Issue[]> {
  const { notation } = composition;
  const nothing = { notation, warnings: [], inputSchema: undefined, outputSchema: undefined };
  switch (composition.notation) {
    case 'plan':
      return withPlan(readToolPlan(composition.definition, ports.find), nothing);
    case 'compose':
      return withPlan(readComposedTool(composition.definition, ports.find), nothing);
    case 'chain':
      return withPlan(readChain(composition.definition, ports), nothing);
    case 'pipeline': {
      const read = readPipeline(composition.definition, ports.find, ports.clock);
      return read.ok ? ok({ notation, ...read.value }) : read;
    }
  }
}

const withPlan = (
  read: Result<Plan, Issue[]>,
  rest: Omit<ReadComposition, 'plan'>,
): Result<ReadComposition, Issue[]> => (read.ok ? ok({ ...rest, plan: read.value }) : err(read.error));

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
