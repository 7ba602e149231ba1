import { z } from 'zod';

export const createMirrorSchema = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .describe('Base address of a registry that speaks the official MCP Registry API'),
  everySeconds: z.int().min(60).max(604_800).optional().describe('How often it is asked for changes; 600 when absent'),
});
export type CreateMirror = z.infer<typeof createMirrorSchema>;

/** Another registry that this one follows. */
export const mirrorSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  everySeconds: z.int(),
  state: z.enum(['waiting', 'walking', 'following', 'failing']).describe('waiting: for its first walk'),
  servers: z.int().nonnegative().describe('Versions of servers that came from it'),
  syncedTo: z.string().nullable().describe('Newest change of the last whole walk, as that registry wrote it'),
  lastSuccessAt: z.iso.datetime().nullable(),
  lastAttemptAt: z.iso.datetime().nullable(),
  nextAt: z.iso.datetime(),
  failures: z.int().nonnegative(),
  error: z.string().nullable(),
  skipped: z.int().nonnegative().describe('Entries of the last walk that were not taken'),
  skippedExample: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type MirrorView = z.infer<typeof mirrorSchema>;
