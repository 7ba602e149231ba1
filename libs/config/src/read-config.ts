import { join, resolve } from 'node:path';
import { type Config, fixedDefaults } from './config.js';
import { environmentWarnings } from './environment-warnings.js';
import { readModels } from './read-models.js';
import { type ValueOf, type VariableName, variables } from './variables.js';

type Values = { [N in VariableName]?: ValueOf<N> };

/** Below this an administrator's key is accepted with a warning: it can be guessed sooner than it should. */
const comfortableKeyChars = 24;

/** Every problem of the environment at once. Its message names variables and what they expect, never their values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The environment is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Reads each variable that is present; an empty or blank one counts as absent. */
function readValues(env: Readonly<Record<string, string | undefined>>, problems: string[]): Values {
  const values: Record<string, unknown> = {};
  for (const [name, { schema, expected }] of Object.entries(variables)) {
    const text = env[name]?.trim();
    if (!text) continue;
    const parsed = schema.safeParse(text);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(`${name} must be ${expected}.`);
  }
  return values as Values;
}

/** Tokens are accepted of one issuer for one audience; half of the pair would accept too much or nothing. */
function readOidc(env: Readonly<Record<string, string | undefined>>, values: Values, problems: string[]) {
  const given = (name: string) => Boolean(env[name]?.trim());
  if (given('OIDC_ISSUER') && !given('OIDC_AUDIENCE'))
    problems.push('OIDC_AUDIENCE must be set with OIDC_ISSUER: the audience of tokens for this server.');
  if (given('OIDC_AUDIENCE') && !given('OIDC_ISSUER'))
    problems.push('OIDC_ISSUER must be set with OIDC_AUDIENCE: the address of the token issuer.');
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience } = values;
  return issuer && audience ? { issuer, audience } : null;
}

function warningsOf(env: Readonly<Record<string, string | undefined>>, values: Values): string[] {
  const short = values.ASSAY_ADMIN_KEY !== undefined && values.ASSAY_ADMIN_KEY.length < comfortableKeyChars;
  return [
    ...environmentWarnings(env),
    ...(short
      ? [`ASSAY_ADMIN_KEY is shorter than ${comfortableKeyChars} characters; openssl rand -hex 32 makes a better one.`]
      : []),
  ];
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}

/**
 * Parses the environment once. Relative paths are taken from `cwd`.
 * @throws ConfigError with every problem, when there is one.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, cwd: string = process.cwd()): Config {
  const problems: string[] = [];
  const values = readValues(env, problems);
  const oidc = readOidc(env, values, problems);
  const models = readModels(values, (name) => Boolean(env[name]?.trim()), problems);
  if (values.MEILI_KEY !== undefined && !env.MEILI_URL?.trim())
    problems.push('MEILI_URL must be set with MEILI_KEY: the address of the Meilisearch server.');
  if (problems.length > 0) throw new ConfigError(problems);
  const home = resolve(cwd, values.ASSAY_HOME ?? '.assay');
  return deepFreeze<Config>({
    port: values.PORT ?? 3000,
    host: values.HOST ?? '127.0.0.1',
    home,
    publicUrl: values.ASSAY_PUBLIC_URL ?? null,
    adminKey: values.ASSAY_ADMIN_KEY ?? null,
    encryptionKey: values.ASSAY_ENCRYPTION_KEY ?? null,
    formerEncryptionKey: values.ASSAY_ENCRYPTION_KEY_OLD ?? null,
    signingKey: values.ASSAY_SIGNING_KEY ?? null,
    replicaId: values.ASSAY_REPLICA_ID ?? null,
    anonymousReads: values.ASSAY_ANONYMOUS_READS ?? true,
    kits: values.ASSAY_KITS ?? 'all',
    filesRoots: (values.ASSAY_FILES_ROOTS ?? []).map((root) => resolve(cwd, root)),
    codeAccess: {
      folders: (values.ASSAY_CODE_FOLDERS ?? []).map((folder) => resolve(cwd, folder)),
      hosts: values.ASSAY_CODE_HOSTS ?? [],
      variables: values.ASSAY_CODE_VARIABLES ?? {},
    },
    databaseUrl: values.DATABASE_URL ?? null,
    redisUrl: values.REDIS_URL ?? null,
    trustedProxies: values.ASSAY_TRUSTED_PROXIES ?? [],
    oidc,
    searchEngine: values.MEILI_URL === undefined ? null : { url: values.MEILI_URL, key: values.MEILI_KEY ?? null },
    ...models,
    egressAllow: values.ASSAY_EGRESS_ALLOW ?? [],
    dnsServers: values.ASSAY_DNS_SERVERS ?? [],
    registryHostRule: values.ASSAY_REGISTRY_HOST_RULE ?? 'enforce',
    isolation: values.ASSAY_ISOLATION ?? 'auto',
    stateFolder: values.ASSAY_STATE_DIR === undefined ? join(home, 'state') : resolve(cwd, values.ASSAY_STATE_DIR),
    inlineResultBytes: values.ASSAY_INLINE_RESULT_BYTES ?? 1024 * 1024,
    trustHalfLifeDays: values.ASSAY_TRUST_HALF_LIFE_DAYS ?? 90,
    auditRetentionDays: values.ASSAY_AUDIT_RETENTION_DAYS ?? null,
    retentionDays: {
      ...values.ASSAY_RETENTION_DAYS,
      ...(values.ASSAY_AUDIT_RETENTION_DAYS !== undefined && { 'audit-records': values.ASSAY_AUDIT_RETENTION_DAYS }),
    },
    drainSeconds: values.ASSAY_DRAIN_SECONDS ?? 5,
    shutdownGraceSeconds: values.ASSAY_SHUTDOWN_GRACE_SECONDS ?? 30,
    logLevel: values.LOG_LEVEL ?? 'info',
    ...fixedDefaults,
    givenVariables: Object.keys(values),
    warnings: warningsOf(env, values),
  });
}
