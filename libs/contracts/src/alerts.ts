import { z } from 'zod';
import { reasonText } from './kept.js';
import { revocationTargetSchema } from './names.js';

/** critical revokes at once; high and medium raise a finding that an administrator decides on. */
export const alertSeverities = ['medium', 'high', 'critical'] as const;
export type AlertSeverity = (typeof alertSeverities)[number];

export const raiseAlertSchema = z.strictObject({
  target: revocationTargetSchema.describe(
    'A version or range, or a tool; a whole namespace only of a critical alert. Findings are of the versions there are, a revocation is of future ones too',
  ),
  reason: reasonText.describe('What is wrong, for everybody who sees the tool'),
  severity: z.enum(alertSeverities),
  evidenceUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .regex(/^\S+$/, 'must hold no white space')
    .optional()
    .describe('Where the advisory can be read'),
});
export type RaiseAlert = z.infer<typeof raiseAlertSchema>;

/** What follows from an alert. */
export const alertOutcomes = ['revoke', 'find'] as const;
export type AlertOutcome = (typeof alertOutcomes)[number];

export const alertSchema = z.object({
  id: z.uuid(),
  target: z.string(),
  reason: z.string(),
  severity: z.enum(alertSeverities),
  evidenceUrl: z.string().nullable(),
  raisedAt: z.iso.datetime(),
  raisedBy: z.string(),
  organisation: z.string().describe('Of whoever raised it'),
  outcome: z
    .enum(alertOutcomes)
    .describe('revoke: the target is out of use; find: a finding of each version waits for an administrator'),
  settled: z.boolean().describe('Whether that has been done; what was cut short is done by itself'),
  revocation: z.uuid().nullable(),
});
export type AlertView = z.infer<typeof alertSchema>;
