import { z } from 'zod';
import type { ErrorClass, ErrorCode } from './error-table.js';
import { usageSides } from './usage.js';

/** What the dashboard divides calls by. */
export const dashboardGroups = ['tool', 'team', 'caller'] as const;
export type DashboardGroup = (typeof dashboardGroups)[number];

/** The figure by which groups are ordered, the highest first. */
export const dashboardOrders = ['calls', 'failures', 'tokens', 'costUsd'] as const;
export type DashboardOrder = (typeof dashboardOrders)[number];

/** Which calls. */
export const dashboardFilters = {
  since: z.iso.datetime({ offset: true }).optional().describe('Default: 24 hours before until'),
  until: z.iso.datetime({ offset: true }).optional().describe('Default: now. At most 90 days after since'),
  side: z
    .enum(usageSides)
    .optional()
    .describe(
      'caller (default): calls you made, or for administrators calls of the organisation; provider: calls to tools in your namespaces',
    ),
  tool: z.string().min(1).max(200).optional().describe('ns/tool'),
  team: z.string().min(1).max(100).optional().describe('Calls by its present members'),
  caller: z.string().min(1).max(200).optional().describe('Name of a principal of your organisation'),
};

export const callErrorsSchema = z.object({
  code: z.string() as unknown as z.ZodType<ErrorCode>,
  class: z.string() as unknown as z.ZodType<ErrorClass>,
  calls: z.int(),
});

export const callLatencySchema = z.object({ p50Ms: z.number(), p95Ms: z.number(), p99Ms: z.number() });

/** Steps of compositions are calls of their own; calls that wait are counted when they end. */
export const callFiguresSchema = z.object({
  calls: z.int().nonnegative(),
  failures: z.int().nonnegative().describe('Calls that failed, were denied or were cancelled'),
  cached: z.int().nonnegative().describe('Answered from the cache'),
  tokens: z.int().nonnegative().describe('Of the results: counted for calls that asked for it, otherwise estimated'),
  costUsd: z.number().nonnegative().describe('As the called versions declare it'),
  statuses: z.record(z.string(), z.int()).describe('Calls by status'),
  errors: z.array(callErrorsSchema).describe('Most frequent first'),
  levels: z
    .record(z.string(), z.int())
    .describe('Calls by the level of the hierarchy that answered; 1 is the primary tool, 0 when none was tried'),
  latency: callLatencySchema.nullable().describe('Wall time of whole calls, within 2 %'),
});
export type CallFigures = z.infer<typeof callFiguresSchema>;

export const dashboardPeriodSchema = callFiguresSchema.extend({ start: z.iso.datetime() });

export const dashboardSchema = z.object({
  since: z.iso.datetime().describe('As asked, moved to the beginning of its period'),
  until: z.iso.datetime().describe('End of the last period; the last one may still be running'),
  periodSeconds: z.int().describe('60, 3600 or 86400, by the length of the range'),
  total: callFiguresSchema,
  periods: z.array(dashboardPeriodSchema).describe('Periods without a call are absent'),
});
export type DashboardView = z.infer<typeof dashboardSchema>;

export const dashboardGroupSchema = callFiguresSchema.extend({
  name: z
    .string()
    .nullable()
    .describe('ns/tool, a team or a principal; null: no tool was found, or callers of other organisations'),
});
export type DashboardGroupView = z.infer<typeof dashboardGroupSchema>;

export const trustMoverSchema = z.object({
  tool: z.string(),
  version: z.string(),
  before: z.number().describe('Trust at the beginning of the range, or on the first day with a score after it'),
  now: z.number().describe('Trust at its end'),
  change: z.number(),
});
export type TrustMoverView = z.infer<typeof trustMoverSchema>;

/** Sent when calls that the filters select have been counted. */
export const dashboardEventSchema = z.object({ countedAt: z.iso.datetime() });
export type DashboardEvent = z.infer<typeof dashboardEventSchema>;
