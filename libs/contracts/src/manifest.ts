import { z } from 'zod';
import { findingSignSchema } from './findings.js';
import { grpcEndpointSchema } from './grpc-endpoint.js';
import { httpEndpointSchema } from './http-endpoint.js';
import { jsonRpcEndpointSchema } from './json-rpc-endpoint.js';
import { hostAccessSchema, hostFunctions, madeLanguages } from './made-tools.js';
import { capabilitySchema, qualifiedNameSchema, toolReferenceSchema } from './names.js';
import { issueSchema } from './problem.js';
import { entrySignatureSchema } from './signatures.js';
import { evidenceViewSchema } from './trust.js';

/** JSON Schema documents are objects here; their own validity is the catalogue's to decide. */
const jsonSchemaSchema = z.record(z.string(), z.unknown());
const positive = z.number().nonnegative();
const expression = z.string().min(1).max(4_000);

export const protocols = ['mcp', 'json-rpc', 'grpc', 'http', 'composite', 'sandbox'] as const;
export const protocolSchema = z.enum(protocols);
export type Protocol = (typeof protocols)[number];

export const visibilities = ['public', 'organisation', 'private'] as const;
export type Visibility = (typeof visibilities)[number];
export const visibilitySchema = z.enum(visibilities);

/** Where a tool lives, one shape a protocol. */
export const endpointSchemas = {
  mcp: z.strictObject({
    server: qualifiedNameSchema,
    tool: z.string().min(1).max(256),
  }),
  http: httpEndpointSchema,
  'json-rpc': jsonRpcEndpointSchema,
  grpc: grpcEndpointSchema,
  composite: z.strictObject({
    notation: z.enum(['pipeline', 'plan', 'compose', 'chain', 'saga']),
    definition: z.record(z.string(), z.unknown()),
  }),
  sandbox: z.strictObject({
    code: z.string().min(1).max(262_144),
    tier: z.int().min(0).max(3),
    language: z.enum(madeLanguages).optional(),
    functions: z.array(z.enum(hostFunctions)).max(hostFunctions.length).optional(),
    access: hostAccessSchema.optional(),
    dependencies: z
      .array(z.strictObject({ name: z.string(), version: z.string(), integrity: z.string() }))
      .max(20)
      .optional(),
    limits: z
      .strictObject({
        cpuMs: z.int().min(10).max(5_000).optional(),
        memoryMb: z.int().min(8).max(256).optional(),
        timeoutMs: z.int().min(50).max(10_000).optional(),
      })
      .optional(),
  }),
} as const satisfies Record<Protocol, z.ZodType>;

export const annotationsSchema = z.strictObject({
  readOnlyHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
  honoursKey: z.boolean().optional(),
});
export type Annotations = z.infer<typeof annotationsSchema>;

/** What the caller and the upstream need for a call. */
export const upstreamAuthSchema = z.strictObject({
  scopes: z.array(z.string().min(1).max(128)).max(32).optional(),
  upstream: z.enum(['none', 'caller', 'shared']).optional(),
  scheme: z
    .strictObject({
      type: z.enum(['bearer', 'basic', 'apiKey', 'oauth2']),
      in: z.enum(['header', 'query', 'cookie']).optional(),
      name: z.string().min(1).max(128).optional(),
    })
    .optional(),
});

/** What a provider promises. */
export const slaSchema = z.strictObject({
  p50Ms: positive.optional(),
  p95Ms: positive.optional(),
  p99Ms: positive.optional(),
  availability: z.number().min(0).max(1).optional(),
});

/** How a call is undone. */
export const compensationSchema = z.strictObject({
  class: z.enum(['full', 'semantic', 'side-effects', 'irreversible']),
  tool: toolReferenceSchema.optional(),
  input: expression.optional(),
});

/** A predicate that an output has to satisfy. */
export const sanityCheckSchema = z.strictObject({
  name: z.string().min(1).max(128),
  kind: z.enum(['range', 'time', 'reference', 'cardinality', 'consistency']),
  expression,
  severity: z.enum(['WARNING', 'CRITICAL']),
});

