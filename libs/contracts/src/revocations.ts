import { z } from 'zod';
import { reasonText } from './kept.js';
import { revocationTargetSchema } from './names.js';

export const createRevocationSchema = z.strictObject({
  target: revocationTargetSchema.describe(
    'A version or range, a tool, or a whole namespace; future versions too. Whoever runs the installation may also name a server of the registry list in this way, whether or not its namespace is known here',
  ),
  reason: reasonText.describe('Kept for good, and shown to everybody who sees what is revoked'),
});
export type CreateRevocation = z.infer<typeof createRevocationSchema>;

export const liftRevocationSchema = z.strictObject({
  reason: reasonText.optional().describe('Why it is lifted'),
});
export type LiftRevocation = z.infer<typeof liftRevocationSchema>;

export const appealRevocationSchema = z.strictObject({
  reason: reasonText.describe('Why it is wrong, or what has been mended since'),
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
      'How many published versions of tools it covers, as far as you may see them. Servers of the registry list, which show it at /v0.1, are not counted',
    ),
  revokedAt: z.iso.datetime(),
  revokedBy: z.string().describe('service:assay where the rules of the registry did it'),
  cause: z
    .string()
    .nullable()
    .describe('What made the registry revoke by itself: trust, a finding or an alert; the same cause never does again'),
  appeal: z
    .object({ at: z.iso.datetime(), by: z.string(), reason: z.string() })
    .nullable()
    .describe('What its owners have said against it'),
  lifted: z
    .object({ at: z.iso.datetime(), by: z.string(), reason: z.string().nullable() })
    .nullable()
    .describe('Null while it is in force'),
});
export type RevocationView = z.infer<typeof revocationSchema>;
