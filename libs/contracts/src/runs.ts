import { z } from 'zod';
import { chainSchema, composeSchema, pipelineSchema, toolPlanSchema } from './compositions.js';
import { verdictShape } from './discovery.js';
import { invocationErrorSchema, invokeMembers, maxDeadlineMs } from './invocation.js';
import { pointerSchema, routedSchema } from './outputs.js';
import { issueSchema } from './problem.js';

/** How a composition is written down, by the member of a run's body that holds it. */
export const notations = ['plan', 'pipeline', 'compose', 'chain'] as const;
export type Notation = (typeof notations)[number];

/** What a run is a run of. */
export const runNotations = [...notations, 'code'] as const;
export type RunNotation = (typeof runNotations)[number];

const { idempotencyKey, output, session, task } = invokeMembers;

const runFields = z.strictObject({
  plan: toolPlanSchema.optional().describe('Steps that refer to each other’s outputs ($ref:step)'),
  pipeline: pipelineSchema.optional().describe('Steps in order, each given the previous output'),
  compose: composeSchema.optional().describe('Steps in order with mapped inputs ($input, $prev, $steps[i])'),
  chain: chainSchema.optional().describe('tool, sequence, branch, parallel, repeat, each and ask, nested freely'),
  input: z.unknown().optional().describe("The composition's input; a plan has none"),
  deadlineMs: z
    .int()
    .min(1)
    .max(maxDeadlineMs)
    .optional()
    .describe('Defaults to 30,000; waiting for a person does not spend it'),
  idempotencyKey,
  session,
  task,
  output,
});

/** The members of a run's body by themselves. */
export const runMembers = runFields.shape;

/** Exactly one notation; a plan takes no input, since nothing in it refers to one. */
export const runBodySchema = runFields.superRefine((body, context) => {
  const given = notations.filter((it) => body[it] !== undefined);
  const [first] = given;
  const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (first === undefined) wrong('plan', 'is missing: give a plan, pipeline, compose or chain');
  for (const other of given.slice(1)) wrong(other, `cannot be combined with ${first}: give one of the two`);
  if (first === 'plan' && body.input !== undefined)
    wrong('input', "does not apply to a plan: put the values into the steps' arguments");
});
export type RunBody = z.infer<typeof runBodySchema>;

