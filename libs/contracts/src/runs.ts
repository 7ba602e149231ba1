import { z } from 'zod';
import { chainSchema, composeSchema, pipelineSchema, toolPlanSchema } from './compositions.js';
import { invocationErrorSchema, invokeSchema, maxDeadlineMs } from './invocation.js';
import { pointerSchema } from './outputs.js';

/** How a composition is written down, by the member of a run's body that holds it. */
export const notations = ['plan', 'pipeline', 'compose', 'chain'] as const;
export type Notation = (typeof notations)[number];

const { idempotencyKey, session, task } = invokeSchema.shape;

const runFields = z.strictObject({
  plan: toolPlanSchema.optional().describe('Steps that refer to each other’s outputs ($ref:step)'),
  pipeline: pipelineSchema.optional().describe('Steps in order, each handed what the one before gave'),
  compose: composeSchema.optional().describe('Steps in order with mapped inputs ($input, $prev, $steps[i])'),
  chain: chainSchema.optional().describe('tool, sequence, branch, parallel and repeat, nested freely'),
  input: z.unknown().optional().describe('What the whole is given; a plan has none'),
  deadlineMs: z
    .int()
    .min(1)
    .max(maxDeadlineMs)
    .optional()
    .describe('Defaults to 30,000; waiting for a person does not spend it'),
  idempotencyKey,
  session,
  task,
});

/** Exactly one notation; a plan takes no input, since nothing in it refers to one. */
export const runBodySchema = runFields.superRefine((body, context) => {
  const given = notations.filter((it) => body[it] !== undefined);
  const [first] = given;
  const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (first === undefined) wrong('plan', 'is missing: give a plan, or a pipeline, compose or chain in its place');
  for (const other of given.slice(1)) wrong(other, `stands beside ${first}: give one of the two`);
  if (first === 'plan' && body.input !== undefined)
    wrong('input', 'is given, and a plan takes none: write its values into the arguments of the steps');
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
  id: z.string().describe('Of the step; inside a chain the way to it, with the turns of loops'),
  tool: z.string(),
  version: z.string().optional(),
  status: z.enum(stepStatuses),
  ms: z.number(),
  error: stepErrorSchema.optional(),
  invocationId: z.string().optional().describe('Its envelope is at /v1/invocations/{id}'),
  waitsFor: z
    .object({ kind: z.enum(['approval', 'escalation']), id: z.string(), url: z.string() })
    .optional()
    .describe('What a person decides or answers, and where'),
  chosen: z
    .object({ case: z.string().nullable(), confidence: z.number().nullable() })
    .optional()
    .describe('Of a branch that a model chooses: the case, null when it was not sure enough'),
});
export type RunStepView = z.infer<typeof runStepSchema>;

const runOutputSchema = z.object({
  status: z.enum(stepStatuses),
  output: z.unknown().optional(),
  pointer: pointerSchema.optional().describe('Over MCP, in place of an output that is longer than an answer may be'),
  error: z.string().optional(),
});

export const runSchema = z.object({
  id: z.string(),
  notation: z.enum(notations),
  status: z.enum(runStatuses),
  output: z.unknown().optional().describe('Of a pipeline, composed tool or chain: its result'),
  pointer: pointerSchema.optional().describe('Over MCP, in place of a result that is longer than an answer may be'),
  outputs: z.record(z.string(), runOutputSchema).describe('Of a plan: its output steps'),
  warnings: z.array(z.string()),
  steps: z.array(runStepSchema),
  error: stepErrorSchema.optional().describe('What ended it, when nothing came out'),
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

const problemSchema = z.object({ path: z.string(), message: z.string() });

/** One node of a graph; those that hold plans of their own have them as `plans`. */
export interface GraphNode {
  id: string;
  kind: 'tool' | 'branch' | 'parallel' | 'repeat';
  tool?: string | undefined;
  version?: string | undefined;
  needs: string[];
  plans?: { name: string; nodes: GraphNode[] }[] | undefined;
}
const graphNodeSchema: z.ZodType<GraphNode> = z.object({
  id: z.string(),
  kind: z.enum(['tool', 'branch', 'parallel', 'repeat']),
  tool: z.string().optional(),
  version: z.string().optional().describe('Which a run begun now would call'),
  needs: z.array(z.string()),
  plans: z
    .array(z.object({ name: z.string(), nodes: z.array(z.unknown()) }))
    .optional()
    .describe('Of branch, parallel and repeat: what may run within, each with nodes like these'),
}) as unknown as z.ZodType<GraphNode>;

const toolNames = z.array(z.string());

/** Null is what nobody has measured or declared; `unknown` names of which tools. */
export const estimateSchema = z.object({
  waves: z.array(z.array(z.string())).describe('Steps that could run at once, wave after wave'),
  expectedMs: z.number().nullable().describe('Half of the runs take at most this'),
  worstMs: z.number().nullable().describe('Nineteen of twenty runs take at most this'),
  costUsd: z.object({
    least: z.number().describe('Of what is known'),
    most: z.number().nullable(),
  }),
  approvals: z
    .array(z.string())
    .describe('Steps that would wait for a person; a step of a composition within comes after its own and a slash'),
  refused: z
    .array(z.object({ step: z.string(), why: z.string() }))
    .describe('Steps that policies would refuse, as far as their arguments are known'),
  turns: z.object({ without: z.int(), with: z.int() }).describe('Of a model: a call at a time, and with this run'),
  tokens: z
    .object({ without: z.int(), with: z.int(), uncounted: toolNames.describe('Whose results no example shows') })
    .nullable()
    .describe(
      'Of calls and results in the conversation of a model, beside the context that each turn sends; null of a long definition',
    ),
  reliability: z.number().nullable().describe('The share of runs in which every step succeeds'),
  unknown: z
    .object({ latency: toolNames, cost: toolNames, reliability: toolNames })
    .describe('Tools of which nobody knows how long they take, what they cost, how often they succeed'),
});

export const runCheckSchema = z.object({
  ok: z.boolean(),
  problems: z.array(problemSchema),
  warnings: z.array(problemSchema),
  graph: z
    .array(graphNodeSchema)
    .nullable()
    .describe('Null when nothing of it could be read; steps in a circle stand without what they need of it'),
  estimate: estimateSchema.nullable(),
  tool: z
    .object({ name: z.string(), description: z.string() })
    .nullable()
    .describe('Of a pipeline: what it is called as a tool, its own words or those that its steps make'),
});
export type RunCheck = z.infer<typeof runCheckSchema>;

/** What a follower of a run hears; each is one server-sent event, its kind the event's name. */
export const runEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('step').describe('A step stands otherwise than before'), step: runStepSchema }),
  z.object({ kind: z.literal('status').describe('The run stands otherwise'), status: z.enum(runStatuses) }),
  z.object({ kind: z.literal('end').describe('The last one'), run: runSchema }),
]);
export type RunEventView = z.infer<typeof runEventSchema>;
