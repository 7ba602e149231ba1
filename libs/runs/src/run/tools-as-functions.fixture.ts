import { type Clock, fail, ok } from '@assay/kernel';
import type { FindTool } from '../known-tool.js';
import { type Chain, readChain } from '../notations/chain.js';
import type { Plan } from '../plan.js';
import type { Predicate, Situation } from '../predicate.js';
import { execute } from './execute.js';
import type { AgreeBranches, Choose, StepCall } from './scope.js';

/** Whatever is named is a tool, with a place for a text. */
export const find: FindTool = (reference) =>
  ok({
    nesting: 0,
    manifest: {
      name: reference.includes('/') ? reference : `t/${reference}`,
      version: '1.0.0',
      description: 'Whatever a test wants it to be.',
      inputSchema: { type: 'object', properties: { input: { type: 'string' } } },
      protocol: 'http',
      endpoint: { url: 'https://tools.example' },
    },
  });

/** Predicates as functions by name, since this is not about CEL. */
const predicates: Record<string, (so: Situation) => unknown> = {
  never: () => false,
  output: ({ output }) => output,
  big: ({ output }) => (output as { n: number }).n >= 3,
  size: ({ output }) => (output as { n?: unknown }).n,
  favourite: ({ output, steps }) => (output === steps[0] ? 1 : 0),
};
const predicate = (text: string) => ok<Predicate>({ text, evaluate: (so) => ok(predicates[text]?.(so)) });

/** What was read. @throws when it could not be. */
export function planOf<T>(read: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
}

export const chainOf = (chain: Chain): Plan => planOf(readChain(chain, { find, predicate }));

/** Three tools at once, each a branch of its own name. */
export const fanOf = (join: Extract<Chain, { parallel: unknown }>['parallel']['join']): Chain => ({
  parallel: { branches: { a: { tool: 'a' }, b: { tool: 'b' }, c: { tool: 'c' } }, join },
});

type Tool = (call: StepCall) => unknown;

/** Time stands still. */
const standing: Clock = { now: () => 0, monotonic: () => 0, after: () => () => undefined };

/** Runs with tools that are functions; one that throws fails. Calls are recorded in the order they started. */
export async function run(
  plan: Plan,
  tools: Record<string, Tool>,
  parts: { input?: unknown; clock?: Clock; signal?: AbortSignal; agree?: AgreeBranches; choose?: Choose } = {},
) {
  const begun: string[] = [];
  const inputs: unknown[] = [];
  const executed = await execute(plan, {
    input: parts.input ?? {},
    deadlineMs: 30_000,
    signal: parts.signal ?? new AbortController().signal,
    clock: parts.clock ?? standing,
    ...(parts.agree && { agree: parts.agree }),
    ...(parts.choose && { choose: parts.choose }),
    step: async (call) => {
      begun.push(call.path);
      inputs.push(call.input);
      try {
        return ok(await tools[call.node.tool]?.(call));
      } catch (cause) {
        return fail('tool_error', (cause as Error).message);
      }
    },
  });
  const statuses = executed.outcomes.map((it) => it.status);
  const outputs = executed.outcomes.map((it) =>
    it.status === 'succeeded' ? it.output : it.status === 'failed' ? it.failure.message : it,
  );
  return { ...executed, begun, inputs, statuses, outputs };
}

export const throwing = (message: string) => (): never => {
  throw new Error(message);
};
