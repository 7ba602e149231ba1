import { z } from 'zod';
import { entrySchema, protocolSchema, stageNameSchema } from './manifest.js';

export const toolSorts = ['name', 'trust', 'published', 'relevance'] as const;
export type ToolSort = (typeof toolSorts)[number];

/** What lists of tools count by value. */
export const toolFacets = ['capabilities', 'namespace', 'protocol', 'stage', 'readOnly', 'deprecated'] as const;
export type ToolFacet = (typeof toolFacets)[number];

/** Some of the facets, `namespace,stage`. */
const facetList = new RegExp(`^(?:${toolFacets.join('|')})(?:,(?:${toolFacets.join('|')})){0,5}$`);

/** Filters and order of `GET /v1/tools`, as query parameters. */
export const toolFilters = {
  query: z.string().max(1_000).optional().describe('Search words; most relevant first unless `sort` is given'),
  sort: z.enum(toolSorts).optional().describe('Default `name`; trust, date and relevance are highest first'),
  namespace: z.string().max(63).optional(),
  capability: z.string().max(100).optional().describe('This capability or a descendant'),
  protocol: protocolSchema.optional(),
  stage: stageNameSchema.optional().describe('This stage or a later one'),
  readOnly: z.enum(['true', 'false']).optional().describe('true: only tools declared read-only'),
  minTrust: z.coerce.number().min(0).max(1).optional(),
  facets: z
    .string()
    .max(200)
    .regex(facetList, `must be one or more of ${toolFacets.join(', ')}, separated by commas`)
    .optional()
    .describe(`Counts by value over the whole list: any of ${toolFacets.join(', ')}, separated by commas`),
};

export const toolListSchema = z.object({
  items: z.array(entrySchema),
  nextCursor: z.string().nullable(),
  total: z
    .int()
    .optional()
    .describe('Tools in the whole list; present when words, filters, an order or counts were requested'),
  facets: z
    .partialRecord(z.enum(toolFacets), z.record(z.string(), z.int()))
    .optional()
    .describe('Counts by value for each requested facet'),
  warnings: z.array(z.string()).optional().describe('What was unavailable for this list; absent when nothing was'),
});
export type ToolList = z.infer<typeof toolListSchema>;
