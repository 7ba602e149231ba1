import { z } from 'zod';
import { checkOneName } from './arguments-alias.js';
import { preciseIssues } from './chain-problems.js';
import { invokeSettings } from './invocation.js';
import { keptText } from './kept.js';
import { localNameSchema, toolReferenceSchema } from './names.js';

/** So many calls a run may make (SPEC section 12). */
export const maxSteps = 10_000;
/** So many levels the JSON of a chain may have. */
const maxLevels = 128;
/** A loop may go round so often. */
const maxTurns = 1_000;

const stepIdSchema = z
  .string()
  .max(128)
  .regex(/^[A-Za-z0-9_-]+$/, 'must contain only A-Z, a-z, 0-9, "_" and "-"');
const expression = keptText(2_000).min(1);
const json = z.record(z.string(), z.unknown());
/** A list that is known beforehand has at most so many elements, as one of a run does. */
export const maxElements = 1_000;
/** Elements of an `each` under way at a time, by default and at most. */
export const eachConcurrency = Object.freeze({ default: 10, max: 64 });
/** How long a question may stay open, in hours. */
export const askHours = Object.freeze({ default: 24, max: 720 });

export const fixedArgumentsSchema = z
  .array(keptText(200))
  .max(100)
  .describe('Arguments that no repair or fallback may change');

/** Settings of a step's call: those of a call, and what a plan's author fixes. */
const settings = {
  ...invokeSettings,
  fixed: fixedArgumentsSchema.optional(),
};
const stepSettingsSchema = z.object(settings);
export type StepSettings = z.infer<typeof stepSettingsSchema>;

const eachFields = {
  in: z
    .unknown()
    .refine((it) => it !== undefined, 'is missing: give a list, a reference or {"$expr": …}')
    .describe('A list, a reference to one, or {"$expr": "JSONata"}'),
  concurrency: z
    .int()
    .min(1)
    .max(eachConcurrency.max)
    .optional()
    .describe(`Elements processed at a time; ${eachConcurrency.default} when absent`),
  max: z.int().min(1).max(maxElements).optional().describe('Longest list allowed; 1,000 when absent'),
};
const askSchema = z.strictObject({
  question: z
    .union([keptText(4_000).min(1), z.strictObject({ $expr: expression })], 'must be a text, or {"$expr": "JSONata"}')
    .describe('What the person is asked'),
  schema: json.describe('JSON Schema of the answer'),
  to: keptText(200)
    .min(1)
    .optional()
    .describe('Name of the user who is asked; any user with approvals:decide when absent'),
  timeoutHours: z
    .number()
    .gt(0)
    .max(askHours.max)
    .optional()
    .describe(`${askHours.default} when absent; then the step fails with ask_expired`),
});
export type AskBody = z.infer<typeof askSchema>;
/** Actions that a model may take in one loop, by default and at most. */
export const actTurns = Object.freeze({ default: 20, max: 100 });
const actSchema = z.strictObject({
  task: z
    .union([keptText(4_000).min(1), z.strictObject({ $expr: expression })], 'must be a text, or {"$expr": "JSONata"}')
    .describe('What the model should reach; a reference such as "$input.task" is filled in'),
  observe: z
    .union(
      [toolReferenceSchema, z.strictObject({ tool: toolReferenceSchema, input: json.optional() })],
      'must be a tool, or {"tool", "input"}',
    )
    .describe('Called before each decision, with the fixed input if there is one; the model sees its output as data'),
  tools: z.array(toolReferenceSchema).min(1).max(64).describe('What the model may call, one call a turn'),
  schema: z.unknown().optional().describe('JSON Schema that the result must meet, or a reference to one'),
  maxSteps: z.unknown().optional().describe(`Turns of this call, or a reference to a number; max when absent`),
  deadlineMs: z
    .unknown()
    .optional()
    .describe('Time for all turns, or a reference to a number; what the run has when absent'),
  max: z.int().min(1).max(actTurns.max).optional().describe(`Most turns of any call; ${actTurns.default} when absent`),
});
export type ActBody = z.infer<typeof actSchema>;
/** The tool that an act observes with, and its input. */
export const observedBy = ({ observe }: Pick<ActBody, 'observe'>) =>
  typeof observe === 'string' ? { tool: observe, input: {} } : { tool: observe.tool, input: observe.input ?? {} };
