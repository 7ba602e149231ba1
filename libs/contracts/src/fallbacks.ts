import { z } from 'zod';
import { keptText } from './kept.js';
import { toolReferenceSchema } from './names.js';

/** Levels of one hierarchy. */
export const mostLevels = 10;
/** Of a mapping, in characters. */
export const longestMapping = 4_000;

export const fallbackLevelSchema = z.strictObject({
  tool: toolReferenceSchema,
  accuracy: z
    .number()
    .positive()
    .max(1)
    .optional()
    .describe(
      'How right its answers are, in (0, 1]; 1 unless said otherwise. Confidence falls by its ratio to the first level',
    ),
  mapping: keptText(longestMapping)
    .min(1)
    .optional()
    .describe('JSONata from the input of the first level to its own; as it is when absent'),
});
export type FallbackLevel = z.infer<typeof fallbackLevelSchema>;

export const setFallbackSchema = z.strictObject({
  levels: z.array(fallbackLevelSchema).min(1).max(mostLevels).describe('In the order in which they are tried'),
  escalation: z
    .boolean()
    .optional()
    .describe('Whether a person is asked after the last level; true unless said otherwise'),
});
export type SetFallback = z.infer<typeof setFallbackSchema>;

export const circuitStateNames = ['CLOSED', 'OPEN', 'HALF_OPEN'] as const;

/** A level, and how it stands now. What is not known is null. */
export const fallbackLevelViewSchema = z.object({
  priority: z.int().describe('1 is the primary'),
  tool: z.string(),
  accuracy: z.number(),
  mapping: z.string().optional(),
  version: z.string().nullable().describe('What it resolves to for you; null when to nothing'),
  p50Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
  costUsd: z.number().nullable(),
  availability: z.number().nullable().describe('As declared, in [0, 1]'),
  circuit: z.enum(circuitStateNames).nullable(),
  problem: z.string().optional().describe('Why it cannot be called now'),
});
export type FallbackLevelView = z.infer<typeof fallbackLevelViewSchema>;

export const fallbackSchema = z.object({
  capability: z.string(),
  levels: z.array(fallbackLevelViewSchema),
  escalation: z.boolean(),
  revision: z.int().describe('Grows with every change; its ETag'),
  warnings: z.array(z.string()),
  changedAt: z.iso.datetime(),
  changedBy: z.string().nullable(),
});
export type FallbackView = z.infer<typeof fallbackSchema>;
