import { z } from 'zod';
import { findingSignSchema } from './findings.js';
import { grpcAddressTextSchema } from './grpc-endpoint.js';
import {
  isolationProfileSchema,
  isolationRefusalSchema,
  isolationSettingsSchema,
  systemCallsSchema,
} from './isolation.js';
import { annotationsSchema, entrySchema, manifestSchema } from './manifest.js';
import { capabilitySchema, localNameSchema, namespaceNameSchema, qualifiedNameSchema } from './names.js';
import { issueSchema } from './problem.js';
import { reviewSchema } from './reviews.js';

export const secretMapSchema = z.record(z.string().min(1).max(256), z.string().max(8_192));

/** An MCP server over streamable HTTP. */
export const mcpUrlSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2_048),
  headers: secretMapSchema.optional(),
});
/** An MCP server over stdio, started by command on the server's machine. */
export const mcpCommandSchema = z.strictObject({
  command: z.string().min(1).max(1_024),
  args: z.array(z.string().max(4_096)).max(64).optional(),
  env: secretMapSchema.optional(),
});
/** How to reach an MCP server. */
export const mcpAddressSchema = z.union([mcpUrlSchema, mcpCommandSchema]);
export type McpAddress = z.infer<typeof mcpAddressSchema>;

/** An address without secrets, which may be shown. */
function isBare(address: string): boolean {
  const url = URL.parse(address);
  return url === null || (url.username === '' && url.password === '' && url.search === '' && url.hash === '');
}

/** Where an HTTP API lives, and what its every call carries: credentials, as headers or query parameters. */
export const httpAddressSchema = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .refine(isBare, 'must be a bare address: put credentials under headers or query')
    .describe("Base address for the paths of its tools' endpoints"),
  headers: secretMapSchema.optional(),
  query: secretMapSchema.optional(),
  openapi: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .optional()
    .describe('URL of its OpenAPI document'),
});
export type HttpAddress = z.infer<typeof httpAddressSchema>;

/** Where a gRPC server lives, and what its every call carries: credentials, as metadata. */
export const grpcAddressSchema = z.strictObject({
  address: grpcAddressTextSchema,
  metadata: secretMapSchema.optional().describe('Sent with every call; names with base64 values end in -bin'),
  reflection: z.boolean().optional().describe('Whether the server describes its services itself; true when absent'),
});
export type GrpcAddress = z.infer<typeof grpcAddressSchema>;

/** Checks that an object has exactly one of its alternative members. */
const oneOf =
  <K extends string>(...names: readonly K[]) =>
  (value: { readonly [name in K]?: unknown }, context: z.core.$RefinementCtx) => {
    if (names.filter((name) => value[name] !== undefined).length === 1) return;
    const either = names.map((name) => `"${name}"`).join(' or ');
    context.addIssue({ code: 'custom', path: [], message: `must have either ${either}` });
  };

/** An HTTP API or a gRPC server has no session that callers could share or not. */
const statelessMeansNothing = (beside: string) => ({
  code: 'custom' as const,
  path: ['stateless'],
  message: `cannot be combined with ${beside}: remove it`,
});

const isolationOfCommand = isolationSettingsSchema
  .optional()
  .describe('For a command: what it may access and use; missing settings are proposed from its arguments');

export const createServerSchema = z
  .strictObject({
    name: qualifiedNameSchema,
    mcp: mcpAddressSchema.optional(),
    http: httpAddressSchema.optional().describe('Instead of mcp'),
    grpc: grpcAddressSchema.optional().describe('Instead of mcp'),
    stateless: z
      .boolean()
      .optional()
      .describe('A stdio server shared by all callers; otherwise one process per caller'),
    isolation: isolationOfCommand,
  })
  .superRefine(oneOf('mcp', 'http', 'grpc'))
  .superRefine(({ http, grpc, stateless }, context) => {
    if (stateless === undefined) return;
    if (http !== undefined) context.addIssue(statelessMeansNothing('http'));
    if (grpc !== undefined) context.addIssue(statelessMeansNothing('grpc'));
  });
export type CreateServer = z.infer<typeof createServerSchema>;

