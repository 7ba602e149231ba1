import { z } from 'zod';

/** What usage is added up by. */
export const usageGroups = ['tool', 'caller', 'day'] as const;
export type UsageGroup = (typeof usageGroups)[number];

/** Whose calls: those the caller's side has made, or those its tools were called with. */
export const usageSides = ['caller', 'provider'] as const;
export type UsageSide = (typeof usageSides)[number];

/** Calls that reached a tool. */
export const usageSchema = z.object({
  tool: z.string().nullable().describe('When grouped by tool'),
  organisation: z.string().nullable().describe('Organisation of the caller, when grouped by caller'),
  caller: z.string().nullable().describe('When grouped by caller; null for principals of other organisations'),
  day: z.iso.date().nullable().describe('In UTC, when grouped by day'),
  calls: z.int().nonnegative(),
  failures: z.int().nonnegative().describe('Of these, failed calls, whatever the cause'),
  costUsd: z.number().nonnegative().describe('Cost per call as declared by the called versions'),
});
export type UsageView = z.infer<typeof usageSchema>;
