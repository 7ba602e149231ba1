import { z } from 'zod';
import { organisationNameSchema, personNameSchema, principalSchema, roleSchema } from './identity.js';
import { keptText } from './kept.js';

/** Minimum and maximum length of a password in characters. */
export const passwordLength = Object.freeze({ min: 12, max: 1_000 });

const displayNameSchema = keptText(200).trim().min(1);

/** A password as somebody typed it; only a new one must have the minimum length. */
const typedPasswordSchema = z.string().min(1).max(passwordLength.max);
const newPasswordSchema = z
  .string()
  .min(passwordLength.min, `must have at least ${passwordLength.min} characters`)
  .max(passwordLength.max);

const base64url = z.string().regex(/^[A-Za-z0-9_-]+={0,2}$/, 'must be base64url');

/** The answer of an authenticator as a browser's `PublicKeyCredential.toJSON()` gives it. */
export const passkeyResponseSchema = z.looseObject({
  id: base64url.max(1_400),
  rawId: base64url.max(1_400),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: base64url.max(8_000) }),
});
export type PasskeyResponse = z.infer<typeof passkeyResponseSchema>;

/** Options for `navigator.credentials.create` or `.get`, in the JSON form of WebAuthn Level 3. */
export const passkeyOptionsSchema = z.looseObject({
  challenge: z.string().describe('Valid once, for five minutes'),
});
export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>;

export const signInMethodsSchema = z.object({
  password: z.boolean(),
  passkey: z.boolean().describe('False where the address has no host name; see passkeyHost'),
  oidc: z.array(z.object({ name: z.string(), url: z.string().describe('Where the browser begins') })),
});

/** Who is signed in, and how people can sign in here. */
export const sessionStateSchema = z.object({
  signedIn: z.boolean().describe('Whether the request carries a valid session cookie'),
  principal: principalSchema.optional(),
  displayName: z.string().optional(),
  organisation: z.string().optional(),
  roles: z.array(z.string()),
  scopes: z.array(z.string()),
  csrfToken: z.string().optional().describe('Value of the header x-assay-csrf; required with a session cookie'),
  methods: signInMethodsSchema,
  passkeyHost: z.string().optional().describe('Address of this server at which passkeys work'),
  expiresAt: z.iso.datetime().optional().describe('When the session ends at the latest'),
  reauthenticatedUntil: z.iso
    .datetime()
    .optional()
    .describe('Until when steps that need a recent password or passkey are allowed'),
});
export type SessionState = z.infer<typeof sessionStateSchema>;

export const signInPasswordSchema = z.strictObject({
  name: personNameSchema,
  password: typedPasswordSchema,
  organisation: organisationNameSchema.optional().describe("Defaults to the installation's own"),
});
export type SignInPassword = z.infer<typeof signInPasswordSchema>;

export const signInPasskeyOptionsSchema = z.strictObject({
  name: personNameSchema.optional().describe('Limits the choice to the passkeys of this person'),
  organisation: organisationNameSchema.optional().describe("Defaults to the installation's own"),
});
export type SignInPasskeyOptions = z.infer<typeof signInPasskeyOptionsSchema>;

export const passkeyAnswerSchema = z.strictObject({ response: passkeyResponseSchema });
export type PasskeyAnswer = z.infer<typeof passkeyAnswerSchema>;

export const issuerSignInQuerySchema = z.strictObject({
  next: z.string().max(2_000).optional().describe('Path of this console to continue at'),
  confirm: z
    .literal('true')
    .optional()
    .describe('Enter the credential again at the issuer, for steps that need it within the last minutes'),
});
export type IssuerSignInQuery = z.infer<typeof issuerSignInQuerySchema>;

/** What an issuer adds is up to the issuer. */
export const issuerAnswerQuerySchema = z.looseObject({
  code: z.string().max(4_000).optional().describe('Authorization code'),
  state: z.string().max(500).optional().describe('State of the request'),
  error: z.string().max(200).optional().describe('Why the issuer refused'),
});