export const runStatuses = ['running', 'awaiting_approval', 'succeeded', 'partial', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

export const stepStatuses = [
  'waiting',
  'running',
  'awaiting_approval',
  'succeeded',
  'failed',
  'skipped',
  'cancelled',
] as const;
export type StepStatus = (typeof stepStatuses)[number];

/** Of a step of a run: an invocation's error, or why the step never became one. */
const stepErrorSchema = z.object({
  code: invocationErrorSchema.shape.code,
  message: z.string(),
  outcome: invocationErrorSchema.shape.outcome.optional(),
});

export const runStepSchema = z.object({
  index: z.int(),
  id: z.string().describe('Id of the step; inside a chain the path to it, with loop iterations'),
  tool: z.string(),
  version: z.string().optional(),
  status: z.enum(stepStatuses),
  ms: z.number(),
  error: stepErrorSchema.optional(),
  invocationId: z.string().optional().describe('Its envelope is at /v1/invocations/{id}'),
  waitsFor: z
    .object({ kind: z.enum(['approval', 'escalation', 'question']), id: z.string(), url: z.string() })
    .optional()
    .describe('What a person must decide or answer, and where'),
  chosen: z
    .object({ case: z.string().nullable(), confidence: z.number().nullable() })
    .optional()
    .describe('What a model chose: the case of a branch, null below its threshold; of an act, the action as JSON'),
});
export type RunStepView = z.infer<typeof runStepSchema>;

const runOutputSchema = z.object({
  status: z.enum(stepStatuses),
  output: z.unknown().optional(),
  pointer: pointerSchema.optional().describe('Over MCP, instead of an output that is too long'),
  context: z.string().optional().describe('As a block for a context, where the output option asks for it'),
  routed: routedSchema.optional().describe('How the output option was carried out'),
  error: z.string().optional(),
});

export const runSchema = z.object({
  id: z.string(),
  notation: z.enum(runNotations),
  status: z.enum(runStatuses),
  output: z.unknown().optional().describe('Of a pipeline, composed tool, chain or code: its result'),
  pointer: pointerSchema.optional().describe('Over MCP, instead of a result that is too long'),
  context: z.string().optional().describe('The result as a block for a context, where the output option asks for it'),
  routed: routedSchema.optional().describe('How the output option was carried out'),
  outputs: z
    .record(z.string(), runOutputSchema)
    .describe('Of a plan: its output steps; when something failed, of every step that succeeded'),
  console: z
    .array(z.object({ level: z.string(), text: z.string() }))
    .optional()
    .describe('For code: what it wrote to its console, at most 64,000 characters'),
  proposal: z
    .object({ plan: toolPlanSchema })
    .optional()
    .describe('For code that is only a plan: the same as a plan, which needs no code'),
  warnings: z.array(z.string()),
  steps: z.array(runStepSchema),
  error: stepErrorSchema.optional().describe('What ended it, when there is no output'),
  traceId: z.string(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type RunView = z.infer<typeof runSchema>;

/** A run in a list. */
export const runSummarySchema = runSchema.pick({
  id: true,
  notation: true,
  status: true,
  traceId: true,
  startedAt: true,
  endedAt: true,
});
export type RunSummary = z.infer<typeof runSummarySchema>;

const nodeKinds = ['tool', 'branch', 'parallel', 'repeat', 'each', 'ask', 'act'] as const;

/** One node of a graph; nodes that contain plans have them as `plans`. */
export interface GraphNode {
  id: string;
  kind: (typeof nodeKinds)[number];
  tool?: string | undefined;
  version?: string | undefined;
  needs: string[];
  plans?: { name: string; nodes: GraphNode[] }[] | undefined;
}
const graphNodeSchema: z.ZodType<GraphNode> = z.object({
  id: z.string(),
  kind: z.enum(nodeKinds),
  tool: z.string().optional(),
  version: z.string().optional().describe('Version a run started now would call'),
  needs: z.array(z.string()),
  plans: z
    .array(z.object({ name: z.string(), nodes: z.array(z.unknown()) }))
    .optional()
    .describe('For branch, parallel, repeat, each and act: the inner graphs, each with nodes like these'),
}) as unknown as z.ZodType<GraphNode>;

const toolNames = z.array(z.string());

/** Null is what nobody has measured or declared; `unknown` names of which tools. */
export const estimateSchema = z.object({
  waves: z.array(z.array(z.string())).describe('Steps that can run concurrently, stage by stage'),
  expectedMs: z.number().nullable().describe('Half of the runs take at most this'),
  worstMs: z.number().nullable().describe('Nineteen of twenty runs take at most this'),
  costUsd: z.object({
    least: z.number().describe('Of the known costs'),
    most: z.number().nullable(),
  }),
  approvals: z
    .array(z.string())
    .describe('Steps that need approval; steps of a nested composition are written parent/step'),
  refused: z
    .array(z.object({ step: z.string(), why: z.string() }))
    .describe('Steps that policies would deny, as far as their arguments are known'),
  turns: z.object({ without: z.int(), with: z.int() }).describe('Model turns: one call at a time, and with this run'),
  tokens: z
    .object({
      without: z.int(),
      with: z.int(),
      uncounted: toolNames.describe('Tools without examples of their results'),
    })
    .nullable()
    .describe(
      "Tokens of calls and results in a model's conversation, besides the context of each turn; null for a long definition",
    ),
  reliability: z.number().nullable().describe('The share of runs in which every step succeeds'),
  reliabilityInterval: z
    .object({
      low: z.number(),
      high: z.number(),
      n: z.int().describe('Calls behind the least measured tool'),
    })
    .nullable()
    .describe('With every measured tool at the ends of its 95 % interval; null when nothing was measured'),
  unknown: z
    .object({ latency: toolNames, cost: toolNames, reliability: toolNames })
    .describe('Tools with unknown duration, cost or success rate'),
});

export const runCheckSchema = z.object({
  ok: z.boolean(),
  problems: z.array(issueSchema),
  warnings: z.array(issueSchema),
  graph: z
    .array(graphNodeSchema)
    .nullable()
    .describe('Null when it could not be parsed; circular dependencies are omitted'),
  verdicts: z
    .array(z.object({ tool: z.string(), version: z.string(), ...verdictShape, why: z.string() }))
    .describe("The policy gate's verdict on each tool for this caller, whatever its arguments are"),
  estimate: estimateSchema.nullable(),
  tool: z
    .object({ name: z.string(), description: z.string() })
    .nullable()
    .describe('For a pipeline: its name and description as a tool, given or derived from its steps'),
});
export type RunCheck = z.infer<typeof runCheckSchema>;

/** What a follower of a run hears; each is one server-sent event, its kind the event's name. */
export const runEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('step').describe('A step changed status'), step: runStepSchema }),
  z.object({ kind: z.literal('status').describe('The run changed status'), status: z.enum(runStatuses) }),
  z.object({ kind: z.literal('end').describe('The last one'), run: runSchema }),
]);
export type RunEventView = z.infer<typeof runEventSchema>;
