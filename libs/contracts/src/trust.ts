import { z } from 'zod';
import { keptText } from './kept.js';

/** The signals trust is made of. */
export const trustSignals = [
  'reliability',
  'schemaCompliance',
  'slaAdherence',
  'securityAudit',
  'communityRating',
  'providerReputation',
  'freshness',
  'usageVolume',
] as const;

/** Which evidence a score rests on: `inside` for callers of the tool's organisation, `outside` for everybody else. */
export const evidenceViews = ['inside', 'outside'] as const;
export type EvidenceView = (typeof evidenceViews)[number];
export const evidenceViewSchema = z
  .enum(evidenceViews)
  .describe("The evidence used: `inside` for callers in the tool's organisation, else `outside`");

export const trustSignalSchema = z.object({
  name: z.enum(trustSignals),
  value: z.number().min(0).max(1),
  sampleSize: z.number().nonnegative().describe('Sample size after discounts: calls, ratings or tools'),
  weight: z.number().min(0).max(1),
  contribution: z.number().min(0).max(1).describe('weight · value'),
});

export const trustDaySchema = z.object({
  day: z.iso.date().describe('In UTC'),
  base: z.number().describe('At the end of the day'),
  score: z.number().describe('The base, decayed to the end of that day or to now'),
  calls: z
    .int()
    .nonnegative()
    .describe(
      'Calls that count as evidence, without discounts; 0 for days before the last 30, whose calls are summed up',
    ),
  faults: z.int().nonnegative().describe('Of these, calls that tool failures'),
});

/** Why a version has the trust it has. */
export const trustSchema = z.object({
  tool: z.string(),
  version: z.string(),
  view: evidenceViewSchema,
  base: z.number().describe('The sum of the contributions'),
  decay: z.number().min(0).max(1).describe('e^(−λ(now − t0))'),
  score: z.number().min(0).max(1).describe('base · decay'),
  confidence: z.number().min(0).max(1).describe('n / (n + 20), where n is the number of calls after discounts'),
  t0: z.iso.datetime().describe('Last verification, or publication if never verified'),
  halfLifeDays: z.number().positive(),
  signals: z.array(trustSignalSchema),
  audit: z.enum(['none', 'self', 'third-party']).describe('The best attested security audit that is not withdrawn'),
  driftedSince: z.iso
    .datetime()
    .nullable()
    .describe('Since when its verifications have been failing; null when they pass'),
  history: z
    .array(trustDaySchema)
    .describe('The last 30 days since publication, or as many as requested; oldest first'),
});
export type TrustView = z.infer<typeof trustSchema>;

export const rateToolSchema = z.strictObject({
  stars: z.int().min(1).max(5),
  comment: keptText(1_000).optional(),
});
export type RateTool = z.infer<typeof rateToolSchema>;

/** A vote. The latest of each caller counts. */
export const ratingSchema = z.object({
  tool: z.string(),
  stars: z.int(),
  comment: z.string().nullable(),
  by: z.string().nullable().describe('Who rated it; null for principals of other organisations'),
  organisation: z.string(),
  at: z.iso.datetime(),
});
export type RatingView = z.infer<typeof ratingSchema>;
