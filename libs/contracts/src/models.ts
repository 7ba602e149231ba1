import { z } from 'zod';

const askedSchema = z.object({
  model: z.string(),
  reachable: z.boolean().describe('Whether it answered a short question just now'),
  problem: z.string().nullable(),
  tookMs: z.number(),
});

export const modelsSchema = z.object({
  languageModel: askedSchema.nullable().describe('Null when none is configured'),
  embedder: askedSchema
    .extend({
      dimensions: z.int().nullable().describe('Length of its vectors, once it has answered'),
      waiting: z.int().describe('Texts of tools without a vector yet'),
      refused: z.int().describe('Of these, texts that it refuses; they are offered again a day later'),
      paused: z.string().nullable().describe('Why no further texts are embedded at present, on this replica'),
    })
    .nullable()
    .describe('Null when none is configured: search goes by words alone'),
});
export type ModelsView = z.infer<typeof modelsSchema>;
