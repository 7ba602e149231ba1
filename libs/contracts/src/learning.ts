import { z } from 'zod';

export const setLearningSchema = z.strictObject({
  enabled: z.boolean().describe("Whether your organisation's searches learn from its searches and calls"),
});
export type SetLearning = z.infer<typeof setLearningSchema>;

export const learningSchema = z.object({
  enabled: z.boolean(),
  changedAt: z.iso.datetime().nullable().describe('Null when never set: then it is on'),
  outcomes: z.int().describe('Number of stored outcomes of tools visible to you'),
  mostOutcomes: z.int().describe('How many of the newest are kept'),
  halfLifeDays: z.number().describe('Days after which an outcome counts half'),
  mine: z.int().describe('How many of them come from your own calls'),
  principals: z
    .array(z.object({ principal: z.string().nullable(), outcomes: z.int() }))
    .describe('Whose calls they come from, at most 100; for administrators. Null: before this was stored'),
  keptDays: z.number().describe('Days after which it is deleted'),
  tools: z
    .array(
      z.object({
        tool: z.string(),
        successes: z.int(),
        failures: z.int(),
        lastAt: z.iso.datetime(),
        tasks: z.array(z.string()).describe('Its most recent successful tasks; shown to administrators'),
      }),
    )
    .describe('Those with most successes first, at most 100'),
});
export type LearningView = z.infer<typeof learningSchema>;

export const erasedLearningSchema = z.object({ outcomes: z.int().describe('How many stored outcomes were deleted') });
export type ErasedLearning = z.infer<typeof erasedLearningSchema>;
