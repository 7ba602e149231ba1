import { z } from 'zod';
import { keptText } from './kept.js';
import { namespaceNameSchema, toolReferenceSchema } from './names.js';

/** So many tools a toolset holds at most; a model chooses badly among more. */
export const maxToolsOfSet = 200;

/** A tool's name within a toolset, as every MCP client takes it. */
export const nameInSetSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 of A-Z, a-z, 0-9, "_" and "-"');

/** A share of calls, in percent. */
export const percentSchema = z.number().positive().max(100);

export const toolsetToolSchema = z.strictObject({
  tool: toolReferenceSchema.describe('namespace/tool, or namespace/tool@range'),
  as: nameInSetSchema
    .optional()
    .describe("Its name in the toolset; default: the upstream's name, prefixed with the server's on a conflict"),
  preset: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Fixed arguments: hidden from the schema, and calls cannot change them'),
  structured: z
    .boolean()
    .optional()
    .describe('false: listed without its output schema, so that a long result can be shortened whole'),
  shadow: percentSchema
    .optional()
    .describe(
      'Called beside the tool of the same name for this share of its calls; its answer is compared, never returned. Read-only tools only',
    ),
  canary: percentSchema
    .optional()
    .describe(
      'Called in place of the tool of the same name for this share of its callers; rolled back automatically when it fails more often',
    ),
});

/** Tools of the gateway's own that a toolset can list beside its own; in it they reach its tools alone, by its names. */
export const toolsetExtras = ['search_tools', 'execute_tool_plan', 'read_output', 'sagas'] as const;
export type ToolsetExtra = (typeof toolsetExtras)[number];

const minResponseTokens = 200;
const maxResponseTokens = 10_000_000;

export const responseTokensSchema = z
  .int()
  .min(minResponseTokens)
  .max(maxResponseTokens)
  .describe(
    "Most tokens of a response; a longer result is its beginning and a pointer. The organisation's limit when absent",
  );

const toolsetParts = {
  description: keptText(2_000).trim().min(1).optional().describe('Instructions for clients'),
  visibility: z
    .enum(['organisation', 'private'])
    .optional()
    .describe('private: visible to its creator and administrators; organisation (default): to all members'),
  tools: z.array(toolsetToolSchema).min(1).max(maxToolsOfSet),
  responseTokens: responseTokensSchema.optional(),
  enables: z
    .array(z.enum(toolsetExtras))
    .max(toolsetExtras.length)
    .optional()
    .describe("The gateway's own tools that it lists as well; they reach its tools only"),
};

export const createToolsetSchema = z.strictObject({ name: namespaceNameSchema, ...toolsetParts });
export type CreateToolset = z.infer<typeof createToolsetSchema>;

export const replaceToolsetSchema = z.strictObject(toolsetParts);
export type ReplaceToolset = z.infer<typeof replaceToolsetSchema>;

export const toolsetSchema = z.object({
  name: z.string(),
  description: z.string().nullable(),
  visibility: z.enum(['organisation', 'private']),
  tools: z.array(
    z.object({
      tool: z.string(),
      as: z.string(),
      preset: z.record(z.string(), z.unknown()).optional(),
      structured: z.literal(false).optional(),
      shadow: z.number().optional(),
      canary: z.number().optional(),
    }),
  ),
  responseTokens: z.int().nullable(),
  enables: z.array(z.enum(toolsetExtras)),
  url: z.string().describe('Its URL for MCP clients'),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable(),
  updatedAt: z.iso.datetime(),
});
export type ToolsetView = z.infer<typeof toolsetSchema>;
