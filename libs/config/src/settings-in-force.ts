import type { Config } from './config.js';
import type { VariableName } from './variables.js';

/** A variable as it applies. */
export interface SettingInForce {
  readonly name: string;
  /** `set` for a secret and for what the environment gives; null where nothing applies. */
  readonly value: string | null;
  readonly source: 'environment' | 'default';
}

/** Values that are never shown. */
const secret = (value: unknown): string | null => (value === null || value === undefined ? null : 'set');

/** An address without a user, password, query or fragment. */
function address(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const url = URL.parse(text);
  return url === null ? 'set' : `${url.protocol}//${url.host}${url.pathname}`;
}

const list = (values: readonly string[]): string | null => (values.length === 0 ? null : values.join(', '));

const byName: Readonly<Record<VariableName, (config: Config) => string | number | boolean | null | undefined>> = {
  PORT: ({ port }) => port,
  HOST: ({ host }) => host,
  ASSAY_HOME: ({ home }) => home,
  ASSAY_PUBLIC_URL: ({ publicUrl }) => publicUrl,
  ASSAY_ADMIN_KEY: ({ adminKey }) => secret(adminKey),
  ASSAY_ENCRYPTION_KEY: ({ encryptionKey }) => secret(encryptionKey),
  ASSAY_ENCRYPTION_KEY_OLD: ({ formerEncryptionKey }) => secret(formerEncryptionKey),
  ASSAY_SIGNING_KEY: ({ signingKey }) => secret(signingKey),
  ASSAY_REPLICA_ID: ({ replicaId }) => replicaId,
  ASSAY_ANONYMOUS_READS: ({ anonymousReads }) => anonymousReads,
  ASSAY_KITS: ({ kits }) => (kits === 'all' ? kits : list(kits)),
  ASSAY_FILES_ROOTS: ({ filesRoots }) => list(filesRoots),
  ASSAY_CODE_FOLDERS: ({ codeAccess }) => list(codeAccess.folders),
  ASSAY_CODE_HOSTS: ({ codeAccess }) => list(codeAccess.hosts),
  // Names alone: values may be what only code is meant to see.
  ASSAY_CODE_VARIABLES: ({ codeAccess }) => list(Object.keys(codeAccess.variables)),
  DATABASE_URL: ({ databaseUrl }) => address(databaseUrl),
  REDIS_URL: ({ redisUrl }) => address(redisUrl),
  OIDC_ISSUER: ({ oidc }) => address(oidc?.issuer),
  OIDC_AUDIENCE: ({ oidc }) => oidc?.audience,
  MEILI_URL: ({ searchEngine }) => address(searchEngine?.url),
  MEILI_KEY: ({ searchEngine }) => secret(searchEngine?.key),
  LLM_BASE_URL: ({ languageModel }) => address(languageModel?.baseUrl),
  LLM_MODEL: ({ languageModel }) => languageModel?.model,
  LLM_API_KEY: ({ languageModel }) => secret(languageModel?.apiKey),
  EMBEDDING_BASE_URL: ({ embedding }) => address(embedding?.baseUrl),
  EMBEDDING_MODEL: ({ embedding }) => embedding?.model,
  EMBEDDING_API_KEY: ({ embedding }) => secret(embedding?.apiKey),
  EMBEDDING_QUERY_PREFIX: ({ embedding }) => embedding?.queryPrefix,
  EMBEDDING_DOCUMENT_PREFIX: ({ embedding }) => embedding?.documentPrefix,
  EMBEDDING_CHARACTERS_PER_DAY: ({ embedding }) => embedding?.charactersPerDay,
  ASSAY_EGRESS_ALLOW: ({ egressAllow }) => list(egressAllow),
  ASSAY_DNS_SERVERS: ({ dnsServers }) => list(dnsServers),
  ASSAY_TRUSTED_PROXIES: ({ trustedProxies }) => list(trustedProxies),
  ASSAY_REGISTRY_HOST_RULE: ({ registryHostRule }) => registryHostRule,
  ASSAY_DRAIN_SECONDS: ({ drainSeconds }) => drainSeconds,
  ASSAY_SHUTDOWN_GRACE_SECONDS: ({ shutdownGraceSeconds }) => shutdownGraceSeconds,
  ASSAY_ISOLATION: ({ isolation }) => isolation,
  ASSAY_STATE_DIR: ({ stateFolder }) => stateFolder,
  ASSAY_AUDIT_RETENTION_DAYS: ({ auditRetentionDays }) => auditRetentionDays,
  ASSAY_RETENTION_DAYS: ({ retentionDays }) =>
    list(Object.entries(retentionDays).map(([kind, days]) => `${kind}=${days}`)),
  ASSAY_INLINE_RESULT_BYTES: ({ inlineResultBytes }) => inlineResultBytes,
  ASSAY_TRUST_HALF_LIFE_DAYS: ({ trustHalfLifeDays }) => trustHalfLifeDays,
  LOG_LEVEL: ({ logLevel }) => logLevel,
};

/** Every variable with the value that applies and where it comes from. Secrets are reported as set, never shown. */
export const settingsInForce = (config: Config): readonly SettingInForce[] =>
  Object.entries(byName).map(([name, valueIn]) => {
    const value = valueIn(config);
    return {
      name,
      value: value === null || value === undefined ? null : String(value),
      source: config.givenVariables.includes(name) ? 'environment' : 'default',
    };
  });
