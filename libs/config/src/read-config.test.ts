import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from './read-config.js';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env, '/srv/assay');
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('readConfig', () => {
  it('needs nothing: every variable has a default', () => {
    expect(readConfig({}, '/srv/assay')).toEqual({
      port: 3000,
      host: '127.0.0.1',
      home: '/srv/assay/.assay',
      publicUrl: null,
      adminKey: null,
      encryptionKey: null,
      formerEncryptionKey: null,
      signingKey: null,
      replicaId: null,
      anonymousReads: true,
      kits: 'all',
      filesRoots: [],
      codeAccess: { folders: [], hosts: [], variables: {} },
      databaseUrl: null,
      redisUrl: null,
      trustedProxies: [],
      oidc: null,
      searchEngine: null,
      languageModel: null,
      embedding: null,
      egressAllow: [],
      dnsServers: [],
      registryHostRule: 'enforce',
      isolation: 'auto',
      stateFolder: '/srv/assay/.assay/state',
      inlineResultBytes: 1_048_576,
      trustHalfLifeDays: 90,
      auditRetentionDays: null,
      retentionDays: {},
      drainSeconds: 5,
      shutdownGraceSeconds: 30,
      logLevel: 'info',
      defaultDeadlineMs: 30_000,
      maxDeadlineMs: 600_000,
      resultCapBytes: 10_485_760,
      resultNesting: 64,
      requestCapBytes: 1_048_576,
      maxConnectionsPerKey: 2_000,
      auditFlushWithinMs: 75,
      givenVariables: [],
      warnings: [],
    });
  });

  it('reads every variable', () => {
    const config = readConfig(
      {
        PORT: '0',
        HOST: '0.0.0.0',
        ASSAY_HOME: 'data',
        ASSAY_PUBLIC_URL: 'https://assay.example.org/base/',
        ASSAY_ADMIN_KEY: 'k'.repeat(32),
        ASSAY_ENCRYPTION_KEY: 'e'.repeat(44),
        ASSAY_ENCRYPTION_KEY_OLD: 'f'.repeat(44),
        ASSAY_SIGNING_KEY: 's'.repeat(44),
        ASSAY_REPLICA_ID: 'replica-1',
        ASSAY_ANONYMOUS_READS: 'False',
        ASSAY_KITS: 'files, git',
        ASSAY_FILES_ROOTS: '/data/docs:shared::',
        ASSAY_CODE_FOLDERS: '/data/rates:tables',
        ASSAY_CODE_HOSTS: 'api.example.org, *.internal:8080',
        ASSAY_CODE_VARIABLES: 'REGION=eu,QUERY=a=b',
        DATABASE_URL: 'postgresql://assay@db/assay',
        REDIS_URL: 'rediss://user:secret@cache:6380/2',
        ASSAY_TRUSTED_PROXIES: '10.0.0.5, fd00::/8',
        OIDC_ISSUER: 'https://login.example.org/',
        OIDC_AUDIENCE: 'assay',
        ASSAY_EGRESS_ALLOW: 'tools.internal, 10.1.0.0/16,[fd00::1]:8080,*.lan',
        ASSAY_REGISTRY_HOST_RULE: 'Warn',
        ASSAY_ISOLATION: 'Required',
        ASSAY_STATE_DIR: 'kept',
        ASSAY_INLINE_RESULT_BYTES: '65536',
        ASSAY_TRUST_HALF_LIFE_DAYS: '30.5',
        ASSAY_AUDIT_RETENTION_DAYS: '400',
        ASSAY_RETENTION_DAYS: 'runs=7,audit-records=90',
        ASSAY_DNS_SERVERS: '10.0.0.2, [::1]:5353,127.0.0.1:53, fd00::1',
        ASSAY_DRAIN_SECONDS: '0',
        ASSAY_SHUTDOWN_GRACE_SECONDS: '120',
        LOG_LEVEL: 'DEBUG',
      },
      '/srv/assay',
    );
    expect(config).toMatchObject({
      port: 0,
      host: '0.0.0.0',
      home: '/srv/assay/data',
      publicUrl: 'https://assay.example.org/base',
      adminKey: 'k'.repeat(32),
      encryptionKey: 'e'.repeat(44),
      formerEncryptionKey: 'f'.repeat(44),
      signingKey: 's'.repeat(44),
      replicaId: 'replica-1',
      anonymousReads: false,
      kits: ['files', 'git'],
      filesRoots: ['/data/docs', '/srv/assay/shared'],
      codeAccess: {
        folders: ['/data/rates', '/srv/assay/tables'],
        hosts: ['api.example.org', '*.internal:8080'],
        variables: { REGION: 'eu', QUERY: 'a=b' },
      },
      databaseUrl: 'postgresql://assay@db/assay',
      redisUrl: 'rediss://user:secret@cache:6380/2',
      trustedProxies: ['10.0.0.5', 'fd00::/8'],
      oidc: { issuer: 'https://login.example.org/', audience: 'assay' },
      egressAllow: ['tools.internal', '10.1.0.0/16', '[fd00::1]:8080', '*.lan'],
      dnsServers: ['10.0.0.2', '[::1]:5353', '127.0.0.1:53', 'fd00::1'],
      registryHostRule: 'warn',
      isolation: 'required',
      stateFolder: '/srv/assay/kept',
      inlineResultBytes: 65_536,
      trustHalfLifeDays: 30.5,
      auditRetentionDays: 400,
      retentionDays: { runs: 7, 'audit-records': 400 },
      drainSeconds: 0,
      shutdownGraceSeconds: 120,
      logLevel: 'debug',
      warnings: [],
    });
  });

  it('counts an empty or blank variable as absent', () => {
    const config = readConfig({ PORT: '', ASSAY_HOME: '  ', ASSAY_ADMIN_KEY: '', OIDC_ISSUER: '' }, '/srv/assay');
    expect(config).toEqual(readConfig({}, '/srv/assay'));
  });

  it('freezes what it gives, all the way down', () => {
    const config = readConfig({ ASSAY_EGRESS_ALLOW: 'a', OIDC_ISSUER: 'https://i', OIDC_AUDIENCE: 'a' }, '/');
    for (const part of [config, config.egressAllow, config.filesRoots, config.oidc, config.warnings])
      expect(Object.isFrozen(part)).toBe(true);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000x'],
    ['HOST', 'http://here'],
    ['ASSAY_PUBLIC_URL', 'console.lan'],
    ['ASSAY_PUBLIC_URL', 'https://me:secret@example.org'],
    ['ASSAY_PUBLIC_URL', 'ftp://example.org'],
    ['ASSAY_ADMIN_KEY', 'two words and more'],
    ['ASSAY_ADMIN_KEY', 'short'],
    ['ASSAY_ENCRYPTION_KEY', 'far-too-short'],
    ['ASSAY_SIGNING_KEY', 'far-too-short'],
    ['ASSAY_REPLICA_ID', 'a replica'],
    ['ASSAY_DRAIN_SECONDS', '601'],
    ['ASSAY_DRAIN_SECONDS', '5s'],
    ['ASSAY_SHUTDOWN_GRACE_SECONDS', '-1'],
    ['ASSAY_SHUTDOWN_GRACE_SECONDS', '3601'],
    ['ASSAY_ANONYMOUS_READS', 'perhaps'],
    ['DATABASE_URL', 'mysql://root:hunter2@db/x'],
    ['MEILI_URL', 'search.lan:7700'],
    ['MEILI_URL', 'http://me:secret@meilisearch:7700'],
    ['REDIS_URL', 'http://cache:6379'],
    ['REDIS_URL', 'redis://:hunter2@cache/keys'],
    ['ASSAY_TRUSTED_PROXIES', 'proxy.lan'],
    ['ASSAY_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['ASSAY_EGRESS_ALLOW', 'https://tools.internal/x'],
    ['ASSAY_CODE_HOSTS', 'https://api.example.org'],
    ['ASSAY_CODE_HOSTS', '10.0.0.0/8'],
    ['ASSAY_CODE_VARIABLES', 'REGION'],
    ['ASSAY_DNS_SERVERS', 'ns.example.org'],
    ['ASSAY_DNS_SERVERS', '10.0.0.999'],
    ['ASSAY_DNS_SERVERS', '10.0.0.1:70000'],
    ['ASSAY_DNS_SERVERS', '[10.0.0.1]:53'],
    ['ASSAY_REGISTRY_HOST_RULE', 'off'],
    ['ASSAY_KITS', 'files;git'],
    ['ASSAY_ISOLATION', 'strict'],
    ['ASSAY_INLINE_RESULT_BYTES', '1000'],
    ['ASSAY_INLINE_RESULT_BYTES', '1e6'],
    ['ASSAY_INLINE_RESULT_BYTES', '10485761'],
    ['ASSAY_TRUST_HALF_LIFE_DAYS', '0.00'],
    ['ASSAY_AUDIT_RETENTION_DAYS', '30'],
    ['ASSAY_AUDIT_RETENTION_DAYS', '1e3'],
    ['ASSAY_AUDIT_RETENTION_DAYS', '90.5'],
    ['ASSAY_TRUST_HALF_LIFE_DAYS', '1e9'],
    ['LOG_LEVEL', 'chatty'],
  ])('refuses %s when it is %j, naming the variable and not the value', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} must be `));
    expect(problems[0]).not.toContain(value);
  });

  it('takes an issuer over plain http on a loopback address only', () => {
    expect(problemsOf({ OIDC_ISSUER: 'http://127.0.0.1:9000', OIDC_AUDIENCE: 'assay' })).toEqual([]);
    expect(problemsOf({ OIDC_ISSUER: 'http://login.example.org', OIDC_AUDIENCE: 'assay' })).toHaveLength(1);
  });

  it('reads the search engine, with its key or without, and no key without it', () => {
    const engine = (env: Record<string, string>) => readConfig(env, '/').searchEngine;
    expect(engine({ MEILI_URL: 'http://meilisearch:7700/', MEILI_KEY: 'k' })).toEqual({
      url: 'http://meilisearch:7700',
      key: 'k',
    });
    expect(engine({ MEILI_URL: 'http://meilisearch:7700' })).toEqual({ url: 'http://meilisearch:7700', key: null });
    expect(problemsOf({ MEILI_KEY: 'k' })[0]).toMatch(/^MEILI_URL must be set with MEILI_KEY/);
  });

  it('wants issuer and audience together', () => {
    expect(problemsOf({ OIDC_ISSUER: 'https://login.example.org' })[0]).toMatch(/^OIDC_AUDIENCE must be set/);
    expect(problemsOf({ OIDC_AUDIENCE: 'assay' })[0]).toMatch(/^OIDC_ISSUER must be set/);
  });

  it('tells every problem at once, in one error', () => {
    const env = { PORT: 'x', DATABASE_URL: 'mysql://root:hunter2@db', LOG_LEVEL: 'chatty' };
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(/PORT must[\s\S]*DATABASE_URL must[\s\S]*LOG_LEVEL must/);
    expect(problemsOf(env).join()).not.toMatch(/hunter2|chatty/);
  });

  it('warns of a short administrator key', () => {
    expect(readConfig({ ASSAY_ADMIN_KEY: 'only-twelve!' }).warnings).toEqual([
      expect.stringContaining('ASSAY_ADMIN_KEY is shorter'),
    ]);
  });
});