/** A known input with its expected output. */
export const exampleSchema = z.strictObject({
  name: z.string().min(1).max(128),
  input: z.record(z.string(), z.unknown()),
  output: z.unknown().optional(),
  match: z.enum(['exact', 'subset', 'schema']).optional(),
});

/** How long a result may answer equal calls, and of whom. */
export const cacheScopes = ['caller', 'organisation'] as const;
export const cacheSchema = z.strictObject({ ttlSeconds: z.int().min(1).max(86_400), scope: z.enum(cacheScopes) });

/** Limits of a tool that sends messages: which arguments name whom they reach. */
export const messageLimitSchema = z.strictObject({
  limit: z.enum(['recipient.messages', 'channel.messages', 'organisation.messages.daily']),
  by: z
    .array(z.string().regex(/^(?:\/(?:[^~/]|~0|~1){1,64}){1,8}$/))
    .min(1)
    .max(8)
    .optional()
    .describe('JSON pointers into the input; each text there, or each element of a list of texts, counts by itself'),
});

/** What a provider publishes. Unknown fields are refused. `endpoint` is checked against its protocol. */
export const manifestSchema = z
  .strictObject({
    name: qualifiedNameSchema,
    version: z.string().min(1).max(128).describe('Semantic version, such as 1.2.0'),
    title: z.string().min(1).max(200).optional(),
    description: z.string().min(1).max(16_384),
    capabilities: z.array(capabilitySchema).max(32).optional(),
    inputSchema: jsonSchemaSchema,
    outputSchema: jsonSchemaSchema.optional(),
    protocol: protocolSchema,
    endpoint: z.record(z.string(), z.unknown()).describe('Its shape depends on the protocol'),
    auth: upstreamAuthSchema.optional(),
    sla: slaSchema.optional(),
    costPerCallUsd: positive.max(1_000_000).optional(),
    annotations: annotationsSchema.optional(),
    cache: cacheSchema.optional().describe('Read-only tools: how long a result may answer equal calls, and of whom'),
    compensation: compensationSchema.optional(),
    limits: z
      .array(messageLimitSchema)
      .max(8)
      .optional()
      .describe('Messages: the limits that each call counts against'),
    sanity: z.array(sanityCheckSchema).max(64).optional(),
    examples: z.array(exampleSchema).max(64).optional(),
    testEndpoint: z
      .url({ protocol: /^https?$/ })
      .max(2_048)
      .optional(),
    compatibility: z.strictObject({ platform: z.string().max(200).optional() }).optional(),
    keepOlder: z
      .boolean()
      .optional()
      .describe('Of a release of a new major: older majors stay ACTIVE until their owner deprecates them'),
    security: z
      .strictObject({
        audit: z.enum(['none', 'self', 'third-party']),
        evidenceUrl: z
          .url({ protocol: /^https?$/ })
          .max(2_048)
          .optional(),
      })
      .optional(),
    visibility: visibilitySchema.optional(),
  })
  .superRefine((manifest, context) => {
    const endpoint = endpointSchemas[manifest.protocol].safeParse(manifest.endpoint);
    for (const issue of endpoint.error?.issues ?? []) {
      context.addIssue({
        ...issue,
        path: ['endpoint', ...issue.path],
      } as Parameters<typeof context.addIssue>[0]);
    }
  });
export type Manifest = z.infer<typeof manifestSchema>;
export type McpEndpoint = z.infer<(typeof endpointSchemas)['mcp']>;

export const statuses = ['ACTIVE', 'DEPRECATED', 'YANKED', 'SUNSET', 'REVOKED'] as const;
export const stages = ['SUBMITTED', 'SANDBOX', 'BETA', 'GENERAL_AVAILABILITY', 'VERIFIED'] as const;
export const versionStatusSchema = z.enum(statuses);
export const stageNameSchema = z.enum(stages);
export type VersionStatus = (typeof statuses)[number];
export type Stage = (typeof stages)[number];

