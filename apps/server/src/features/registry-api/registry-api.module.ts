import { JwtRegistryTokens } from '@assay/authentication';
import { Authenticate, anonymousCaller, canSee, Directory, ProveDomain } from '@assay/identity';
import { ChangeServerStatus, FollowRevocations, LogIntoRegistry, PublishServer, ReadServers } from '@assay/importing';
import { Catalogue } from '@assay/registry';
import { Module } from '@nestjs/common';
import { FastifyRoutes } from '../../edges/http/fastify-routes.js';
import { onBootstrap, onInit } from '../../platform/lifecycle.js';
import { memory } from '../../platform/port-sets.js';
import {
  AUDIT_LOG,
  CLOCK,
  CONFIG,
  JOBS,
  LOG,
  MIRROR_STORE,
  PENDING_CHANGES,
  RANDOM,
  REGISTRY_SERVER_STORE,
  SIGNER,
} from '../../platform/ports.js';
import { from, provide, useCase } from '../../platform/provide.js';
import { version } from '../../version.js';
import { AuthenticationModule } from '../identity/authentication.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { COUNT_LOGIN, COUNT_PUBLICATION } from '../limits/ports.js';
import { NamespacesModule } from '../namespaces/namespaces.module.js';
import { coverPorts, RevocationModule } from '../revocations/revocation.module.js';
import { TRUST_OF } from '../trust/ports.js';
import { TrustModule } from '../trust/trust.module.js';
import { DescribeServers } from './describe-servers.js';
import { MirrorAddresses } from './mirror-addresses.js';
import { serveMcpRegistry } from './registry-edge.js';
import { RegistryPublishers } from './registry-publishers.js';

const showEveryMs = 60_000;

const anonymous = from(CONFIG, ({ anonymousReads }) => anonymousCaller(anonymousReads));
const hostRule = from(CONFIG, ({ registryHostRule }) => registryHostRule);

const publishing = {
  ...coverPorts,
  ...{ audit: AUDIT_LOG, random: RANDOM, count: COUNT_PUBLICATION, hostRule },
};

const providers = [
  provide(
    JwtRegistryTokens,
    { signer: SIGNER, clock: CLOCK },
    ({ signer, clock }) => new JwtRegistryTokens(signer, clock),
  ),
  provide(ReadServers, { store: REGISTRY_SERVER_STORE }, ({ store }) => new ReadServers(store)),
  useCase(PublishServer, publishing),
  useCase(ChangeServerStatus, publishing),
  useCase(LogIntoRegistry, { tokens: JwtRegistryTokens, domains: ProveDomain }),
  useCase(RegistryPublishers, { tokens: JwtRegistryTokens, authenticate: Authenticate, directory: Directory }),
  provide(MirrorAddresses, { mirrors: MIRROR_STORE }, ({ mirrors }) => new MirrorAddresses(mirrors)),
  useCase(DescribeServers, { ...memory, addresses: MirrorAddresses, trustOf: TRUST_OF, anonymous }),
  onInit(
    'routes of the registry API',
    {
      ...{ read: ReadServers, publish: PublishServer, changeStatus: ChangeServerStatus, logIn: LogIntoRegistry },
      ...{ publishers: RegistryPublishers, describeServers: DescribeServers, authenticate: Authenticate },
      ...{ directory: Directory, countLogin: COUNT_LOGIN, hostRule, pendingChanges: PENDING_CHANGES, log: LOG },
      takesTokens: from(CONFIG, ({ oidc }) => oidc !== null),
      openReads: from(CONFIG, ({ anonymousReads }) => canSee(anonymousCaller(anonymousReads), ['public'])),
      routes: FastifyRoutes,
    },
    ({ routes, ...options }) => routes.serve((fastify) => serveMcpRegistry(fastify, { ...options, version })),
  ),
  // Shows revocations made so far, and from now on each as it comes; what was missed, and what a mirror has brought in
  // meanwhile, within a minute.
  onBootstrap(
    'revocations in the registry API',
    { catalogue: Catalogue, follow: FollowRevocations, jobs: JOBS, log: LOG },
    async ({ catalogue: { revocations }, follow, jobs, log }) => {
      const inForce = () => [...revocations.all()].filter(({ lifted }) => lifted === null);
      const onProblem = (cause: unknown) =>
        log.warn({ err: cause }, 'a revocation could not be shown in the registry API');
      revocations.listen((revocation) => void follow.show(revocation).catch(onProblem));
      await follow.showAll(inForce());
      jobs.add({ name: 'registry-revocations', everyMs: showEveryMs, run: () => follow.showAll(inForce()) });
    },
  ),
];

/** The official MCP Registry API. */
@Module({
  imports: [AuthenticationModule, LimitsModule, NamespacesModule, RevocationModule, TrustModule],
  providers,
  exports: providers,
})
export class RegistryApiModule {}
