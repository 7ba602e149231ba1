import { z } from 'zod';
import { reasonText } from './kept.js';
import { revocationTargetSchema } from './names.js';

export const createRevocationSchema = z.strictObject({
  target: revocationTargetSchema.describe(
    'A version, range, tool or whole namespace, including future versions. Operators may also name a listed server, even if its namespace is unknown here',
  ),
  reason: reasonText.describe('Kept permanently and shown to everyone who can see the target'),
});
export type CreateRevocation = z.infer<typeof createRevocationSchema>;

export const liftRevocationSchema = z.strictObject({
  reason: reasonText.optional().describe('Why it is lifted'),
});
export type LiftRevocation = z.infer<typeof liftRevocationSchema>;

export const appealRevocationSchema = z.strictObject({
  reason: reasonText.describe('Why it is wrong, or what has been fixed since'),
});
export type AppealRevocation = z.infer<typeof appealRevocationSchema>;

export const revocationStates = ['active', 'lifted'] as const;
export type RevocationState = (typeof revocationStates)[number];

export const revocationSchema = z.object({
  id: z.uuid(),
  target: z.string(),
  reason: z.string(),
  state: z.enum(revocationStates),
  versions: z
    .int()
    .describe(
      'Number of published tool versions it covers, among those visible to you. Listed servers (/v0.1) are not counted',
    ),
  revokedAt: z.iso.datetime(),
  revokedBy: z.string().describe('service:assay for an automatic revocation'),
  cause: z
    .string()
    .nullable()
    .describe('Cause of an automatic revocation: trust, a finding or an alert; the same cause never revokes again'),
  appeal: z
    .object({ at: z.iso.datetime(), by: z.string(), reason: z.string() })
    .nullable()
    .describe("The owners' appeal"),
  lifted: z
    .object({ at: z.iso.datetime(), by: z.string(), reason: z.string().nullable() })
    .nullable()
    .describe('Null while in force'),
});
export type RevocationView = z.infer<typeof revocationSchema>;
