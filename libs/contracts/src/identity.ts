import { z } from 'zod';
import { keptMoment } from './kept.js';
import { visibilitySchema } from './manifest.js';
import { capabilitySchema, namespaceNameSchema, qualifiedNameSchema } from './names.js';

/** Scopes Assay itself asks for. A key may also carry scopes of the tools' own, such as `orders:write`. */
export const scopes = [
  'registry:read',
  'registry:publish',
  'tools:call',
  'approvals:decide',
  'policies:write',
  'trust:attest',
  'registry:revoke',
  'hosts:command',
  'admin',
] as const;
export type Scope = (typeof scopes)[number];

export const principalKinds = ['user', 'agent', 'service'] as const;
export type PrincipalKind = (typeof principalKinds)[number];

/**
 * Roles are names for sets of scopes; a key may be asked for with `role` instead of `scopes`. In any organisation but the
 * installation's own, `administrator` comes without `hosts:command`.
 */
export const roles = {
  reader: ['registry:read'],
  caller: ['registry:read', 'tools:call'],
  publisher: ['registry:read', 'tools:call', 'registry:publish'],
  reviewer: ['registry:read', 'tools:call', 'approvals:decide', 'trust:attest'],
  administrator: [...scopes],
} as const satisfies Record<string, readonly Scope[]>;
export type Role = keyof typeof roles;
export const roleSchema = z.enum(Object.keys(roles) as [Role, ...Role[]]);

export const personNameSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9@:|._-]{0,127}$/,
    'must be 1 to 128 of letters, digits, "@", ":", "|", ".", "_" and "-"',
  );
const scopeNameSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9:._-]{0,127}$/, 'must look like orders:write');

export const organisationNameSchema = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'must be 1 to 63 of a-z, 0-9 and "-"');
export const organisationSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
});
export type OrganisationView = z.infer<typeof organisationSchema>;
export const createOrganisationSchema = z.strictObject({
  name: organisationNameSchema,
});

export const principalSchema = z.object({
  id: z.uuid(),
  kind: z.enum(principalKinds),
  name: z.string(),
});
export type PrincipalView = z.infer<typeof principalSchema>;

export const createKeySchema = z
  .strictObject({
    principal: z.strictObject({
      kind: z.enum(principalKinds),
      name: personNameSchema,
    }),
    scopes: z.array(scopeNameSchema).min(1).max(64).optional(),
    role: roleSchema.optional(),
    namespaces: z.array(namespaceNameSchema).max(64).optional().describe('Restricts the key to these namespaces'),
    organisation: organisationNameSchema.optional().describe("Defaults to the caller's own"),
    expiresAt: keptMoment.optional(),
  })
  .refine((body) => (body.scopes === undefined) !== (body.role === undefined), {
    message: 'give either scopes or role',
    path: ['scopes'],
  });
export type CreateKey = z.infer<typeof createKeySchema>;

export const createdKeySchema = z.object({
  id: z.uuid(),
  key: z.string().describe('Shown only once'),
  prefix: z.string(),
});
export type CreatedKey = z.infer<typeof createdKeySchema>;

export const keySchema = z.object({
  id: z.uuid(),
  prefix: z.string(),
  principal: principalSchema,
  organisation: z.string(),
  scopes: z.array(z.string()),
  namespaces: z.array(z.string()).nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  client: z
    .object({
      id: z.string(),
      name: z.string(),
      resource: z.string().describe('The MCP address that its access tokens are for'),
    })
    .nullable()
    .describe('The client that was granted the key through a sign-in; null for a key that was created'),
});
export type KeyView = z.infer<typeof keySchema>;

/** Shows that the caller holds a domain: a timestamp signed with a key that the domain publishes. */
export const domainProofSchema = z.strictObject({
  method: z
    .enum(['dns', 'http'])
    .describe('Where the key is published: a TXT record, or /.well-known/mcp-registry-auth'),
  timestamp: z.string().max(64).describe("RFC 3339, within 15 seconds of the server's time; valid for one claim"),
  signedTimestamp: z.string().max(512).describe('Signature over the text of the timestamp, in hexadecimal'),
  domain: z
    .string()
    .max(253)
    .optional()
    .describe("Defaults to the namespace's own (com.example: example.com); by dns also one above it"),
});
export type NamespaceProof = z.infer<typeof domainProofSchema>;

export const createNamespaceSchema = z.strictObject({
  name: namespaceNameSchema,
  visibility: visibilitySchema.optional().describe('Defaults to organisation'),
  proof: domainProofSchema.optional().describe('For a name with dots, which represents a domain'),
});
export type CreateNamespace = z.infer<typeof createNamespaceSchema>;
export const changeNamespaceSchema = z.strictObject({
  visibility: visibilitySchema,
});

