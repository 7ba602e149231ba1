import { z } from 'zod';

const askedSchema = z.object({
  model: z.string(),
  reachable: z.boolean().describe('Whether it answered a short question during this check'),
  problem: z.string().nullable(),
  tookMs: z.number(),
});

export const modelsSchema = z.object({
  languageModel: askedSchema.nullable().describe('Null when none is configured'),
  embedder: askedSchema
    .extend({
      dimensions: z.int().nullable().describe('Length of its vectors, once it has answered'),
      waiting: z.int().describe('Tool texts without a vector yet'),
      refused: z.int().describe('Of these, texts it refuses; retried after a day'),
      paused: z.string().nullable().describe('Why embedding is paused on this replica'),
    })
    .nullable()
    .describe('Null when none is configured: search uses keywords only'),
});
export type ModelsView = z.infer<typeof modelsSchema>;
