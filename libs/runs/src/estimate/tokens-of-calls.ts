import type { Manifest } from '@assay/contracts';
import type { CountTokens } from '@assay/kernel';
import type { Plan, ToolNode } from '../plan.js';
import { toolNodes } from '../plans-in.js';

/**
 * Tokens of the conversation that calls and their results make, the context around them not counted: that is sent again
 * with every turn of a model in either case, as `turns` has it.
 */
export interface CallTokens {
  /** A call at a time: each turn is sent the calls and results of all turns before it. */
  readonly without: number;
  /** The plan, written once and read once, and the results that are returned. */
  readonly with: number;
  /** Names of the tools whose results are not counted, since their manifests have no example of one. */
  readonly uncounted: readonly string[];
}

/** A definition longer than this is not counted: its tokens would take too long. In characters. */
const maxCounted = 200_000;

/**
 * Counted by the tokenizer: calls as written in the definition, results as in the manifests' examples. Null for a
 * definition that is too long.
 */
export function tokensOfCalls(
  plan: Plan,
  definition: unknown,
  manifestOf: (tool: string) => Manifest,
  count: CountTokens,
): CallTokens | null {
  const text = JSON.stringify(definition);
  if (text.length > maxCounted) return null;
  const results = new Map<string, number | null>();
  const resultOf = (tool: string): number | null => {
    const known = results.get(tool);
    if (known !== undefined) return known;
    const output = manifestOf(tool).examples?.find((it) => it.output !== undefined)?.output;
    const tokens = output === undefined ? null : count(JSON.stringify(output));
    results.set(tool, tokens);
    return tokens;
  };
  const calls = [...toolNodes(plan)];
  const whole = count(text);
  // A call says what its step in the definition does.
  const each = Math.ceil(whole / Math.max(1, calls.length));
  const without = calls.reduce((sum, { tool }, at) => {
    const readAgain = calls.length - at;
    return sum + each + (each + (resultOf(tool) ?? 0)) * readAgain;
  }, 0);
  const returned = outputsOf(plan).reduce((sum, { tool }) => sum + (resultOf(tool) ?? 0), 0);
  const uncounted = [...results].filter(([, tokens]) => tokens === null).map(([tool]) => manifestOf(tool).name);
  return { without, with: 2 * whole + returned, uncounted: [...new Set(uncounted)] };
}

/** The calls whose results are returned; of what holds plans of its own, those that end it. */
const outputsOf = (plan: Plan): readonly ToolNode[] =>
  plan.outputs.flatMap((at) => {
    const node = plan.nodes[at];
    return node?.kind === 'tool' ? [node] : [];
  });
