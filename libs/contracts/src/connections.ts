import { z } from 'zod';
import { keptText } from './kept.js';
import { namespaceNameSchema, qualifiedNameSchema } from './names.js';

export const connectionKinds = ['bearer', 'basic', 'apiKey', 'oauth2'] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

export const oauthGrants = ['client_credentials', 'refresh_token', 'authorization_code'] as const;
export type OAuthGrant = (typeof oauthGrants)[number];

/** `unauthorised`: its owner has still to say yes at the provider. `broken`: the provider takes it no more. */
export const connectionStates = ['ready', 'unauthorised', 'broken'] as const;
export type ConnectionState = (typeof connectionStates)[number];

export const connectionPlaces = ['header', 'query', 'cookie', 'env'] as const;
export type ConnectionPlace = (typeof connectionPlaces)[number];

/** Text that is valid in a header without escaping. */
const secretText = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters without spaces');

const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && (text === url.origin || text === `${url.origin}/`);
};

const addressSchema = z
  .url({ protocol: /^https?$/ })
  .max(2_048)
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && `${url.username}${url.password}${url.hash}` === '';
  }, 'must be an address without user, password and fragment');

const bearerSchema = z.strictObject({ kind: z.literal('bearer'), token: secretText(16_384) });
const basicSchema = z.strictObject({
  kind: z.literal('basic'),
  username: keptText(256).refine((text) => !text.includes(':'), 'must not contain a colon'),
  password: z.string().min(1).max(1_024),
});
const apiKeySchema = z.strictObject({
  kind: z.literal('apiKey'),
  value: secretText(8_192),
  in: z.enum(connectionPlaces).optional().describe("Where it is sent; as the tool's manifest declares when absent"),
  name: z
    .string()
    .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z[\]]{1,128}$/)
    .optional()
    .describe('Name of the header, query parameter, cookie or environment variable'),
});
/** As RFC 6749 has them (section 3.3). */
const scopesSchema = z
  .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/, 'must be one scope: visible characters without spaces'))
  .max(64);
const oauthSchema = z.strictObject({
  kind: z.literal('oauth2'),
  grant: z.enum(oauthGrants),
  issuer: addressSchema.optional().describe('Discovered from the server (RFC 9728) when absent'),
  clientId: secretText(512).optional().describe('Registered dynamically (RFC 7591) when absent'),
  clientSecret: secretText(4_096).optional(),
  refreshToken: secretText(16_384).optional().describe('For the grant refresh_token'),
  scopes: scopesSchema.optional(),
  resource: addressSchema.optional().describe('Resource the tokens are for (RFC 8707); discovered when absent'),
});

export const connectionCredentialSchema = z
  .discriminatedUnion('kind', [bearerSchema, basicSchema, apiKeySchema, oauthSchema])
  .superRefine((it, context) => {
    if (it.kind !== 'oauth2') return;
    const miss = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (it.grant === 'refresh_token' && it.refreshToken === undefined)
      miss('refreshToken', 'is needed for the grant refresh_token');
    if (it.grant !== 'refresh_token' && it.refreshToken !== undefined)
      miss('refreshToken', `does not apply to the grant ${it.grant}: remove it`);
    if (it.grant !== 'authorization_code' && it.clientId === undefined)
      miss('clientId', `is needed for the grant ${it.grant}`);
    if (it.grant === 'client_credentials' && it.clientSecret === undefined)
      miss('clientSecret', 'is needed for the grant client_credentials');
    if (it.clientSecret !== undefined && it.clientId === undefined) miss('clientId', 'is required with clientSecret');
  });
export type ConnectionCredential = z.infer<typeof connectionCredentialSchema>;

export const createConnectionSchema = z
  .strictObject({
    server: qualifiedNameSchema.optional().describe('The registered server it is for'),
    origin: z
      .string()
      .max(300)
      .refine(isOrigin, 'must be an origin such as https://api.example.com')
      .transform((text) => URL.parse(text)?.origin ?? text)
      .optional()
      .describe('Instead of server: the origin that tools without a server call'),
    namespaces: z
      .array(namespaceNameSchema)
      .min(1)
      .max(32)
      .optional()
      .describe('With origin: namespaces whose tools may use it'),
    shared: z
      .boolean()
      .optional()
      .describe("Shared with the organisation (administrators only) instead of the caller's own"),
    principals: z
      .array(keptText(128))
      .min(1)
      .max(200)
      .optional()
      .describe('With shared: who may use it; everyone in the organisation when absent'),
    credential: connectionCredentialSchema,
  })
  .superRefine(({ server, origin, namespaces, shared, principals }, context) => {
    const miss = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if ((server === undefined) === (origin === undefined)) miss('server', 'is required, or "origin" instead');
    if (origin !== undefined && namespaces === undefined)
      miss('namespaces', 'is required with "origin": namespaces whose tools may use the credential');
    if (origin === undefined && namespaces !== undefined) miss('namespaces', 'requires "origin"');
    if (principals !== undefined && shared !== true) miss('principals', 'requires "shared": true');
  });
export type CreateConnection = z.infer<typeof createConnectionSchema>;

export const rotateConnectionSchema = z.strictObject({
  credential: connectionCredentialSchema.describe('Must be of the same kind; the replaced credential ends immediately'),
});
export type RotateConnection = z.infer<typeof rotateConnectionSchema>;

/** What the vault shows of a connection: everything but what is secret, which no route ever shows again. */
export const connectionSchema = z.object({
  id: z.uuid(),
  server: z.string().nullable(),
  origin: z.string().nullable().describe('Where the credential may be sent; null for a server started by command'),
  namespaces: z.array(z.string()),
  owner: z.string().describe('Name of the principal who created it'),
  shared: z.boolean(),
  principals: z.array(z.string()).nullable().describe('Who may use it; null: everyone in the organisation, if shared'),
  kind: z.enum(connectionKinds),
  in: z.enum(connectionPlaces).nullable(),
  name: z.string().nullable(),
  oauth2: z
    .object({
      grant: z.enum(oauthGrants),
      issuer: z.string().nullable(),
      clientId: z.string().nullable(),
      scopes: z.array(z.string()),
      resource: z.string().nullable(),
      tokenExpiresAt: z.iso.datetime().nullable(),
    })
    .nullable(),
  state: z.enum(connectionStates),
  problem: z.string().nullable().describe('Why it is broken and what to do'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ConnectionView = z.infer<typeof connectionSchema>;

export const authorizeConnectionSchema = z.strictObject({
  scopes: scopesSchema.optional().describe('Scopes to request in addition to the current ones'),
});
export type AuthorizeConnection = z.infer<typeof authorizeConnectionSchema>;

export const authorizationSchema = z.object({
  url: z.string().describe('Open in your browser; valid once'),
  expiresAt: z.iso.datetime(),
});
export type AuthorizationView = z.infer<typeof authorizationSchema>;

export const confirmAuthorizationSchema = z.strictObject({
  code: z
    .string()
    .regex(/^[A-Za-z0-9]{4}-?[A-Za-z0-9]{4}$/, 'must be the code the page showed, such as K7QF-2MXD')
    .describe('Shown by the page after you approved'),
});
export type ConfirmAuthorization = z.infer<typeof confirmAuthorizationSchema>;

export const resealedSchema = z.object({
  resealed: z.int().describe('Secrets re-encrypted with the current key'),
  kept: z.int().describe('Secrets already encrypted with the current key'),
});
export type ResealedView = z.infer<typeof resealedSchema>;