export const linkPurposes = ['first-credential', 'invitation', 'reset'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

export const signInLinkSchema = z.object({
  purpose: z.enum(linkPurposes),
  name: z.string().describe('The name the person signs in with'),
  displayName: z.string().nullable(),
  expiresAt: z.iso.datetime(),
});
export type SignInLinkView = z.infer<typeof signInLinkSchema>;

export const linkPasswordSchema = z.strictObject({
  password: newPasswordSchema,
  name: displayNameSchema.optional().describe("The person's name as others see it"),
});
export type LinkPassword = z.infer<typeof linkPasswordSchema>;

export const linkPasskeySchema = z.strictObject({
  response: passkeyResponseSchema,
  name: displayNameSchema.optional().describe("The person's name as others see it"),
});
export type LinkPasskey = z.infer<typeof linkPasskeySchema>;

export const reauthenticateSchema = z
  .strictObject({ password: typedPasswordSchema.optional(), response: passkeyResponseSchema.optional() })
  .refine((body) => (body.password === undefined) !== (body.response === undefined), {
    message: 'give either password or response',
    path: ['password'],
  });
export type Reauthenticate = z.infer<typeof reauthenticateSchema>;

export const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  host: z.string().describe('Host name at which it works'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type PasskeyView = z.infer<typeof passkeySchema>;

/** The account of the person who is signed in. */
export const accountDetailSchema = z.object({
  principal: principalSchema,
  displayName: z.string().nullable(),
  roles: z.array(z.string()),
  teams: z.array(z.string()),
  password: z.object({ setAt: z.iso.datetime() }).nullable(),
  passkeys: z.array(passkeySchema),
  issuer: z.string().nullable().describe('The OpenID Connect issuer the person signs in at; null for none'),
  createdAt: z.iso.datetime(),
  resetAt: z.iso.datetime().nullable(),
});
export type AccountDetail = z.infer<typeof accountDetailSchema>;

export const changeAccountSchema = z.strictObject({ displayName: displayNameSchema });
export type ChangeOwnAccount = z.infer<typeof changeAccountSchema>;
export const changePasswordSchema = z.strictObject({ password: newPasswordSchema });
export type ChangePassword = z.infer<typeof changePasswordSchema>;
export const addPasskeySchema = z.strictObject({
  response: passkeyResponseSchema,
  name: keptText(100).trim().min(1).optional().describe('Label of the passkey, such as the device'),
});
export type AddPasskey = z.infer<typeof addPasskeySchema>;

export const signInWays = ['password', 'passkey', 'oidc', 'link'] as const;
export type SignInWay = (typeof signInWays)[number];

export const accountSessionSchema = z.object({
  id: z.uuid(),
  current: z.boolean().describe('Whether it is the session of this request'),
  method: z.enum(signInWays),
  client: z.string().nullable().describe('User agent at sign-in'),
  address: z.string().nullable().describe('Network address at sign-in'),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().describe('Exact to five minutes'),
  expiresAt: z.iso.datetime(),
});
export type AccountSessionView = z.infer<typeof accountSessionSchema>;

/** A person's account as administrators see it. */
export const accountSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  displayName: z.string().nullable(),
  roles: z.array(z.string()),
  teams: z.array(z.string()),
  status: z.enum(['invited', 'active', 'disabled']),
  credentials: z.object({ password: z.boolean(), passkeys: z.int(), issuer: z.string().nullable() }),
  createdAt: z.iso.datetime(),
  resetAt: z.iso.datetime().nullable(),
  lastSeenAt: z.iso.datetime().nullable(),
});
export type AccountView = z.infer<typeof accountSchema>;

export const inviteSchema = z.strictObject({
  name: personNameSchema,
  displayName: displayNameSchema.optional(),
  roles: z.array(roleSchema).min(1).max(5),
  teams: z.array(z.string().min(1).max(128)).max(50).optional().describe('Names of teams to join'),
});
export type Invite = z.infer<typeof inviteSchema>;

/** A link that is shown once, to be handed to the person. */
export const issuedLinkSchema = z.object({
  account: accountSchema,
  link: z.url().describe('Shown only once; sets a credential once'),
  expiresAt: z.iso.datetime(),
});
export type IssuedLink = z.infer<typeof issuedLinkSchema>;

export const patchAccountSchema = z
  .strictObject({ roles: z.array(roleSchema).min(1).max(5).optional(), disabled: z.boolean().optional() })
  .refine((body) => body.roles !== undefined || body.disabled !== undefined, {
    message: 'give roles or disabled',
    path: ['roles'],
  });
export type PatchAccount = z.infer<typeof patchAccountSchema>;
