/**
 * The server's configuration from its environment and from the defaults of this version. Complete, frozen, read once.
 */
export interface Config {
  /** 0 asks the operating system for any free port. */
  readonly port: number;
  readonly host: string;
  /** Absolute path of the folder in which keys and embedded data live. */
  readonly home: string;
  /** Without a slash at its end; null means the address the server listens on, see `publicUrlOf`. */
  readonly publicUrl: string | null;
  /** Null: generated at the first start and kept in `home`. */
  readonly adminKey: string | null;
  /** Text from which the key for secrets at rest is derived. Null: generated at the first start and kept in `home`. */
  readonly encryptionKey: string | null;
  /** A former key that still opens what was sealed with it; null when there is none. */
  readonly formerEncryptionKey: string | null;
  /** An Ed25519 private key as PEM, or a text from which one is derived. Null: generated at the first start and kept in `home`. */
  readonly signingKey: string | null;
  /** Null: the server names itself. */
  readonly replicaId: string | null;
  /** Whether callers without a credential may read what is public. */
  readonly anonymousReads: boolean;
  /** Absolute folders the file tools may reach; empty when none were named. */
  readonly filesRoots: readonly string[];
  /** What code of made tools may be granted: absolute folders, hosts, and variables with their values. */
  readonly codeAccess: {
    readonly folders: readonly string[];
    readonly hosts: readonly string[];
    readonly variables: Readonly<Record<string, string>>;
  };
  /** Kits of tools that are published at a start: all that ship, or those of these names. */
  readonly kits: 'all' | readonly string[];
  /** Null: an embedded PostgreSQL below `home`. */
  readonly databaseUrl: string | null;
  /** Null: limits are counted in the process. */
  readonly redisUrl: string | null;
  /** Addresses and networks of proxies whose `X-Forwarded-For` says where a request comes from. */
  readonly trustedProxies: readonly string[];
  /** Whose JSON Web Tokens are accepted beside API keys. */
  readonly oidc: { readonly issuer: string; readonly audience: string } | null;
  /** A Meilisearch server, and a key of it unless it takes none. Null: the index inside the process alone. */
  readonly searchEngine: { readonly url: string; readonly key: string | null } | null;
  /** Null: no language model. */
  readonly languageModel: ModelEndpoint | null;
  /** Null: search goes by words alone. */
  readonly embedding: EmbeddingEndpoint | null;
  /** Hosts and networks that upstream calls may reach although they are private. */
  readonly egressAllow: readonly string[];
  /** Name servers (address, or address and port) asked for the proof of a domain; empty: those of the machine. */
  readonly dnsServers: readonly string[];
  /** Whether a server's addresses must be in its namespace's domain, or only should be. */
  readonly registryHostRule: RegistryHostRule;
  readonly isolation: IsolationRule;
  /** Where homes and packages of started commands are kept; shared storage when replicas share a database. */
  readonly stateFolder: string;
  /** Longest result an answer holds when its caller says nothing of it; longer ones are kept behind a pointer. */
  readonly inlineResultBytes: number;
  readonly trustHalfLifeDays: number;
  /** Months of the audit log that are older are removed whole. Null: nothing ever is. */
  readonly auditRetentionDays: number | null;
  /** Days by kind, for kinds that are kept for another time than usual. */
  readonly retentionDays: Readonly<Record<string, number>>;
  /** How long the server still listens after SIGTERM while `/readyz` answers 503. */
  readonly drainSeconds: number;
  /** How long calls in flight may then take to finish. */
  readonly shutdownGraceSeconds: number;
  readonly logLevel: LogLevel;
  /** How long a call may take when its caller names no deadline. */
  readonly defaultDeadlineMs: number;
  /** The longest deadline a caller may ask for. */
  readonly maxDeadlineMs: number;
  /** Largest answer taken from an upstream tool. */
  readonly resultCapBytes: number;
  /** Deepest nesting of objects and arrays in an upstream tool's answer. */
  readonly resultNesting: number;
  /** Largest body taken from a caller. */
  readonly requestCapBytes: number;
  /** The most connections that one key, or one address without a key, may hold open. */
  readonly maxConnectionsPerKey: number;
  /** When a read-only call's audit record sets out for the disk at the latest; with its way there, within 100 ms. */
  readonly auditFlushWithinMs: number;
  /** Names of the variables that the environment gives. */
  readonly givenVariables: readonly string[];
  /** What looks like a mistake but does not prevent a start; for the log. Values are never shown. */
  readonly warnings: readonly string[];
}

/** An OpenAI-compatible endpoint. */
export interface ModelEndpoint {
  /** What the API's paths follow, without a slash at its end. */
  readonly baseUrl: string;
  readonly model: string;
  /** Null when the endpoint asks for none. */
  readonly apiKey: string | null;
}

export interface EmbeddingEndpoint extends ModelEndpoint {
  /** Most characters that are sent in 24 hours: of tools' texts, and again of each replica's questions. */
  readonly charactersPerDay: number;
  /** What comes before the text of a query, and of a tool; empty for nothing. */
  readonly queryPrefix: string;
  readonly documentPrefix: string;
}

/** `auto`: as well as the machine can. `required`: commands are not started where it cannot isolate them. */
export const isolationRules = ['auto', 'required'] as const;
export type IsolationRule = (typeof isolationRules)[number];

export const registryHostRules = ['enforce', 'warn'] as const;
export type RegistryHostRule = (typeof registryHostRules)[number];

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** SPEC's defaults that the gateway applies and that no variable changes yet. */
export const fixedDefaults = {
  defaultDeadlineMs: 30_000,
  maxDeadlineMs: 600_000,
  resultCapBytes: 10 * 1024 * 1024,
  resultNesting: 64,
  requestCapBytes: 1024 * 1024,
  maxConnectionsPerKey: 2_000,
  auditFlushWithinMs: 75,
} as const;
