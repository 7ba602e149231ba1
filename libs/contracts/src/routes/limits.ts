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
    summary: 'List the limits that bind you, and those of calling a tool when one is named, with what is left of each',
    scope: 'authenticated',
    query: z.strictObject({ ...cursor, tool: toolReferenceSchema.optional() }),
    answers: { 200: listOf(limitSchema) },
  },
  listLimitRules: {
    method: 'GET',
    path: '/v1/limits/rules',
    tag: 'limits',
    summary: 'List limits that were set by hand: those of your organisation, all for who runs the installation',
    scope: 'admin',
    query: z.strictObject({ ...cursor, name: z.enum(limitNames).optional() }),
    answers: { 200: listOf(limitRuleSchema) },
  },
  setLimit: {
    method: 'PUT',
    path: '/v1/limits/{name}/{subject}',
    tag: 'limits',
    summary: 'Set a limit for an organisation, a namespace, a tool or a principal, or for everybody ("*")',
    scope: 'admin',
    body: setLimitSchema,
    answers: { 200: limitRuleSchema },
  },
  clearLimit: {
    method: 'DELETE',
    path: '/v1/limits/{name}/{subject}',
    tag: 'limits',
    summary: 'Clear a limit that was set: what holds for everybody holds again',
    scope: 'admin',
    answers: { 204: null },
  },
  listUsage: {
    method: 'GET',
    path: '/v1/usage',
    tag: 'limits',
    summary:
      'Add up calls, failures and cost: your own and, for administrators, those of your organisation; or of your tools',
    scope: 'authenticated',
    query: z.strictObject({
      ...cursor,
      by: z.enum(usageGroups).optional().describe('tool unless said otherwise'),
      side: z
        .enum(usageSides)
        .optional()
        .describe('caller (unless said otherwise): calls you made; provider: calls of tools of your namespaces'),
      tool: z.string().max(200).optional(),
      since: z.iso.date().optional().describe('First day in UTC; 30 days ago unless said otherwise'),
      until: z.iso.date().optional().describe('Last day in UTC; today unless said otherwise'),
    }),
    answers: { 200: listOf(usageSchema) },
  },
});