export const namespaceSchema = z.object({
  name: z.string(),
  organisation: z.string(),
  visibility: visibilitySchema,
  owners: z.array(principalSchema),
  teams: z.array(z.string()).describe('Teams that own it'),
  proven: z
    .object({ method: z.enum(['dns', 'http']), domain: z.string(), at: z.iso.datetime() })
    .nullable()
    .describe('How ownership of its domain was proved'),
  transfer: z
    .object({ organisation: z.string(), owner: z.string().nullable(), offeredAt: z.iso.datetime() })
    .nullable()
    .describe('Organisation it is offered to; shown to both sides'),
  formerNames: z.array(z.string()).describe('They keep working'),
  createdAt: z.iso.datetime(),
});
export type NamespaceView = z.infer<typeof namespaceSchema>;

export const addMemberSchema = z
  .strictObject({
    principal: personNameSchema.optional().describe('Name of a principal of the organisation'),
    team: z.string().max(63).optional().describe('Name of a team of the organisation'),
  })
  .refine((body) => (body.principal === undefined) !== (body.team === undefined), {
    message: 'give either principal or team',
    path: ['principal'],
  });
export type AddMember = z.infer<typeof addMemberSchema>;

export const transferredNamespaceSchema = namespaceSchema.safeExtend({
  warnings: z.array(z.string()).describe('What was not moved with it'),
});
export type TransferredNamespace = z.infer<typeof transferredNamespaceSchema>;

export const meSchema = z.object({
  principal: principalSchema.nullable().describe('Null for an anonymous caller'),
  organisation: z.string().nullable(),
  scopes: z.array(z.string()),
  namespaces: z.array(z.string()).describe('Namespaces the caller may publish into'),
  clients: z.array(keySchema).describe('Keys in force of the clients that act for the caller, newest first'),
});
export type Me = z.infer<typeof meSchema>;

/** What a standing approval covers: calls that policies hold for a person, within bounds. */
export const standingSchema = z.strictObject({
  count: z.int().min(1).max(1_000).describe('How many calls it covers'),
  expiresAt: keptMoment.describe('At most 90 days ahead'),
  bounds: z
    .record(z.string(), z.unknown())
    .describe('JSON Schema that the arguments of a call must match; {} covers any arguments'),
});
export type Standing = z.infer<typeof standingSchema>;

export const createGrantSchema = z
  .strictObject({
    principal: personNameSchema
      .optional()
      .describe("Name of a principal of the grantor's organisation; `anonymous` for callers without a key"),
    organisation: organisationNameSchema.optional(),
    tool: qualifiedNameSchema.optional(),
    capability: capabilitySchema.optional(),
    server: qualifiedNameSchema.optional().describe('A whole MCP server: its tools, prompts and resources'),
    actions: z.array(z.literal('call')).min(1).max(1),
    standing: standingSchema
      .optional()
      .describe('A standing approval, for a principal and a tool: no permission, but consent in advance to calls'),
  })
  .refine((body) => body.standing === undefined || (body.principal !== undefined && body.tool !== undefined), {
    message: 'a standing approval is for a principal and a tool: give both',
    path: ['standing'],
  })
  .refine((body) => (body.principal === undefined) !== (body.organisation === undefined), {
    message: 'give either principal or organisation',
    path: ['principal'],
  })
  .refine((body) => [body.tool, body.capability, body.server].filter((it) => it !== undefined).length === 1, {
    message: 'give one of tool, capability and server',
    path: ['tool'],
  });
export type CreateGrant = z.infer<typeof createGrantSchema>;

export const grantSchema = z.object({
  id: z.uuid(),
  principal: z.string().nullable(),
  organisation: z.string().nullable(),
  tool: z.string().nullable(),
  capability: z.string().nullable(),
  server: z.string().nullable(),
  actions: z.array(z.literal('call')),
  standing: z
    .object({
      count: z.int(),
      used: z.int().describe('Calls it has covered'),
      expiresAt: z.iso.datetime(),
      bounds: z.record(z.string(), z.unknown()),
      state: z.enum(['usable', 'spent', 'expired', 'revoked']),
      createdBy: z.string().nullable().describe('Name of the person who consented'),
    })
    .nullable()
    .describe('Of a standing approval; null for a grant that gives permission'),
  createdAt: z.iso.datetime(),
});
export type GrantView = z.infer<typeof grantSchema>;

export const createEndorsementSchema = z.strictObject({
  tool: qualifiedNameSchema,
  organisation: organisationNameSchema.optional().describe("Defaults to the caller's own"),
});
export const endorsementSchema = z.object({
  id: z.uuid(),
  tool: z.string(),
  organisation: z.string(),
  createdAt: z.iso.datetime(),
});
export type EndorsementView = z.infer<typeof endorsementSchema>;
