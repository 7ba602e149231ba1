import { z } from 'zod';
import { keptText } from './kept.js';
import { toolReferenceSchema } from './names.js';

/** Calls that one evaluation replays at most. */
export const maxEvaluationCalls = 200;
/** Calls of one tool that an organisation's recording keeps at most. */
export const maxRecordedCalls = 1_000;

export const startEvaluationSchema = z.strictObject({
  tool: toolReferenceSchema.describe('The tool in use: namespace/tool, or namespace/tool@range'),
  against: toolReferenceSchema.describe('The tool or version to compare it with'),
  calls: z
    .enum(['recorded', 'examples'])
    .optional()
    .describe('Which calls are replayed: recorded ones, or the examples of the version; default: both'),
  limit: z.int().min(1).max(maxEvaluationCalls).optional().describe('Maximum calls to replay; default 50'),
  tolerance: z
    .strictObject({
      relative: z.number().min(0).max(1).optional().describe('Numbers may differ by this share; default 1e-9'),
      text: z
        .number()
        .min(0)
        .max(1)
        .optional()
        .describe('Texts at least this alike, in [0, 1], count as the same within tolerance; default 0.9'),
    })
    .optional(),
});
export type StartEvaluation = z.infer<typeof startEvaluationSchema>;

export const shareSchema = z
  .object({ value: z.number(), low: z.number(), high: z.number(), of: z.int() })
  .describe('A share with its 95 % interval (Wilson); `of`: how many it is a share of');

export const evaluationSideSchema = z.object({
  tool: z.string().describe('namespace/tool@version'),
  calls: z.int().describe('Calls that were compared, without the ones left out'),
  succeeded: shareSchema.nullable(),
  schemaValid: shareSchema.nullable().describe('Share of outputs that met the output schema; null without one'),
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  costUsd: z.number().nullable().describe('Declared cost of the calls together; null when it is not declared'),
  tokens: z.number().nullable().describe('Mean tokens of a result'),
});

export const differenceKinds = ['missing', 'added', 'type', 'number', 'text', 'value', 'length'] as const;

const differenceSchema = z.object({
  kind: z.enum(differenceKinds),
  path: z.string().describe('JSON pointer; "*" is any item of a list'),
  withinTolerance: z.boolean(),
  before: z.string().optional(),
  after: z.string().optional(),
});

export const evaluationAttemptSchema = z.object({
  invocationId: z.string(),
  status: z.string(),
  code: z.string().optional(),
  ms: z.number(),
});

export const caseOutcomes = [
  'same',
  'within_tolerance',
  'different',
  'only_tool',
  'only_against',
  'both_failed',
  'left_out',
] as const;

const evaluationCaseSchema = z.object({
  name: z.string(),
  source: z.enum(['example', 'saved', 'recorded']),
  outcome: z.enum(caseOutcomes),
  tool: evaluationAttemptSchema.optional(),
  against: evaluationAttemptSchema.optional(),
  differences: z.array(differenceSchema),
  note: z.string().optional(),
});

export const evaluationVerdicts = ['equivalent', 'different', 'better', 'worse', 'inconclusive'] as const;

export const evaluationSchema = z.object({
  id: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  tool: evaluationSideSchema,
  against: evaluationSideSchema,
  calls: z.enum(['recorded', 'examples']).nullable(),
  progress: z.object({ done: z.int(), total: z.int() }),
  verdict: z.enum(evaluationVerdicts).nullable().describe('null while it runs'),
  reasons: z.array(z.string()).describe('The verdict in sentences'),
  outcomes: z.record(z.enum(caseOutcomes), z.int()),
  different: shareSchema.nullable().describe('Share of the calls answered by both whose outputs differ'),
  differences: z
    .array(
      z.object({
        kind: z.enum(differenceKinds),
        path: z.string(),
        withinTolerance: z.boolean(),
        calls: z.int(),
        example: z.object({ case: z.string(), before: z.string().optional(), after: z.string().optional() }),
      }),
    )
    .describe('Grouped by kind and place, the most frequent first'),
  cases: z.array(evaluationCaseSchema),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  problem: z.string().optional(),
});
export type EvaluationView = z.infer<typeof evaluationSchema>;

export const saveExampleSchema = z.strictObject({
  name: keptText(100).trim().min(1).optional().describe("Default: the call's id"),
  match: z
    .enum(['exact', 'subset', 'schema'])
    .optional()
    .describe('How later outputs are compared with the recorded one; default schema'),
  input: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('The arguments of the call, when they were not recorded; checked against its arguments digest'),
});
export type SaveExample = z.infer<typeof saveExampleSchema>;

export const savedExampleSchema = z.object({
  id: z.string(),
  tool: z.string(),
  version: z.string(),
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
  output: z.unknown().optional(),
  match: z.enum(['exact', 'subset', 'schema']),
  usedBy: z
    .enum(['verification', 'evaluations'])
    .describe("verification: saved by an owner, runs in verifications too; evaluations: of your organisation's only"),
  masked: z.array(z.string()).describe('Where values were masked: JSON pointers'),
  createdAt: z.iso.datetime(),
});
export type SavedExampleView = z.infer<typeof savedExampleSchema>;

export const setRecordingSchema = z.strictObject({
  keep: z.int().min(1).max(maxRecordedCalls).optional().describe('Newest calls that are kept; default 100'),
});
export type SetRecording = z.infer<typeof setRecordingSchema>;

export const recordingSchema = z.object({
  tool: z.string(),
  keep: z.int(),
  recorded: z.int().describe('Calls that are kept now'),
  createdAt: z.iso.datetime(),
});
export type RecordingView = z.infer<typeof recordingSchema>;

/** A tool that is tried out beside, or in place of, another one for a share of the calls. */
export const candidateSchema = z.object({
  id: z.string(),
  kind: z.enum(['shadow', 'canary']),
  place: z.string().describe('toolset name/tool, or the capability of a hierarchy'),
  tool: z.string(),
  percent: z.number(),
  state: z.enum(['running', 'rolled_back']),
  reason: z.string().optional().describe('Why it was rolled back'),
  since: z.iso.datetime().nullable().describe('When it was started, or re-enabled; null before its first call'),
  calls: z.int(),
  failures: z.int().describe("Failures through the tool's fault"),
  primary: z.object({ calls: z.int(), failures: z.int() }),
  meanMs: z.number().nullable(),
  primaryMeanMs: z.number().nullable(),
  compared: z.object({ same: z.int(), withinTolerance: z.int(), different: z.int() }).describe('Outputs of a shadow'),
  leftOut: z.int().describe('Shadow calls not made: a limit, an approval, missing rights or too many at once'),
});
export type CandidateView = z.infer<typeof candidateSchema>;
