import { z } from 'zod';

export const setLearningSchema = z.strictObject({
  enabled: z
    .boolean()
    .describe('Whether searches and calls of your organisation are learnt from, and used for its own searches'),
});
export type SetLearning = z.infer<typeof setLearningSchema>;

export const learningSchema = z.object({
  enabled: z.boolean(),
  changedAt: z.iso.datetime().nullable().describe('Null when nobody ever decided: then it is off'),
  outcomes: z.int().describe('How many successes and failures are remembered, of tools that you see'),
  mostOutcomes: z.int().describe('The newest so many are kept'),
  halfLifeDays: z.number().describe('After so long an outcome counts half'),
  keptDays: z.number().describe('After so long it is forgotten'),
  tools: z
    .array(
      z.object({
        tool: z.string(),
        successes: z.int(),
        failures: z.int(),
        lastAt: z.iso.datetime(),
        tasks: z.array(z.string()).describe('What it worked for most recently; shown to administrators'),
      }),
    )
    .describe('Those with most successes first, at most 100'),
});
export type LearningView = z.infer<typeof learningSchema>;
