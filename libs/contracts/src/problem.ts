import { z } from 'zod';
import { type ErrorCode, errorCodes, errorTable } from './error-table.js';

/** One thing wrong with a document: a JSON pointer (empty for the whole) and a sentence. */
export const issueSchema = z.object({ path: z.string(), message: z.string() });
export type Issue = z.infer<typeof issueSchema>;

/** A code of the error table. */
export const errorCodeSchema = z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]);

/** RFC 9457 problem details, with the error table's code. Further members depend on the code. */
export const problemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: errorCodeSchema,
  errors: z.array(issueSchema).optional(),
  traceId: z.string(),
});
export type Problem = z.infer<typeof problemSchema>;

/** Builds the problem document of a code; `extra` members never replace the standard ones. */
export function problemOf(
  code: ErrorCode,
  detail: string,
  traceId: string,
  extra: { errors?: readonly Issue[] } & Record<string, unknown> = {},
): Problem {
  const { title, http } = errorTable[code];
  return {
    ...extra,
    type: `urn:assay:error:${code}`,
    title,
    status: http,
    detail,
    code,
    traceId,
  } as Problem;
}
