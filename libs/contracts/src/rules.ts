import { z } from 'zod';
import { keptText } from './kept.js';
import { toolReferenceSchema } from './names.js';

/** In characters. */
export const maxPredicate = 2_000;

export const createRuleSchema = z.strictObject({
  when: keptText(maxPredicate)
    .min(1)
    .describe('A CEL predicate over query, capabilities, task, state and now, such as query.contains("invoice")'),
  tool: toolReferenceSchema.describe('Tool chosen when the predicate is true'),
  priority: z.int().min(-1_000_000).max(1_000_000).optional().describe('Highest first; default 0'),
});
export type CreateRule = z.infer<typeof createRuleSchema>;

export const ruleSchema = z.object({
  id: z.uuid(),
  when: z.string(),
  tool: z.string(),
  priority: z.int(),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable(),
});
export type RuleView = z.infer<typeof ruleSchema>;
