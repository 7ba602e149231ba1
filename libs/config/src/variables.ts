import { isIP, isIPv6 } from 'node:net';
import { delimiter } from 'node:path';
import { z } from 'zod';
import { isolationRules, logLevels, registryHostRules } from './config.js';

/** One variable: how its text is read and, for the error message, what was expected. Never its value. */
export interface Variable<T> {
  readonly schema: z.ZodType<T, string>;
  /** Completes the sentence "NAME must be …". */
  readonly expected: string;
}

const variable = <T>(schema: z.ZodType<T, string>, expected: string): Variable<T> => ({ schema, expected });

const parsedUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');

/** An address others can be sent to: no credentials, query or fragment that would be lost or leak. */
const isPublicUrl = (text: string): boolean => {
  const url = parsedUrl(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false;
  return `${url.username}${url.password}${url.search}${url.hash}` === '';
};

const isIssuer = (text: string): boolean => {
  const url = parsedUrl(text);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
};

const isPostgresUrl = (text: string): boolean => ['postgres:', 'postgresql:'].includes(parsedUrl(text)?.protocol ?? '');

const isRedisUrl = (text: string): boolean => {
  const url = parsedUrl(text);
  return (
    ['redis:', 'rediss:'].includes(url?.protocol ?? '') && url?.hostname !== '' && /^\/?\d*$/.test(url?.pathname ?? '')
  );
};

const withoutSlash = (text: string): string => text.replace(/\/+$/, '');

const listOf = (separator: string) => (text: string) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** A host, an address or a network with its prefix length, with an optional port; no scheme and no path. */
const egressEntry = /^(?:\*\.)?[A-Za-z0-9._-]+(?::\d{1,5}|\/\d{1,2})?$|^\[?[0-9A-Fa-f:.]+\]?(?::\d{1,5}|\/\d{1,3})?$/;

/** A host or `*.domain` with an optional port. */
const codeHost = /^(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?$/;

const nameAndValue = (pair: string): [string, string] => {
  const at = pair.indexOf('=');
  return [pair.slice(0, at), pair.slice(at + 1)];
};

/** An IPv4 address or an IPv6 one, the latter in brackets when a port follows. */
function isNameServer(text: string): boolean {
  const [, bracketed, plain, port = '53'] =
    /^(?:\[([^\]]+)\]|([^:]+|[^[\]]*:[^[\]]*:[^[\]]*))(?::(\d{1,5}))?$/.exec(text) ?? [];
  return (isIPv6(bracketed ?? '') || isIP(plain ?? '') !== 0) && Number(port) <= 65_535;
}

/** An address, or a network with its prefix length. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more !== undefined) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

const truths: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

const modelUrl = z.string().refine(isPublicUrl).transform(withoutSlash);
const modelUrlExpected =
  'the http or https address that the paths of an OpenAI-compatible API follow, such as https://models.example.org/v1';
const embeddingPrefix = z.string().max(500);
const embeddingPrefixExpected = 'at most 500 characters that come before each text, such as "query: "';
const modelName = z.string().regex(/^[\x21-\x7e]{1,200}$/);
const modelNameExpected = 'the name of a model of that endpoint, up to 200 characters without spaces';
const modelKey = z.string().regex(/^[\x21-\x7e]{1,1000}$/);
const modelKeyExpected = 'a key of visible ASCII characters without spaces';

const seconds = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .refine((count) => count >= min && count <= max);

/** Every variable this version acts on, by name. Text arrives trimmed and is never empty. */
export const variables = {
  PORT: variable(
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .refine((port) => port <= 65_535),
    'a port number from 0 to 65535 (0 takes any free port)',
  ),
  HOST: variable(z.string().regex(/^[A-Za-z0-9.:_-]+$/), 'a host name or address, such as 127.0.0.1 or 0.0.0.0'),
  ASSAY_HOME: variable(z.string(), 'the path of a folder'),
  ASSAY_PUBLIC_URL: variable(
    z.string().refine(isPublicUrl).transform(withoutSlash),
    'an http or https address without credentials, query or fragment, such as https://assay.example.org',
  ),
  ASSAY_ADMIN_KEY: variable(
    z.string().regex(/^[\x21-\x7e]{8,200}$/),
    'a secret of 8 to 200 visible ASCII characters without spaces (openssl rand -hex 32 makes one)',
  ),
  ASSAY_ENCRYPTION_KEY: variable(
    z.string().min(32).max(1000),
    'a secret of at least 32 characters (openssl rand -base64 32 makes one)',
  ),
  ASSAY_ENCRYPTION_KEY_OLD: variable(
    z.string().min(32).max(1000),
    'the previous ASSAY_ENCRYPTION_KEY, a secret of at least 32 characters, while secrets are re-encrypted',
  ),
  ASSAY_SIGNING_KEY: variable(
    z.string().min(32).max(4000),
    'an Ed25519 private key as PEM, or a secret of at least 32 characters (openssl rand -base64 32 makes one)',
  ),
  ASSAY_REPLICA_ID: variable(
    z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/),
    '1 to 64 of A-Z, a-z, 0-9, "_", "." and "-", different on every replica',
  ),
  ASSAY_ANONYMOUS_READS: variable(
    z
      .string()
      .refine((text) => Object.hasOwn(truths, text.toLowerCase()))
      .transform((text) => truths[text.toLowerCase()] === true),
    'true or false',
  ),
  ASSAY_KITS: variable(
    z
      .string()
      .regex(/^(all|none|[a-z0-9-]+(\s*,\s*[a-z0-9-]+)*)$/)
      .transform((text): 'all' | readonly string[] =>
        text === 'all' ? text : text === 'none' ? [] : listOf(',')(text),
      ),
    '"all", "none", or the names of kits separated by commas, such as "files"',
  ),
  ASSAY_FILES_ROOTS: variable(z.string().transform(listOf(delimiter)), `folders separated by "${delimiter}"`),
  ASSAY_CODE_FOLDERS: variable(z.string().transform(listOf(delimiter)), `folders separated by "${delimiter}"`),
  ASSAY_CODE_HOSTS: variable(
    z
      .string()
      .transform(listOf(','))
      .refine((hosts) => hosts.every((host) => codeHost.test(host))),
    'hosts separated by commas, each with an optional port: api.example.org, *.example.org, 127.0.0.1:8080',
  ),
  ASSAY_CODE_VARIABLES: variable(
    z
      .string()
      .transform(listOf(','))
      .refine((pairs) => pairs.every((pair) => /^[A-Za-z_][A-Za-z0-9_]{0,99}=/.test(pair)))
      .transform((pairs) => Object.fromEntries(pairs.map((pair) => nameAndValue(pair)))),
    'NAME=value pairs separated by commas',
  ),
  DATABASE_URL: variable(
    z.string().refine(isPostgresUrl),
    'a PostgreSQL address that starts with postgres:// or postgresql://',
  ),
  REDIS_URL: variable(
    z.string().refine(isRedisUrl),
    'a Redis address that begins with redis:// or rediss://, such as redis://:password@cache:6379/0',
  ),
  OIDC_ISSUER: variable(
    z.string().refine(isIssuer),
    "the issuer's https address, exactly as its tokens name it (http on a loopback address only)",
  ),
  OIDC_AUDIENCE: variable(z.string().max(500), 'the audience that tokens for this server name'),
  MEILI_URL: variable(
    z.string().refine(isPublicUrl).transform(withoutSlash),
    'the http or https address of a Meilisearch server, without credentials, such as http://meilisearch:7700',
  ),
  MEILI_KEY: variable(
    z.string().regex(/^[\x21-\x7e]{1,500}$/),
    'a key of the Meilisearch server: visible ASCII characters without spaces',
  ),
  LLM_BASE_URL: variable(modelUrl, modelUrlExpected),
  LLM_MODEL: variable(modelName, modelNameExpected),
  LLM_API_KEY: variable(modelKey, modelKeyExpected),
  EMBEDDING_BASE_URL: variable(modelUrl, modelUrlExpected),
  EMBEDDING_MODEL: variable(modelName, modelNameExpected),
  EMBEDDING_API_KEY: variable(modelKey, modelKeyExpected),
  EMBEDDING_QUERY_PREFIX: variable(embeddingPrefix, embeddingPrefixExpected),
  EMBEDDING_DOCUMENT_PREFIX: variable(embeddingPrefix, embeddingPrefixExpected),
  EMBEDDING_CHARACTERS_PER_DAY: variable(
    z
      .string()
      .regex(/^\d{1,12}$/)
      .transform(Number),
    'a number of characters of at most 12 digits; 0 embeds nothing further',
  ),
  ASSAY_EGRESS_ALLOW: variable(
    z
      .string()
      .transform(listOf(','))
      .refine((entries) => entries.every((entry) => egressEntry.test(entry))),
    'hosts and networks separated by commas, such as tools.internal,10.1.0.0/16',
  ),
  ASSAY_DNS_SERVERS: variable(
    z
      .string()
      .transform(listOf(','))
      .refine((entries) => entries.every(isNameServer)),
    'addresses of name servers separated by commas, each with its port if it is not 53, such as 10.0.0.2,[::1]:5353',
  ),
  ASSAY_TRUSTED_PROXIES: variable(
    z
      .string()
      .transform(listOf(','))
      .refine((entries) => entries.every(isNetwork)),
    'addresses and networks of proxies separated by commas, such as 10.0.0.5,172.16.0.0/12',
  ),
  ASSAY_REGISTRY_HOST_RULE: variable(
    z
      .string()
      .transform((text) => text.toLowerCase())
      .pipe(z.enum(registryHostRules)),
    `one of ${registryHostRules.join(', ')}`,
  ),
  ASSAY_DRAIN_SECONDS: variable(
    seconds(0, 600),
    'a whole number of seconds from 0 to 600: how long the server still listens after SIGTERM',
  ),
  ASSAY_SHUTDOWN_GRACE_SECONDS: variable(
    seconds(0, 3_600),
    'a whole number of seconds from 0 to 3600: how long calls in flight may take after that',
  ),
  ASSAY_ISOLATION: variable(
    z
      .string()
      .transform((text) => text.toLowerCase())
      .pipe(z.enum(isolationRules)),
    `one of ${isolationRules.join(', ')}`,
  ),
  ASSAY_STATE_DIR: variable(z.string(), 'the path of a folder'),
  ASSAY_AUDIT_RETENTION_DAYS: variable(
    z
      .string()
      .regex(/^\d{2,5}$/)
      .transform(Number)
      .refine((days) => days >= 31 && days <= 36_500),
    'a whole number of days from 31 to 36500 (absent: audit records are never removed)',
  ),
  ASSAY_RETENTION_DAYS: variable(
    z
      .string()
      .regex(/^[a-z-]{1,40}=\d{1,5}(?:,[a-z-]{1,40}=\d{1,5})*$/)
      .transform((text) =>
        Object.fromEntries(text.split(',').map((pair) => [pair.split('=')[0] as string, Number(pair.split('=')[1])])),
      ),
    'kinds and days, such as runs=7,outcomes=180',
  ),
  ASSAY_INLINE_RESULT_BYTES: variable(
    z
      .string()
      .regex(/^\d{4,8}$/)
      .transform(Number)
      .refine((bytes) => bytes >= 1_024 && bytes <= 10 * 1024 * 1024),
    'a whole number of bytes from 1024 to 10485760',
  ),
  ASSAY_TRUST_HALF_LIFE_DAYS: variable(
    z
      .string()
      .regex(/^\d+(?:\.\d+)?$/)
      .transform(Number)
      .refine((days) => days > 0 && days <= 36_500),
    'a number of days above 0 and at most 36500',
  ),
  LOG_LEVEL: variable(
    z
      .string()
      .transform((text) => text.toLowerCase())
      .pipe(z.enum(logLevels)),
    `one of ${logLevels.join(', ')}`,
  ),
} as const;

export type VariableName = keyof typeof variables;

/** What a valid text of the variable is read as. */
export type ValueOf<N extends VariableName> = (typeof variables)[N] extends Variable<infer T> ? T : never;