export const changeServerSchema = z
  .strictObject({
    mcp: mcpAddressSchema.optional(),
    http: httpAddressSchema.optional(),
    grpc: grpcAddressSchema.optional(),
    stateless: z.boolean().optional(),
    isolation: isolationSettingsSchema
      .optional()
      .describe('For a command: what it may access and use; missing settings are unchanged'),
    confirm: z.literal(true).optional().describe('Confirms the recorded command'),
  })
  .refine(
    (change) => Object.values(change).some((it) => it !== undefined),
    'must have "mcp", "http", "grpc", "stateless", "isolation" or "confirm"',
  );
export type ChangeServer = z.infer<typeof changeServerSchema>;

/**
 * A registered upstream: an MCP server, an HTTP API or a gRPC server. Values of headers, query parameters, metadata and
 * environment are secret: only their names are shown.
 */
export const serverSchema = z.object({
  name: z.string(),
  mcp: z
    .union([
      z.object({ url: z.string(), headers: z.array(z.string()) }),
      z.object({
        command: z.string(),
        args: z.array(z.string()),
        env: z.array(z.string()),
      }),
    ])
    .optional(),
  http: z
    .object({
      url: z.string(),
      headers: z.array(z.string()),
      query: z.array(z.string()),
      openapi: z.string().nullable(),
    })
    .optional(),
  grpc: z
    .object({
      address: z.string(),
      metadata: z.array(z.string()),
      reflection: z.boolean(),
    })
    .optional(),
  stateless: z.boolean(),
  isolation: z
    .union([isolationProfileSchema, z.literal('off'), z.literal('none')])
    .optional()
    .describe(
      'For a command: its isolation profile; off when disabled by an administrator; none when the machine has no isolation',
    ),
  command: z
    .object({
      confirmedBy: z
        .string()
        .nullable()
        .describe('Who confirmed the command; null if it was registered before confirmation was required'),
      confirmedAt: z.iso.datetime().nullable(),
      problem: z.string().nullable().describe('Why it is not started'),
      systemCalls: systemCallsSchema
        .optional()
        .describe('Of a command in a sandbox: whether system calls are filtered'),
      packages: z
        .array(z.object({ name: z.string(), version: z.string(), integrity: z.string() }))
        .describe('Packages pinned when they were fetched'),
    })
    .optional(),
  refusals: z
    .array(isolationRefusalSchema)
    .optional()
    .describe("What this server's isolation blocked recently on this replica, newest first"),
  health: z.object({
    state: z.enum(['unknown', 'up', 'down']),
    since: z.iso.datetime().nullable(),
    detail: z.string().nullable(),
  }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ServerView = z.infer<typeof serverSchema>;

/** An OpenAPI 3.0, 3.1 or 3.2 document, and how the API it describes is called. */
export const openApiSourceSchema = z
  .strictObject({
    url: httpAddressSchema.shape.openapi.describe('Address of the document'),
    document: z
      .union([z.record(z.string(), z.unknown()), z.string().min(1)])
      .optional()
      .describe('Instead of url: the document itself, as an object or as JSON or YAML text'),
    baseUrl: httpAddressSchema.shape.url
      .optional()
      .describe(
        "Base URL of the API; default: the document's first server. If the origin changes, credentials not given again are removed",
      ),
    headers: secretMapSchema.optional().describe('Credentials for every call. Not sent when reading the document'),
    query: secretMapSchema.optional().describe('Credentials sent as query parameters'),
  })
  .superRefine(oneOf('url', 'document'));
export type OpenApiSource = z.infer<typeof openApiSourceSchema>;

/** A gRPC server, whose services are read by reflection unless a descriptor set says what they are. */
export const grpcSourceSchema = z.strictObject({
  address: grpcAddressTextSchema,
  metadata: secretMapSchema.optional().describe('Credentials for every call and for reading its description'),
  descriptorSet: z
    .base64()
    .max(16_000_000)
    .optional()
    .describe(
      'A google.protobuf.FileDescriptorSet in base64, as protoc --include_imports --descriptor_set_out writes it',
    ),
});
export type GrpcSource = z.infer<typeof grpcSourceSchema>;

/** PostgreSQL keeps every character but this one. */
const plainText = z.string().regex(/^[^\0]*$/, 'must not contain a NUL character');

/** A server that this registry lists at /v0.1/servers, published here or mirrored. */
export const listedServerSchema = z.strictObject({
  name: plainText.min(3).max(200).describe('Such as com.example/weather'),
  version: plainText.min(1).max(255).optional().describe('The latest when absent'),
  values: secretMapSchema
    .optional()
    .describe('Settings the server requires, by name of the header, variable or argument'),
});
export type ListedServer = z.infer<typeof listedServerSchema>;

export const createImportSchema = z
  .strictObject({
    namespace: namespaceNameSchema,
    server: localNameSchema.optional().describe("Default: the upstream's name, adapted to the name rules"),
    source: z
      .strictObject({
        mcp: mcpAddressSchema.optional(),
        openapi: openApiSourceSchema.optional().describe('Instead of mcp'),
        grpc: grpcSourceSchema.optional().describe('Instead of mcp'),
        registry: listedServerSchema.optional().describe('Instead of mcp'),
      })
      .superRefine(oneOf('mcp', 'openapi', 'grpc', 'registry')),
    stateless: z.boolean().optional().describe('For an MCP server: see POST /v1/servers'),
    isolation: isolationOfCommand,
    draft: z
      .boolean()
      .optional()
      .describe('Register a new server when the import is confirmed, not before; kept for 30 days'),
  })
  .superRefine(({ source, stateless }, context) => {
    if (stateless === undefined) return;
    if (source.openapi !== undefined) context.addIssue(statelessMeansNothing('source.openapi'));
    if (source.grpc !== undefined) context.addIssue(statelessMeansNothing('source.grpc'));
  });
export type CreateImport = z.infer<typeof createImportSchema>;

/** One tool of an import, beside what was published before. */
export const proposalSchema = z.object({
  manifest: manifestSchema,
  state: z.enum(['new', 'changed', 'unchanged', 'invalid']),
  previousVersion: z.string().nullable(),
  changes: z.array(z.object({ path: z.string(), before: z.unknown(), after: z.unknown() })),
  problems: z.array(issueSchema).describe('Why it cannot be published'),
  notes: z.array(z.string()).describe('What was normalised and what to confirm'),
  findings: z
    .array(findingSignSchema)
    .optional()
    .describe('Findings that hold it for review, unless an administrator accepts them at confirmation'),
  score: z.number().optional().describe('Score of these findings: from 0.60 the version is also quarantined'),
  proposedAnnotations: annotationsSchema
    .optional()
    .describe(
      'Proposed annotations for a new tool that declares none, from its name and description; used once accepted',
    ),
});
export type Proposal = z.infer<typeof proposalSchema>;

export const importSchema = z.object({
  id: z.uuid(),
  server: z.string(),
  manifests: z.array(manifestSchema),
  proposals: z.array(proposalSchema),
  removed: z.array(z.string()).describe('Published tools that the upstream no longer lists'),
  leftOut: z.array(z.string()).describe('What the upstream offers that cannot be a tool, and why'),
  draft: z.literal(true).optional().describe('The server is registered when this import is confirmed'),
  isolation: serverSchema.shape.isolation.describe('For a command: what it may access and use once confirmed'),
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
  include: z.array(z.string()).max(2_000).optional().describe('Names of proposals; default: all new or changed'),
  edits: z.record(z.string(), editSchema).optional().describe('By proposed name'),
  acceptAnnotations: z
    .union([z.boolean(), z.array(z.string()).max(2_000)])
    .optional()
    .describe('Accept the proposed annotations of all published tools, or of these; default none'),
  isolation: isolationSettingsSchema.optional().describe('For a command: changes to the proposed isolation'),
  acceptFindings: z
    .union([z.boolean(), z.array(z.string()).max(2_000)])
    .optional()
    .describe(
      'Accept the findings of all published tools, or of these (administrators only). Others are held for review',
    ),
});
export type ConfirmImport = z.infer<typeof confirmImportSchema>;

export const confirmedImportSchema = z.object({
  entries: z.array(entrySchema),
  reviews: z.array(reviewSchema).describe('Proposals held for review'),
});
export type ConfirmedImport = z.infer<typeof confirmedImportSchema>;
