import { z } from 'zod';
import { entrySchema, protocols, stages } from './manifest.js';

export const toolSorts = ['name', 'trust', 'published', 'relevance'] as const;
export type ToolSort = (typeof toolSorts)[number];

/** What lists of tools count by value. */
export const toolFacets = ['capabilities', 'namespace', 'protocol', 'stage', 'readOnly', 'deprecated'] as const;
export type ToolFacet = (typeof toolFacets)[number];

/** Some of the facets, `namespace,stage`. */
const facetList = new RegExp(`^(?:${toolFacets.join('|')})(?:,(?:${toolFacets.join('|')})){0,5}$`);

/** Filters and order of `GET /v1/tools`, as query parameters. */
export const toolFilters = {
  query: z.string().max(1_000).optional().describe('Words; the most relevant come first unless `sort` says otherwise'),
  sort: z.enum(toolSorts).optional().describe('`name` by default; trust, date and relevance come highest first'),
  namespace: z.string().max(63).optional(),
  capability: z.string().max(100).optional().describe('This capability, or one below it'),
  protocol: z.enum(protocols).optional(),
  stage: z.enum(stages).optional().describe('This stage, or a later one'),
  readOnly: z.enum(['true', 'false']).optional().describe('true: only tools that say so of themselves'),
  minTrust: z.coerce.number().min(0).max(1).optional(),
  facets: z
    .string()
    .max(200)
    .regex(facetList, `must be some of ${toolFacets.join(', ')}, separated by commas`)
    .optional()
    .describe(`Counts by value over the whole list: any of ${toolFacets.join(', ')}, separated by commas`),
};

export const toolListSchema = z.object({
  items: z.array(entrySchema),
  nextCursor: z.string().nullable(),
  total: z
    .int()
    .optional()
    .describe('Tools in the whole list; where words, filters, an order or counts were asked for'),
  facets: z
    .partialRecord(z.enum(toolFacets), z.record(z.string(), z.int()))
    .optional()
    .describe('Tools by value, for each of the facets asked for'),
  warnings: z.array(z.string()).optional().describe('What this list had to do without; absent when nothing'),
});
export type ToolList = z.infer<typeof toolListSchema>;
