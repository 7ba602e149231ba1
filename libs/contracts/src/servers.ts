import { z } from 'zod';
import { annotationsSchema, entrySchema, manifestSchema } from './manifest.js';
import { capabilitySchema, localNameSchema, namespaceNameSchema, qualifiedNameSchema } from './names.js';

const secretMap = z.record(z.string().min(1).max(256), z.string().max(8_192));

/** How to reach an MCP server: streamable HTTP by address, or stdio by command on the server's machine. */
export const mcpAddressSchema = z.union([
  z.strictObject({
    url: z.url({ protocol: /^https?$/ }).max(2_048),
    headers: secretMap.optional(),
  }),
  z.strictObject({
    command: z.string().min(1).max(1_024),
    args: z.array(z.string().max(4_096)).max(64).optional(),
    env: secretMap.optional(),
  }),
]);
export type McpAddress = z.infer<typeof mcpAddressSchema>;

export const createServerSchema = z.strictObject({
  name: qualifiedNameSchema,
  mcp: mcpAddressSchema,
  stateless: z
    .boolean()
    .optional()
    .describe('A stdio server that all callers may share; otherwise one process a caller'),
});
export type CreateServer = z.infer<typeof createServerSchema>;

export const changeServerSchema = z.strictObject({
  mcp: mcpAddressSchema.optional(),
  stateless: z.boolean().optional(),
});
export type ChangeServer = z.infer<typeof changeServerSchema>;

/** A registered upstream. Values of headers and environment are secret: only their names are shown. */
export const serverSchema = z.object({
  name: z.string(),
  mcp: z.union([
    z.object({ url: z.string(), headers: z.array(z.string()) }),
    z.object({
      command: z.string(),
      args: z.array(z.string()),
      env: z.array(z.string()),
    }),
  ]),
  stateless: z.boolean(),
  health: z.object({
    state: z.enum(['unknown', 'up', 'down']),
    since: z.iso.datetime().nullable(),
    detail: z.string().nullable(),
  }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ServerView = z.infer<typeof serverSchema>;

export const createImportSchema = z.strictObject({
  namespace: namespaceNameSchema,
  server: localNameSchema.optional().describe("Defaults to the upstream's own name made fit"),
  source: z.strictObject({ mcp: mcpAddressSchema }),
  stateless: z.boolean().optional(),
});
export type CreateImport = z.infer<typeof createImportSchema>;

/** One tool of an import, beside what was published before. */
export const proposalSchema = z.object({
  manifest: manifestSchema,
  state: z.enum(['new', 'changed', 'unchanged', 'invalid']),
  previousVersion: z.string().nullable(),
  changes: z.array(z.object({ path: z.string(), before: z.unknown(), after: z.unknown() })),
  problems: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .describe('Why it cannot be published as it is'),
  notes: z.array(z.string()).describe('What was normalised, and what to confirm'),
});
export type Proposal = z.infer<typeof proposalSchema>;

export const importSchema = z.object({
  id: z.uuid(),
  server: z.string(),
  manifests: z.array(manifestSchema),
  proposals: z.array(proposalSchema),
  removed: z.array(z.string()).describe('Published tools the upstream no longer lists'),
  createdAt: z.iso.datetime(),
});
export type ImportView = z.infer<typeof importSchema>;

/** What a person may change of a proposal before it is published. */
const editSchema = z.strictObject({
  name: qualifiedNameSchema.optional(),
  version: z.string().max(128).optional(),
  title: z.string().max(200).optional(),
  description: z.string().min(1).max(16_384).optional(),
  capabilities: z.array(capabilitySchema).max(32).optional(),
  annotations: annotationsSchema.optional(),
  visibility: manifestSchema.shape.visibility,
});
export const confirmImportSchema = z.strictObject({
  include: z
    .array(z.string())
    .max(2_000)
    .optional()
    .describe('Names of proposals; all that are new or changed when absent'),
  edits: z.record(z.string(), editSchema).optional().describe('By proposed name'),
});
export type ConfirmImport = z.infer<typeof confirmImportSchema>;

export const confirmedImportSchema = z.object({
  entries: z.array(entrySchema),
});
export type ConfirmedImport = z.infer<typeof confirmedImportSchema>;
