import { z } from 'zod';
import { keptText } from './kept.js';
import { toolReferenceSchema } from './names.js';
import { percentSchema } from './toolsets.js';

/** Levels of one hierarchy. */
export const maxLevels = 10;
/** Of a mapping, in characters. */
export const maxMapping = 4_000;

export const fallbackLevelSchema = z.strictObject({
  tool: toolReferenceSchema,
  accuracy: z
    .number()
    .positive()
    .max(1)
    .optional()
    .describe('Accuracy of its results, in (0, 1]; default 1. Confidence is scaled by its ratio to the first level'),
  mapping: keptText(maxMapping)
    .min(1)
    .optional()
    .describe("JSONata from the first level's input to this level's; unchanged when absent"),
  shadow: percentSchema
    .optional()
    .describe(
      'Not a fallback: called beside the first level for this share of calls by capability; its answer is compared, never returned',
    ),
  canary: percentSchema
    .optional()
    .describe(
      'Not a fallback: called before the first level for this share of callers by capability; rolled back when it fails more often',
    ),
});
export type FallbackLevel = z.infer<typeof fallbackLevelSchema>;

export const setFallbackSchema = z.strictObject({
  levels: z.array(fallbackLevelSchema).min(1).max(maxLevels).describe('In the order they are tried'),
  escalation: z.boolean().optional().describe('Whether to escalate to a person after the last level; default true'),
});
export type SetFallback = z.infer<typeof setFallbackSchema>;

export const circuitStateNames = ['CLOSED', 'OPEN', 'HALF_OPEN'] as const;

/** A level, and how it stands now. What is not known is null. */
export const fallbackLevelViewSchema = z.object({
  priority: z.int().describe('1 is the primary'),
  tool: z.string(),
  accuracy: z.number(),
  mapping: z.string().optional(),
  version: z.string().nullable().describe('The version it resolves to for you; null when none'),
  p50Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
  costUsd: z.number().nullable(),
  availability: z.number().nullable().describe('Declared accuracy, in [0, 1]'),
  circuit: z.enum(circuitStateNames).nullable(),
  problem: z.string().optional().describe('Why it cannot be called now'),
  shadow: z.number().optional(),
  canary: z.number().optional(),
});
export type FallbackLevelView = z.infer<typeof fallbackLevelViewSchema>;

export const fallbackSchema = z.object({
  capability: z.string(),
  levels: z.array(fallbackLevelViewSchema),
  escalation: z.boolean(),
  revision: z.int().describe('Increases with every change; used as the ETag'),
  warnings: z.array(z.string()),
  changedAt: z.iso.datetime(),
  changedBy: z.string().nullable(),
});
export type FallbackView = z.infer<typeof fallbackSchema>;
