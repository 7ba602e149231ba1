import { z } from 'zod';
import { type ErrorCode, errorCodes } from './error-table.js';
import { invocationStatusSchema } from './invocation.js';
import { keptMoment } from './kept.js';
import { qualifiedNameSchema } from './names.js';
import { sessionNameSchema } from './outputs.js';

/** A call in a list; `GET /v1/invocations/{id}` shows all of it to its caller. */
export const listedCallSchema = z.object({
  id: z.string(),
  tool: z.string().describe('The tool, or the capability or name that was asked for when no tool was found'),
  version: z.string().nullable(),
  status: invocationStatusSchema,
  caller: z.string().nullable().describe('Name of the principal that called'),
  session: z.string().nullable(),
  startedAt: z.iso.datetime(),
  notBefore: z.iso.datetime().nullable().describe('For a scheduled call: when it is made'),
  ms: z.number().nullable().describe('Null while the call has not ended'),
  code: z
    .enum(errorCodes as [ErrorCode, ...ErrorCode[]])
    .nullable()
    .describe('Error code of a call that failed'),
  costUsd: z.number().nullable().describe('As its tool declares it; 0 when the tool was not called'),
  cached: z.boolean().describe('Answered from the cache'),
});
export type ListedCallView = z.infer<typeof listedCallSchema>;

/** What lists of calls are narrowed by. */
export const callFilters = {
  tool: z
    .string()
    .refine(
      (text) => qualifiedNameSchema.safeParse(text.split('@', 1)[0]).success,
      'must be ns/tool or ns/tool@version',
    )
    .max(400)
    .optional()
    .describe('ns/tool, or one version of it: ns/tool@1.2.0'),
  status: invocationStatusSchema.optional(),
  session: sessionNameSchema.optional(),
  since: keptMoment.optional().describe('Calls recorded at this time or later'),
};
