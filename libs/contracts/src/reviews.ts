import { z } from 'zod';
import { proposeCapabilitySchema } from './capabilities.js';
import { reasonText } from './kept.js';
import { differenceSchema, manifestSchema } from './manifest.js';
import { previousVersionSchema } from './previous-version.js';
import { issueSchema } from './problem.js';

export const reviewKinds = ['compatibility', 'look-alike', 'capability', 'definition'] as const;
export const reviewStates = ['open', 'approved', 'refused', 'withdrawn'] as const;

/** Something that waits for a reviewer's consent, or had it. */
export const reviewSchema = z.object({
  id: z.uuid(),
  kind: z.enum(reviewKinds),
  subject: z.string().describe('ns/tool@version, a namespace, or #capability'),
  state: z.enum(reviewStates),
  findings: z.array(issueSchema).describe('Why it is held'),
  differences: z.array(differenceSchema).optional().describe('Changes from the neighbouring version'),
  manifest: manifestSchema.optional().describe('What would be published'),
  previous: previousVersionSchema.optional().describe('Absent for a first version'),
  capability: proposeCapabilitySchema.optional().describe('What would be added to the taxonomy'),
  submittedBy: z.string(),
  submittedAt: z.iso.datetime(),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
});
export type ReviewView = z.infer<typeof reviewSchema>;

export const reviewDecisionSchema = z.strictObject({
  decision: z.enum(['approve', 'refuse']),
  reason: reasonText.optional(),
});
export type ReviewDecisionBody = z.infer<typeof reviewDecisionSchema>;
