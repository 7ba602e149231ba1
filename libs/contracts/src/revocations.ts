import { z } from 'zod';
import { reasonText } from './kept.js';
import { revocationTargetSchema } from './names.js';

export const createRevocationSchema = z.strictObject({
  target: revocationTargetSchema.describe('A version or range, a tool, or a whole namespace; future versions too'),
  reason: reasonText.describe('Kept for good, and shown to everybody who sees what is revoked'),
});
export type CreateRevocation = z.infer<typeof createRevocationSchema>;

export const liftRevocationSchema = z.strictObject({
  reason: reasonText.optional().describe('Why it is lifted'),
});
export type LiftRevocation = z.infer<typeof liftRevocationSchema>;

export const revocationStates = ['active', 'lifted'] as const;
export type RevocationState = (typeof revocationStates)[number];

export const revocationSchema = z.object({
  id: z.uuid(),
  target: z.string(),
  reason: z.string(),
  state: z.enum(revocationStates),
  versions: z.int().describe('How many published versions it covers, as far as you may see them'),
  revokedAt: z.iso.datetime(),
  revokedBy: z.string(),
  lifted: z
    .object({ at: z.iso.datetime(), by: z.string(), reason: z.string().nullable() })
    .nullable()
    .describe('Null while it is in force'),
});
export type RevocationView = z.infer<typeof revocationSchema>;
