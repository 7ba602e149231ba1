import { z } from 'zod';
import { limitNames, limitRuleSchema, limitSchema, setLimitSchema } from '../limits.js';
import { toolReferenceSchema } from '../names.js';
import { usageGroups, usageSchema, usageSides } from '../usage.js';
import { cursor, define, listOf } from './route.js';

/** How much may be called and published, and how much was. */
export const limitsRoutes = define({
  listLimits: {
    method: 'GET',
    path: '/v1/limits',
    tag: 'limits',
    summary: 'List the limits that apply to you, optionally for calling a tool, with what is left',
    scope: 'authenticated',
    query: z.strictObject({ ...cursor, tool: toolReferenceSchema.optional() }),
    answers: { 200: listOf(limitSchema) },
  },
  listLimitRules: {
    method: 'GET',
    path: '/v1/limits/rules',
    tag: 'limits',
    summary: "List limits set by administrators: your organisation's; operators see all",
    scope: 'admin',
    query: z.strictObject({ ...cursor, name: z.enum(limitNames).optional() }),
    answers: { 200: listOf(limitRuleSchema) },
  },
  setLimit: {
    method: 'PUT',
    path: '/v1/limits/{name}/{subject}',
    tag: 'limits',
    summary: 'Set a limit for an organisation, namespace, tool or principal, or for everyone ("*")',
    scope: 'admin',
    body: setLimitSchema,
    answers: { 200: limitRuleSchema },
  },
  clearLimit: {
    method: 'DELETE',
    path: '/v1/limits/{name}/{subject}',
    tag: 'limits',
    summary: 'Clear a limit; the general limit applies again',
    scope: 'admin',
    answers: { 204: null },
  },
  listUsage: {
    method: 'GET',
    path: '/v1/usage',
    tag: 'limits',
    summary: "Show usage (calls, failures, cost): your own, your organisation's for administrators, or of your tools",
    scope: 'authenticated',
    query: z.strictObject({
      ...cursor,
      by: z.enum(usageGroups).optional().describe('default tool'),
      side: z
        .enum(usageSides)
        .optional()
        .describe('caller (default): calls you made; provider: calls to tools in your namespaces'),
      tool: z.string().max(200).optional(),
      since: z.iso.date().optional().describe('First day in UTC; default 30 days ago'),
      until: z.iso.date().optional().describe('Last day in UTC; default today'),
    }),
    answers: { 200: listOf(usageSchema) },
  },
});
