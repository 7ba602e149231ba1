import type { RegistryServerView } from '@assay/contracts';
import { type Caller, canSee, type ProveDomain } from '@assay/identity';
import {
  ChangeServerStatus,
  describeServer,
  type HostRule,
  LogIntoRegistry,
  type MirrorStore,
  nameHere,
  type Publisher,
  PublishServer,
  publisherOfCaller,
  publisherOfToken,
  ReadServers,
  type RegistryServer,
  type RegistryServerStore,
  type RegistryTokens,
  type ServerTool,
} from '@assay/importing';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { visibleVersions } from '@assay/registry';
import type { Domain } from '../../domain.js';
import { MirrorAddresses } from './mirror-addresses.js';

export interface RegistryParts {
  readonly domain: Domain;
  readonly store: RegistryServerStore;
  readonly mirrors: Pick<MirrorStore, 'mirrors'>;
  readonly tokens: RegistryTokens;
  readonly domains: Pick<ProveDomain, 'run'>;
  readonly hostRule: HostRule;
  /** What anybody may see. */
  readonly anonymous: Caller;
  /** Whether an OpenID Connect issuer is configured. */
  readonly takesTokens: boolean;
  readonly onProblem: (cause: unknown) => void;
}

export type Registry = ReturnType<typeof buildRegistry>;

/** The official MCP Registry API's use cases. */
export function buildRegistry(parts: RegistryParts) {
  const { domain, store, mirrors, tokens, domains, hostRule, anonymous, takesTokens, onProblem } = parts;
  const { directory, catalogue, audit, random } = domain;
  const { revocations } = catalogue;
  const ports = { store, directory, revocations, audit, random, hostRule, count: domain.limits.countPublication };
  const { listedServers: follow } = domain;
  const addresses = new MirrorAddresses(mirrors);
  return {
    read: new ReadServers(store),
    publish: new PublishServer(ports),
    changeStatus: new ChangeServerStatus(ports),
    logIn: new LogIntoRegistry({ tokens, domains }),
    countLogin: domain.limits.countLogin,
    hostRule,
    takesTokens,
    /** Whether anybody may read without a key. */
    openReads: canSee(anonymous, ['public']),
    authenticate: domain.authenticate,
    directory,
    publisherOf: (authorization: string | undefined, address: string) =>
      publisherOf({ domain, tokens }, authorization, address),
    describe: async (servers: readonly RegistryServer[]): Promise<RegistryServerView[]> => {
      await addresses.learn(servers.map(({ origin }) => origin));
      return servers.map((server) =>
        describeServer(server, {
          ...(server.origin !== null && { origin: addresses.of(server.origin) }),
          // What another registry lists under a name of ours has none of our tools' trust.
          tools: server.origin === null ? toolsOf(domain, anonymous, server.name) : [],
        }),
      );
    },
    /**
     * Shows revocations made so far, and from now on each as it comes; what was missed, and what a mirror has brought
     * in meanwhile, within a minute. Resolves when the former are shown.
     */
    followRevocations: async () => {
      const inForce = () => [...revocations.all()].filter(({ lifted }) => lifted === null);
      revocations.listen((revocation) => void follow.show(revocation).catch(onProblem));
      await follow.showAll(inForce());
      domain.jobs.add({ name: 'registry-revocations', everyMs: 60_000, run: () => follow.showAll(inForce()) });
    },
  };
}

/** By a registry token, or by whatever Assay itself takes. */
async function publisherOf(
  { domain, tokens }: Pick<RegistryParts, 'domain' | 'tokens'>,
  authorization: string | undefined,
  address: string,
): Promise<Result<Publisher, Failure>> {
  const token = /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined)
    return fail('unauthenticated', "Invalid Authorization header format. Expected 'Bearer <token>'");
  const claims = await tokens.verify(token);
  if (claims !== undefined) return ok(publisherOfToken(claims.method, claims.subject, claims.permissions));
  const caller = await domain.authenticate.run(authorization, address);
  if (caller.ok) return publisherOfCaller(domain.directory, caller.value);
  return caller.error.code === 'unauthenticated'
    ? fail('unauthenticated', 'Invalid or expired Registry JWT token')
    : caller;
}

/** Digits of a score that are shown: it decays with every millisecond, and nobody is served by seeing that. */
const shown = (share: number): number => Math.round(share * 10_000) / 10_000;

/** The tools that anybody may see of the Assay server of the same name, each by its newest version. */
function toolsOf({ catalogue, directory, trustOf }: Domain, anonymous: Caller, name: string): ServerTool[] {
  return catalogue.toolsOn(nameHere(name)).flatMap((tool) => {
    const [newest] = visibleVersions(tool, anonymous, directory);
    if (newest === undefined) return [];
    const { score, confidence } = trustOf(newest, null);
    return {
      name: tool.id,
      version: newest.version,
      status: catalogue.revocations.of(newest) === undefined ? newest.status : 'REVOKED',
      stage: newest.stage,
      trust: { score: shown(score), confidence: shown(confidence) },
      quarantined: newest.quarantined !== null,
    };
  });
}
