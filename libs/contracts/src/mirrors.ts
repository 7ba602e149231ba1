import { z } from 'zod';

export const createMirrorSchema = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .describe('Base address of a registry with the official MCP Registry API'),
  everySeconds: z.int().min(60).max(604_800).optional().describe('Poll interval; 600 when absent'),
});
export type CreateMirror = z.infer<typeof createMirrorSchema>;

/** Another registry that this one follows. */
export const mirrorSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  everySeconds: z.int(),
  state: z.enum(['waiting', 'walking', 'following', 'failing']).describe('waiting: for its initial sync'),
  servers: z.int().nonnegative().describe('Server versions mirrored from it'),
  syncedTo: z.string().nullable().describe("Newest change in the last full sync, in that registry's format"),
  lastSuccessAt: z.iso.datetime().nullable(),
  lastAttemptAt: z.iso.datetime().nullable(),
  nextAt: z.iso.datetime(),
  failures: z.int().nonnegative(),
  error: z.string().nullable(),
  skipped: z.int().nonnegative().describe('Entries of the last sync that were skipped'),
  skippedExample: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type MirrorView = z.infer<typeof mirrorSchema>;
