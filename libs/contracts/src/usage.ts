import { z } from 'zod';

/** What usage is added up by. */
export const usageGroups = ['tool', 'caller', 'day'] as const;
export type UsageGroup = (typeof usageGroups)[number];

/** Whose calls: those the caller's side has made, or those its tools were called with. */
export const usageSides = ['caller', 'provider'] as const;
export type UsageSide = (typeof usageSides)[number];

/** Calls that reached a tool. */
export const usageSchema = z.object({
  tool: z.string().nullable().describe('When added up by tool'),
  organisation: z.string().nullable().describe('Of the caller, when added up by caller'),
  caller: z.string().nullable().describe('When added up by caller; null for the people of other organisations'),
  day: z.iso.date().nullable().describe('In UTC, when added up by day'),
  calls: z.int().nonnegative(),
  failures: z.int().nonnegative().describe('Of these, calls that failed, through whomever'),
  costUsd: z.number().nonnegative().describe('What the called versions say that a call costs'),
});
export type UsageView = z.infer<typeof usageSchema>;
