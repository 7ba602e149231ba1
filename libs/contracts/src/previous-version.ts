import { z } from 'zod';

/** The version before one that a reviewer decides on, and what changed since. */
export const previousVersionSchema = z.object({
  version: z.string(),
  diff: z.string().describe('Unified diff of its definition and its code; empty when both are the same'),
});
export type PreviousVersion = z.infer<typeof previousVersionSchema>;