/** A manifest as the registry holds it. */
export const entrySchema = manifestSchema.safeExtend({
  id: z.uuid(),
  provider: z.string().describe('The organisation that owns the namespace'),
  visibility: visibilitySchema,
  status: versionStatusSchema,
  statusReason: z.string().nullable().describe('Reason of the last status change; null if never changed'),
  stage: stageNameSchema,
  trustScore: z.number().min(0).max(1),
  confidence: z.number().min(0).max(1),
  trustView: evidenceViewSchema,
  usageCount: z.int().nonnegative(),
  rating: z.number().min(0).max(5).nullable().describe('Mean stars; null without ratings'),
  lastVerified: z.iso.datetime().nullable(),
  sunsetAt: z.iso.datetime().nullable(),
  quarantined: z.object({ since: z.iso.datetime(), finding: z.string() }).nullable(),
  revocation: z
    .object({ id: z.uuid(), reason: z.string(), since: z.iso.datetime() })
    .nullable()
    .describe('The revocation, while its status is REVOKED'),
  manifestDigest: z.string(),
  definitionDigest: z.string(),
  upstreamDigest: z.string().nullable(),
  publishedAs: z.string().nullable().describe('The published and signed name, if the tool was renamed since'),
  declaredVisibility: visibilitySchema.nullable().describe('As in the manifest; null when absent'),
  signatures: z.array(entrySignatureSchema).describe("The registry's signature, and the publisher's if given"),
  publishedAt: z.iso.datetime(),
  createdBy: z.string(),
  findings: z
    .array(findingSignSchema)
    .optional()
    .describe('For a version just published or held: findings in its definition'),
  heldForReview: z
    .object({ since: z.iso.datetime(), review: z.uuid(), kind: z.string() })
    .optional()
    .describe("Held for review: only the namespace's owners can see it, and it cannot be called"),
});
export type Entry = z.infer<typeof entrySchema>;

/** The version that a range resolves to, with what the caller should know about it. */
export const resolvedEntrySchema = entrySchema.safeExtend({ warnings: z.array(z.string()) });

/** A version that publishing another one deprecates. */
export const supersessionSchema = z.object({
  version: z.string(),
  atStage: stageNameSchema.nullable().describe('The stage that the new version has to reach first; null for at once'),
  sunsetAt: z.iso.datetime().nullable().describe('Its end if it is deprecated now; null when it comes later'),
});
export type Supersession = z.infer<typeof supersessionSchema>;

/** One way in which a manifest differs from a neighbouring version. */
export const differenceSchema = z.object({
  path: z.string().describe('JSON pointer into the manifest'),
  kind: z.enum(['breaking', 'additive', 'unknown', 'text']),
  message: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
});
export type Difference = z.infer<typeof differenceSchema>;

export const checkAnswerSchema = z.object({
  ok: z.boolean(),
  change: z.enum(['none', 'additive', 'breaking', 'unknown']),
  requiredBump: z.enum(['patch', 'minor', 'major']),
  strict: z.enum(['holds', 'fails', 'unknown']).describe('The same question over all possible inputs and outputs'),
  problems: z.array(issueSchema),
  comparedWith: z.string().nullable().describe('The neighbouring version it was compared with'),
  requiredVersion: z.string().nullable().describe('The smallest sufficient version number'),
  review: z.boolean().describe('Publishing it would be held for review'),
  findings: z.array(findingSignSchema).describe('Findings in its definition that would hold it for review'),
  differences: z.array(differenceSchema),
  notes: z.array(z.string()).describe('Notes that do not block publishing'),
  published: z.boolean().describe('This content is published already under this number: publishing it changes nothing'),
  deprecates: z.array(supersessionSchema).describe('ACTIVE versions that publishing it will deprecate'),
});
export type CheckAnswer = z.infer<typeof checkAnswerSchema>;
