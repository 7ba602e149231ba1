import { z } from 'zod';

/**
 * server.json of the official MCP Registry, schema of 2025-12-11. Unknown members are kept: newer schemas add some.
 * What single fields mean beyond their shape is checked in core.
 */

const text = (max?: number) => (max === undefined ? z.string() : z.string().max(max));
const input = {
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  value: z.string().optional(),
  isSecret: z.boolean().optional(),
  default: z.string().optional(),
  placeholder: z.string().optional(),
  choices: z.array(z.string()).optional(),
};
const inputSchema = z.looseObject(input);
const variables = z.record(z.string(), inputSchema);
const keyValueSchema = z.looseObject({ ...input, name: z.string(), variables: variables.optional() });

const argumentSchema = z.looseObject({
  ...input,
  type: z.enum(['positional', 'named']),
  name: z.string().optional(),
  valueHint: z.string().optional(),
  isRepeated: z.boolean().optional(),
  variables: variables.optional(),
});
export type ServerJsonArgument = z.infer<typeof argumentSchema>;

const transportSchema = z.looseObject({
  type: z.string(),
  url: z.string().optional(),
  headers: z.array(keyValueSchema).optional(),
  variables: variables.optional(),
});
export type ServerJsonTransport = z.infer<typeof transportSchema>;

const packageSchema = z.looseObject({
  registryType: z.string().min(1),
  registryBaseUrl: z.string().optional(),
  identifier: z.string().min(1),
  version: z.string().min(1).optional(),
  fileSha256: z
    .string()
    .regex(/^[a-f0-9]{64}$/, 'must be 64 hexadecimal digits in lower case')
    .optional(),
  runtimeHint: z.string().optional(),
  transport: transportSchema,
  runtimeArguments: z.array(argumentSchema).optional(),
  packageArguments: z.array(argumentSchema).optional(),
  environmentVariables: z.array(keyValueSchema).optional(),
});
export type ServerJsonPackage = z.infer<typeof packageSchema>;

const iconSchema = z.looseObject({
  src: text(255),
  mimeType: z.enum(['image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml', 'image/webp']).optional(),
  sizes: z.array(z.string().regex(/^(?:\d+x\d+|any)$/, 'must be a size such as 48x48, or any')).optional(),
  theme: z.enum(['light', 'dark']).optional(),
});

const repositorySchema = z.looseObject({
  url: z.string(),
  source: z.string(),
  id: z.string().optional(),
  subfolder: z.string().optional(),
});

export const serverJsonSchema = z.looseObject({
  $schema: z.string().min(1).optional(),
  name: z.string().min(3).max(200),
  description: z.string().min(1).max(100),
  title: z.string().min(1).max(100).optional(),
  version: z.string().min(1).max(255),
  websiteUrl: z.string().optional(),
  repository: repositorySchema.optional(),
  icons: z.array(iconSchema).optional(),
  packages: z.array(packageSchema).optional(),
  remotes: z.array(transportSchema).optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
});
export type ServerJson = z.infer<typeof serverJsonSchema>;

/** The only member of a server.json's `_meta` that is kept. */
export const publisherMetaKey = 'io.modelcontextprotocol.registry/publisher-provided';
/** The block a registry writes itself, in the `_meta` beside `server`. */
export const officialMetaKey = 'io.modelcontextprotocol.registry/official';
/** What Assay adds, in the `_meta` beside `server`. */
export const assayMetaKey = 'io.assay/registry';
