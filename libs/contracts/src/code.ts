import { z } from 'zod';
import { maxDeadlineMs } from './invocation.js';
import { toolReferenceSchema } from './names.js';
import { runMembers } from './runs.js';

/** Languages that code is written in. */
export const codeLanguages = ['javascript', 'typescript', 'python'] as const;

export type CodeLanguage = (typeof codeLanguages)[number];

export const maxCodeLength = 200_000;
const { idempotencyKey, output, session, task } = runMembers;

/** Code that calls tools, run once. */
export const codeBodySchema = z.strictObject({
  code: z
    .string()
    .min(1)
    .max(maxCodeLength)
    .describe(
      'Body of an async function of `input` and `tools` that returns the output. await tools["ns/tool@range"]({…}) calls a tool, tools.search("…") finds some',
    ),
  language: z.enum(codeLanguages).optional().describe('Default javascript'),
  input: z.unknown().optional().describe('Any JSON; the code reads it as `input`'),
  deadlineMs: z
    .int()
    .min(1)
    .max(maxDeadlineMs)
    .optional()
    .describe('Defaults to 30,000; waiting for a person does not spend it'),
  onFailure: z
    .enum(['keep', 'undo'])
    .optional()
    .describe(
      'keep (default) leaves what its calls did; undo compensates them, the latest first, and refuses calls that cannot be undone',
    ),
  idempotencyKey,
  session,
  task,
  output,
});
export type CodeBody = z.infer<typeof codeBodySchema>;

/** Which declarations are wanted: of tools by name, or of what a search finds. */
export const codeTypesBodySchema = z
  .strictObject({
    tools: z.array(toolReferenceSchema).min(1).max(100).optional().describe('ns/tool, optionally @range'),
    query: z.string().min(1).max(4_000).optional().describe('What the tools should do, in words'),
    tokenBudget: z.int().min(50).max(100_000).optional().describe('Most tokens of the text; default 2,000'),
  })
  .refine(({ tools, query }) => (tools === undefined) !== (query === undefined), {
    message: 'give either tools or a query',
    path: ['tools'],
  });
export type CodeTypesBody = z.infer<typeof codeTypesBodySchema>;

export const codeTypesSchema = z.object({
  text: z.string().describe('TypeScript declarations: a tools.d.ts for the code'),
  tokens: z.int(),
  included: z.array(z.string()),
  omitted: z.array(z.string()).describe('Tools whose declarations did not fit the budget'),
});
export type CodeTypes = z.infer<typeof codeTypesSchema>;
