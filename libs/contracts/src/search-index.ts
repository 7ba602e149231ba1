import { z } from 'zod';

export const rebuildStates = ['running', 'done', 'failed'] as const;

/** A rebuild asked of the replica that answers. */
export const rebuildSchema = z.object({
  state: z.enum(rebuildStates),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  done: z.int().describe('Tools brought so far'),
  problem: z.string().nullable(),
});

export const indexStatusSchema = z.object({
  engine: z.string().describe('`embedded`, or `meilisearch`'),
  documents: z.int().describe('Tools that searches see'),
  tools: z.int().describe('Tools that there are to be found'),
  ready: z.boolean().describe('Whether this engine answers; the built-in one does when not'),
  problem: z.string().nullable(),
  pending: z.int().nullable().describe('Changes that searches do not see yet; null where another replica writes them'),
  building: z.int().nullable().describe('Tools that a rebuild under way has brought so far; null when none is'),
  rebuild: rebuildSchema.nullable().describe('The last rebuild asked of this replica since it started'),
});
export type IndexStatusView = z.infer<typeof indexStatusSchema>;
