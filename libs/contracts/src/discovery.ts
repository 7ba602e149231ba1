import { z } from 'zod';
import { annotationsSchema, protocols, stages } from './manifest.js';
import { capabilitySchema } from './names.js';

export const constraintsSchema = z.strictObject({
  maxLatencyMs: z.number().positive().optional().describe('Highest acceptable p95'),
  minTrust: z.number().min(0).max(1).optional().describe('Defaults to 0.5; an explicit 0 is 0'),
  maxCost: z.number().nonnegative().optional().describe('Highest acceptable cost of a call, in USD'),
  version: z.string().min(1).max(200).optional().describe('A semantic-version range'),
  platformVersion: z.string().min(1).max(100).optional(),
  protocol: z.enum(protocols).optional(),
  stage: z.enum(stages).optional().describe('The least stage'),
  readOnly: z.boolean().optional(),
});
export type Constraints = z.infer<typeof constraintsSchema>;

export const details = ['names', 'summary', 'schemas'] as const;
export type Detail = (typeof details)[number];

export const discoverSchema = z
  .strictObject({
    query: z.string().max(4_000).optional(),
    capabilities: z.array(capabilitySchema).max(16).optional(),
    constraints: constraintsSchema.optional(),
    limit: z.int().min(1).max(100).optional().describe('Defaults to 10'),
    detail: z.enum(details).optional().describe('Defaults to schemas'),
  })
  .refine((body) => (body.query ?? '').trim() !== '' || (body.capabilities ?? []).length > 0, {
    message: 'say what you look for: give a query, capabilities, or both',
    path: ['query'],
  });
export type Discover = z.infer<typeof discoverSchema>;

export const discoveryResultSchema = z.object({
  tool: z.string(),
  version: z.string(),
  score: z.number(),
  parts: z.object({
    trust: z.number(),
    relevance: z.number(),
    latency: z.number(),
    cost: z.number(),
  }),
  why: z.array(z.string()),
  callable: z.boolean().describe('Whether this caller may call it now'),
  title: z.string().optional(),
  description: z.string().optional(),
  capabilities: z.array(z.string()).optional(),
  annotations: annotationsSchema.optional(),
  inputSchema: z.record(z.string(), z.unknown()).optional(),
  outputSchema: z.record(z.string(), z.unknown()).optional(),
});
export type DiscoveryResult = z.infer<typeof discoveryResultSchema>;

export const discoveryAnswerSchema = z.object({
  discoveryId: z.uuid(),
  parsed: z.object({
    query: z.string().nullable(),
    capabilities: z.array(z.string()),
    constraints: constraintsSchema,
    terms: z.array(z.string()),
  }),
  results: z.array(discoveryResultSchema),
  excluded: z.array(z.object({ tool: z.string(), why: z.string() })),
  totalCandidates: z.int(),
  totalFiltered: z.int(),
  tookMs: z.number(),
});
export type DiscoveryAnswer = z.infer<typeof discoveryAnswerSchema>;