/** An `each` of a plan's step. */
export type EachBody = z.infer<z.ZodObject<typeof eachFields>>;

/** A step calls a tool or asks a person. */
function checkStep(step: Record<string, unknown>, context: z.RefinementCtx): void {
  const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (step.ask === undefined) {
    if (step.tool === undefined) wrong('tool', 'is missing: give a tool, or ask');
    checkOneName(step, context);
    return;
  }
  for (const name of ['tool', 'arguments', 'input', 'each', ...Object.keys(settings)])
    if (step[name] !== undefined) wrong(name, 'cannot be combined with ask');
}

const stepArguments = z.union([json, z.string().max(1_000_000)], 'must be an object, or one as a JSON text');

/** Document 002: steps that refer to each other's outputs. */
export const toolPlanSchema = z.strictObject({
  steps: z
    .array(
      z
        .strictObject({
          id: stepIdSchema,
          tool: toolReferenceSchema.optional().describe('The tool to call; or give ask instead'),
          arguments: stepArguments
            .optional()
            .describe(
              'An object, or its JSON text; "$ref:step" or "$ref:step.field" refers to a step\'s output, {"$expr": "JSONata"} is computed from steps.<id>; none when absent',
            ),
          input: stepArguments.optional().describe('Another name of arguments'),
          after: z.array(stepIdSchema).max(maxSteps).optional().describe('Steps that must finish first'),
          each: z
            .strictObject(eachFields)
            .optional()
            .describe(
              'Runs the step for every element of a list; expressions have it as each, and its position as index',
            ),
          ask: askSchema.optional().describe('Asks a person instead of calling a tool'),
          ...settings,
        })
        .superRefine(checkStep),
    )
    .min(1)
    .max(maxSteps),
  output_steps: z
    .array(stepIdSchema)
    .max(maxSteps)
    .optional()
    .describe('Steps whose outputs are returned; all when absent'),
});
export type ToolPlanBody = z.infer<typeof toolPlanSchema>;

/** Documents 000 and 001: steps in order, each handed what the one before gave. */
export const pipelineSchema = z.strictObject({
  name: localNameSchema.optional().describe('a_then_b when absent'),
  description: keptText(4_000).min(1).optional(),
  errorStrategy: z
    .enum(['FAIL_FAST', 'CONTINUE_ON_FAILURE'])
    .optional()
    .describe('What happens after a step fails; FAIL_FAST when absent'),
  steps: z
    .array(
      z.strictObject({
        tool: toolReferenceSchema,
        arguments: json
          .optional()
          .describe(
            'Added to what the previous step passes on; {"$expr": "JSONata"} is computed from input, prev and steps',
          ),
        adapter: expression.optional().describe('JSONata over {output, structured, text}: the next step’s input'),
        ...settings,
      }),
    )
    .min(1)
    .max(maxSteps),
});
export type PipelineBody = z.infer<typeof pipelineSchema>;

/** Document 003: steps in order, whose inputs are mapped from the input and from any output before. */
export const composeSchema = z.strictObject({
  mode: z.literal('compose'),
  steps: z
    .array(
      z.strictObject({
        name: keptText(200).min(1).optional(),
        tool: toolReferenceSchema,
        inputMapping: json.describe(
          '"$input.a", "$prev.a" or "$steps[0].a" refers to a value; {"$expr": "JSONata"} is computed',
        ),
        ...settings,
      }),
    )
    .min(1)
    .max(maxSteps),
});
export type ComposeBody = z.infer<typeof composeSchema>;

