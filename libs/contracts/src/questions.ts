import { z } from 'zod';

export const questionStatuses = ['open', 'answered', 'expired', 'withdrawn'] as const;
export type QuestionStatus = (typeof questionStatuses)[number];

/** A question that a step of a composition asks a person. */
export const questionSchema = z.object({
  id: z.uuid(),
  status: z.enum(questionStatuses),
  question: z.string(),
  schema: z.record(z.string(), z.unknown()).describe('JSON Schema of the answer'),
  to: z.string().nullable().describe('The user who is asked; null: any user with approvals:decide'),
  askedBy: z.string().describe('The principal whose composition asks'),
  runId: z.string().describe('The run, or the call of a composition, that waits'),
  step: z.string(),
  askedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  answeredBy: z.string().nullable(),
  answer: z.unknown().optional(),
});
export type QuestionView = z.infer<typeof questionSchema>;

/** Largest answer, in characters as JSON. */
const maxAnswer = 1_000_000;

export const answerQuestionSchema = z.strictObject({
  answer: z
    .unknown()
    .refine((it) => it !== undefined, 'is missing')
    .refine(
      (it) => it === undefined || JSON.stringify(it).length <= maxAnswer,
      `has more than ${maxAnswer} characters as JSON`,
    )
    .describe("Any JSON that fits the question's schema"),
});
export type AnswerQuestion = z.infer<typeof answerQuestionSchema>;
