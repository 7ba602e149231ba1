import { z } from 'zod';

export const rebuildStates = ['running', 'done', 'failed'] as const;

/** A rebuild asked of the replica that answers. */
export const rebuildSchema = z.object({
  state: z.enum(rebuildStates),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  done: z.int().describe('Tools indexed so far'),
  problem: z.string().nullable(),
});

export const indexStatusSchema = z.object({
  engine: z.string().describe('`embedded`, or `meilisearch`'),
  documents: z.int().describe('Tools in the index'),
  tools: z.int().describe('Tools that should be in the index'),
  ready: z.boolean().describe('Whether this engine is used; otherwise the built-in one is'),
  problem: z.string().nullable(),
  pending: z.int().nullable().describe('Changes not indexed yet; null where another replica writes them'),
  building: z.int().nullable().describe('Tools indexed by the current rebuild so far; null when none is running'),
  rebuild: rebuildSchema.nullable().describe('The last rebuild requested on this replica since it started'),
});
export type IndexStatusView = z.infer<typeof indexStatusSchema>;