/** Document 004, section 14.1. */
export type ChainBody =
  | ({ tool: string; input?: Record<string, unknown>; arguments?: Record<string, unknown> } & StepSettings)
  | { sequence: ChainBody[] }
  | {
      branch: {
        on: string | { model: string; threshold?: number };
        cases: Record<string, ChainBody>;
        default?: ChainBody;
      };
    }
  | {
      parallel: {
        branches: Record<string, ChainBody>;
        join: JoinBody;
      };
    }
  | { repeat: { body: ChainBody; max: number; until: string } }
  | { each: EachBody & { do: ChainBody } }
  | { ask: AskBody }
  | { act: ActBody };

const inChain: z.ZodType<ChainBody> = z.lazy(() => chainNodeSchema);
const namedChains = z
  .record(z.string().min(1).max(200), inChain)
  .refine((chains) => Object.keys(chains).length <= maxSteps, `has more than ${maxSteps} names`);
const joinSchema = z.union(
  [
    z.enum(['all', 'first']),
    z.strictObject({
      quorum: z
        .number('must be a number greater than 0 and at most 1')
        .gt(0, 'must be greater than 0')
        .max(1, 'must be at most 1')
        .describe('The share of branches that must succeed'),
    }),
    z.strictObject({ best: expression.describe('CEL over output: a number, the highest wins') }),
  ],
  'must be "all", "first", {"quorum": a share such as 0.5} or {"best": a CEL expression}',
);
/** How the branches of a fan-out are joined, as it is written. */
export type JoinBody = z.input<typeof joinSchema>;
const chainNodeSchema = z.union([
  z
    .strictObject({
      tool: toolReferenceSchema,
      input: json.optional().describe('The output before it when absent'),
      arguments: json.optional().describe('Another name of input'),
      ...settings,
    })
    .superRefine(checkOneName),
  z.strictObject({ sequence: z.array(inChain).min(1).max(maxSteps) }),
  z.strictObject({
    branch: z.strictObject({
      on: z
        .union(
          [expression, z.strictObject({ model: expression, threshold: z.number().min(0).max(1).optional() })],
          'must be a CEL expression, or {"model": a question, "threshold"?: from 0 to 1}',
        )
        .describe('CEL that evaluates to the name of a case, or a question for a model'),
      cases: namedChains,
      default: inChain.optional(),
    }),
  }),
  z.strictObject({
    parallel: z.strictObject({ branches: namedChains, join: joinSchema }),
  }),
  z.strictObject({
    repeat: z.strictObject({ body: inChain, max: z.int().min(1).max(maxTurns), until: expression }),
  }),
  z.strictObject({ each: z.strictObject({ ...eachFields, do: inChain }) }),
  z.strictObject({ ask: askSchema }),
  z.strictObject({ act: actSchema }),
]) as z.ZodType<ChainBody>;

/**
 * Whether the JSON of a chain nests deeper than is read; asked before the schema, which recurses. An operator is two or three
 * levels of it.
 */
export function nestsTooDeep(chain: unknown, left = maxLevels): boolean {
  if (typeof chain !== 'object' || chain === null) return false;
  if (left === 0) return true;
  return Object.values(chain).some((it) => nestsTooDeep(it, left - 1));
}

export const chainSchema = z
  .unknown()
  .superRefine((chain, context) => {
    if (nestsTooDeep(chain)) {
      context.addIssue({ code: 'custom', message: `is nested deeper than ${maxLevels} levels of JSON` });
      return;
    }
    const { error } = chainNodeSchema.safeParse(chain);
    for (const { path, message } of preciseIssues(error?.issues ?? [], chain))
      context.addIssue({ code: 'custom', path: [...path], message });
  })
  .pipe(chainNodeSchema) as unknown as z.ZodType<ChainBody>;
