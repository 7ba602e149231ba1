import { z } from 'zod';
import { revocationTargetSchema } from './names.js';

/** Why, for people: kept for good and shown to everybody who sees the tool. */
const reasonSchema = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be text without NUL and broken surrogates');

export const createRevocationSchema = z.strictObject({
  target: revocationTargetSchema.describe('A version or range, a tool, or a whole namespace; future versions too'),
  reason: reasonSchema,
});
export type CreateRevocation = z.infer<typeof createRevocationSchema>;

export const liftRevocationSchema = z.strictObject({
  reason: reasonSchema.optional().describe('Why it is lifted'),
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
