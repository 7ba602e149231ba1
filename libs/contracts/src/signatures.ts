import { z } from 'zod';

/** Names an Ed25519 public key: the first 16 hex digits of the SHA-256 of its SPKI form in DER. */
export const keyIdSchema = z.string().regex(/^[0-9a-f]{16}$/, 'must be 16 hex digits');

/** 64 bytes in base64url, without padding. */
export const ed25519SignatureSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{86}$/, 'must be the 86 characters of an Ed25519 signature in base64url');

/**
 * A signature over the UTF-8 bytes of three lines, joined by line feeds: `assay-entry-v1`, `<name>@<version>` as the
 * manifest has them, and the manifest's digest.
 */
export const entrySignatureSchema = z.object({
  by: z.enum(['registry', 'publisher']),
  keyId: keyIdSchema,
  signature: ed25519SignatureSchema,
  signedAt: z.iso.datetime().describe('When the registry created or received it'),
});
export type EntrySignature = z.infer<typeof entrySignatureSchema>;

/** A publisher's public key. A retired one signs nothing new; what it signed before still holds. */
export const publisherKeySchema = z.object({
  keyId: keyIdSchema,
  algorithm: z.literal('Ed25519'),
  publicKey: z.string().describe('SPKI as PEM'),
  title: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  retiredAt: z.iso.datetime().nullable(),
});
export type PublisherKeyView = z.infer<typeof publisherKeySchema>;

export const createPublisherKeySchema = z.strictObject({
  publicKey: z.string().min(40).max(2_000).describe('An Ed25519 public key: SPKI as PEM (openssl pkey -pubout)'),
  title: z.string().min(1).max(200).optional().describe('A label such as "release machine"'),
});
export type CreatePublisherKey = z.infer<typeof createPublisherKeySchema>;

/** One of the registry's own keys, as a JSON Web Key (RFC 8037) and as PEM, with the time it signs in. */
export const registryKeySchema = z.object({
  keyId: keyIdSchema,
  algorithm: z.literal('Ed25519'),
  publicKey: z.string().describe('SPKI as PEM'),
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
  use: z.literal('sig'),
  alg: z.literal('EdDSA'),
  validFrom: z.iso.datetime(),
  validUntil: z.iso.datetime().nullable().describe('Null for the active key; earlier signatures stay valid'),
});
export type RegistryKeyView = z.infer<typeof registryKeySchema>;

/** `/.well-known/assay-keys.json`: a JSON Web Key Set whose members say more. */
export const registryKeysSchema = z.object({ keys: z.array(registryKeySchema) });
export type RegistryKeys = z.infer<typeof registryKeysSchema>;
