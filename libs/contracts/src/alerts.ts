import { z } from 'zod';
import { reasonText } from './kept.js';
import { revocationTargetSchema } from './names.js';

/** critical revokes at once; high and medium raise a finding that an administrator decides on. */
export const alertSeverities = ['medium', 'high', 'critical'] as const;
export type AlertSeverity = (typeof alertSeverities)[number];

export const raiseAlertSchema = z.strictObject({
  target: revocationTargetSchema.describe(
    'A version, range or tool; a whole namespace only for critical alerts. Findings cover existing versions; a revocation also covers future ones',
  ),
  reason: reasonText.describe('The problem; shown to everyone who can see the tool'),
  severity: z.enum(alertSeverities),
  evidenceUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .regex(/^\S+$/, 'must not contain whitespace')
    .optional()
    .describe('URL of the advisory'),
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
  organisation: z.string().describe('Organisation that raised it'),
  outcome: z
    .enum(alertOutcomes)
    .describe('revoke: the target is revoked; find: each version gets a finding for an administrator to decide on'),
  settled: z
    .boolean()
    .describe('Whether the consequence has been applied; an interrupted one is completed automatically'),
  revocation: z.uuid().nullable(),
});
export type AlertView = z.infer<typeof alertSchema>;
