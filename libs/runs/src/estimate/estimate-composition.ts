import type { Caller } from '@assay/identity';
import { type LoadTokenCounter, runAtOnce, type Sliced } from '@assay/kernel';
import { declaredLatency, type ToolVersion } from '@assay/registry';
import { compositionBounds } from '../check/check-plan.js';
import { type CompilePorts, compileComposition } from '../compile-composition.js';
import { compositionOf } from '../composites/definition.js';
import { toolsNamedIn } from '../composition.js';
import type { FindTools } from '../find-tools.js';
import type { Plan, ToolNode } from '../plan.js';
import { stepsAtOnce } from '../run/execute.js';
import { type Estimate, estimatingPlan, type StepVerdict, type ToolOutlook } from './estimate-plan.js';
import { outlookOfVersion } from './outlook-of-version.js';
import { type CallTokens, tokensOfCalls } from './tokens-of-calls.js';

export interface EstimatePorts extends CompilePorts {
  /** The fallbacks of a version if it failed, best first. */
  readonly standIns: (caller: Caller, version: ToolVersion) => readonly ToolVersion[];
  /** What policies say of a call of this caller, with the arguments that are known beforehand. */
  readonly verdict: (caller: Caller, version: ToolVersion, input: Readonly<Record<string, unknown>>) => StepVerdict;
  readonly loadTokens: LoadTokenCounter;
}

/** Steps of compositions within that are looked into at the most, which takes some hundred milliseconds. */
const maxLookedInto = 20_000;

/** A composition that may run, as far as estimating needs it. */
export interface Estimated {
  readonly plan: Plan;
  readonly tools: Pick<FindTools, 'find'>;
}

/** What runs are expected to take, cost and need, for one caller. Compositions within are looked into. */
export class EstimateComposition {
  readonly #ports: EstimatePorts;
  readonly #caller: Caller;

  constructor(ports: EstimatePorts, caller: Caller) {
    this.#ports = ports;
    this.#caller = caller;
  }

  /** Steps of compositions within that may still be looked into. */
  #left = maxLookedInto;

  estimating = (estimated: Estimated): Sliced<Estimate> => this.#estimating(estimated, 1, new Map());

  /** What its calls come to in the conversation of a model; null when the definition is too long to be counted. */
  async tokens({ plan, tools }: Estimated, definition: unknown): Promise<CallTokens | null> {
    const manifestOf = (tool: string) => found(tools, tool).manifest;
    return tokensOfCalls(plan, definition, manifestOf, await this.#ports.loadTokens());
  }

  /** @param within Estimates of compositions that were looked into, by version. */
  #estimating({ plan, tools }: Estimated, depth: number, within: Map<string, Estimate | undefined>): Sliced<Estimate> {
    const outlooks = new Map<string, ToolOutlook>();
    const outlook = (tool: string): ToolOutlook => {
      const known = outlooks.get(tool) ?? this.#outlookOf(tools, tool, depth, within);
      outlooks.set(tool, known);
      return known;
    };
    return estimatingPlan(plan, { tool: outlook, verdict: (node) => this.#verdict(tools, node), atOnce: stepsAtOnce });
  }

  #outlookOf(
    tools: Estimated['tools'],
    tool: string,
    depth: number,
    within: Map<string, Estimate | undefined>,
  ): ToolOutlook {
    const { version, isExact } = found(tools, tool);
    const standIns = isExact ? [] : this.#ports.standIns(this.#caller, version);
    const { latencyOf = declaredLatency, catalogue } = this.#ports;
    const { organisationId } = this.#caller;
    const inner = this.#inner(version, depth, within);
    return outlookOfVersion(version, standIns, inner, { organisationId, latencyOf, catalogue });
  }

  /** Of a composition that cannot run for this caller nothing is known beforehand. */
  #inner(version: ToolVersion, depth: number, within: Map<string, Estimate | undefined>): Estimate | undefined {
    const { manifest, id } = version;
    if (manifest.protocol !== 'composite' || depth >= compositionBounds.nesting) return undefined;
    if (within.has(id)) return within.get(id);
    const read = compositionOf(manifest);
    this.#left -= read.ok ? toolsNamedIn(read.value).length : 0;
    if (this.#left < 0) return undefined;
    const { inputSchema } = manifest;
    const compiled = read.ok && compileComposition(read.value, this.#caller, this.#ports, { inputSchema, at: '' });
    const estimate =
      compiled !== false && compiled.ok ? runAtOnce(this.#estimating(compiled.value, depth + 1, within)) : undefined;
    within.set(id, estimate);
    return estimate;
  }

  #verdict(tools: Estimated['tools'], { tool, input }: ToolNode): StepVerdict {
    const isKnown = input.kind === 'template' && input.template.kind === 'literal';
    const known = isKnown ? (input.template.value as Readonly<Record<string, unknown>>) : {};
    return this.#ports.verdict(this.#caller, found(tools, tool).version, known);
  }
}

function found(tools: Estimated['tools'], tool: string) {
  const it = tools.find(tool);
  if (!it.ok) throw new TypeError('a compiled composition has a tool that was not found');
  return it.value;
}
