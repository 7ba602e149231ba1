import { z } from 'zod';
import { serverJsonSchema } from './server-json.js';

// Requests and answers of the official MCP Registry API, as clients of any such registry see them.

/** PostgreSQL keeps every character but this one. */
const plainText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\0]*$/, 'must not contain a NUL character');

export const registryStatusSchema = z.enum(['active', 'deprecated', 'deleted']);

/** As the official server reads a flag: `true`, `t`, `1` and their opposites, in either case. */
export const registryFlagSchema = z
  .string()
  .regex(/^(?:true|t|1|false|f|0)$/i, 'must be true or false')
  .transform((text) => /^(?:true|t|1)$/i.test(text));

/** Query of the list. Times are RFC 3339. */
export const registryListQuerySchema = z.object({
  cursor: plainText(600).optional(),
  limit: z
    .string()
    .regex(/^[+-]?\d{1,9}$/, 'must be a whole number from 1 to 100')
    .transform(Number)
    .pipe(z.int().min(1).max(100))
    .default(30),
  search: plainText(200).optional(),
  updated_since: z.string().max(100).optional(),
  version: plainText(255).optional(),
  include_deleted: registryFlagSchema.optional(),
});
export type RegistryListQuery = z.infer<typeof registryListQuerySchema>;

export const registryStatusBodySchema = z.object({
  status: registryStatusSchema,
  statusMessage: plainText(500).optional(),
});
export type RegistryStatusBody = z.infer<typeof registryStatusBodySchema>;

/** Body of `auth/dns` and `auth/http`. */
export const registryDomainLoginSchema = z.object({
  domain: z.string().min(1).max(253),
  /** RFC 3339; at most 15 seconds off. */
  timestamp: z.string().min(1).max(100),
  /** Hexadecimal signature over the timestamp by the key the domain publishes. */
  signed_timestamp: z.string().min(1).max(2_000),
});

export const registryOidcLoginSchema = z.object({ oidc_token: z.string().min(1).max(20_000) });

export const registryTokenSchema = z.object({
  registry_token: z.string(),
  /** Seconds since the epoch. */
  expires_at: z.int(),
});
export type RegistryTokenAnswer = z.infer<typeof registryTokenSchema>;

/** One version with what registries say of it. */
export const registryServerSchema = z.object({
  server: serverJsonSchema,
  _meta: z.record(z.string(), z.unknown()).optional(),
});
export type RegistryServerView = z.infer<typeof registryServerSchema>;

export const registryListSchema = z.object({
  servers: z.array(registryServerSchema),
  metadata: z.object({ nextCursor: z.string().nullish(), count: z.int().optional() }).optional(),
});
export type RegistryList = z.infer<typeof registryListSchema>;
