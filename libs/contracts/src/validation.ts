import { z } from 'zod';
import { reasonText } from './kept.js';
import { issueSchema } from './problem.js';

/** The severity of an output problem: it fails the call, or is reported as a warning. */
export const severitySchema = z.enum(['WARNING', 'CRITICAL']);
export type Severity = z.infer<typeof severitySchema>;

/** How tools that disagree can be reconciled. */
export const resolutionWays = ['authority', 'freshness', 'majority', 'model', 'person'] as const;
export type ResolutionWay = (typeof resolutionWays)[number];

/** The outcome of a disagreement between tools. */
export const resolutionSchema = z.object({
  by: z.enum(resolutionWays),
  value: z.unknown().describe('The value in the output now'),
  source: z.string().describe('The tool that returned the value'),
  why: z.string(),
});
export type ResolutionView = z.infer<typeof resolutionSchema>;

/** One thing wrong with an input or output. Those of the second and third layer say what was found and expected. */
export const validationIssueSchema = issueSchema.extend({
  layer: z.enum(['schema', 'sanity', 'consistency']).optional(),
  name: z.string().optional().describe('Name of the predicate, or of the field that tools disagree about'),
  value: z.unknown().optional(),
  expected: z.unknown().optional(),
  severity: severitySchema.optional(),
  resolution: resolutionSchema.optional(),
});
export type ValidationIssue = z.infer<typeof validationIssueSchema>;

/** Another tool that was asked the same, as a call of its own. */
export const corroborationSchema = z.object({
  tool: z.string(),
  version: z.string().nullable(),
  id: z.string().describe('Id of its call'),
  status: z.string(),
  compared: z.int().describe('Number of comparable values'),
  conflicts: z.int(),
});
export type Corroboration = z.infer<typeof corroborationSchema>;

export const validationSchema = z.object({
  outcome: z
    .enum(['valid', 'untyped', 'warning', 'conditional', 'failure', 'invalid', 'skipped'])
    .describe(
      'untyped: no output schema; warning: plausible apart from the issues; conditional: tools disagreed, resolved; failure: implausible or unresolved; skipped: no output so far',
    ),
  issues: z.array(validationIssueSchema),
  corroboration: z.array(corroborationSchema).optional(),
});
export type Validation = z.infer<typeof validationSchema>;

/** What a caller says of the result of a call of its own. */
export const sendFeedbackSchema = z.strictObject({
  verdict: z.enum(['accepted', 'rejected']),
  reason: reasonText.optional(),
});
export type SendFeedback = z.infer<typeof sendFeedbackSchema>;

export const feedbackSchema = z.object({
  invocationId: z.uuid(),
  verdict: z.enum(['accepted', 'rejected']),
  reason: z.string().nullable(),
  at: z.iso.datetime(),
});
export type FeedbackView = z.infer<typeof feedbackSchema>;
