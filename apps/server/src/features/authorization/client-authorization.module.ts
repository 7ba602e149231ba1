import { AuthorizationServer, type AuthorizationServerOptions } from '@assay/authentication';
import { DelegateAccess, Directory, delegableScopes } from '@assay/identity';
import { Module } from '@nestjs/common';
import { FastifyRoutes } from '../../edges/http/fastify-routes.js';
import { basicScopes } from '../../edges/mcp/authorization/challenge.js';
import { McpResources } from '../../edges/mcp/authorization/mcp-resources.js';
import { McpResourcesModule } from '../../edges/mcp/authorization/mcp-resources.module.js';
import { onInit } from '../../platform/lifecycle.js';
import { identityPorts, warns } from '../../platform/port-sets.js';
import {
  AUTHORIZATION_RECORDS,
  CLIENT_DOCUMENTS,
  CLOCK,
  CONFIG,
  OWN_URL,
  PEOPLE_URL,
  SEALER,
  SIGNER,
} from '../../platform/ports.js';
import { provide, useCase } from '../../platform/provide.js';
import { LimitsModule } from '../limits/limits.module.js';
import { COUNT_LOGIN } from '../limits/ports.js';
import { AuthorizationController } from './authorization.controller.js';
import { serveAuthorization } from './authorization-routes.js';
import { browserMark } from './browser-mark.js';
import { DecideAuthorizations } from './decide-authorizations.js';

const providers = [
  useCase(DelegateAccess, identityPorts),
  provide(
    AuthorizationServer,
    {
      ...{ access: DelegateAccess, records: AUTHORIZATION_RECORDS, clock: CLOCK, resources: McpResources },
      ...{ signer: SIGNER, sealer: SEALER, fetch: CLIENT_DOCUMENTS, ownUrl: OWN_URL, peopleUrl: PEOPLE_URL },
      log: warns('a request to the authorization server failed'),
    },
    ({ signer, sealer, fetch, resources, ownUrl, peopleUrl, log, ...ports }) => {
      const options = (): AuthorizationServerOptions => {
        const issuer = peopleUrl();
        return {
          ...ports,
          issuer,
          keys: [signer.jwk()],
          cookieSecret: sealer.mac('cookies of the authorization server'),
          fetch: (url, init) => fetch(url, init),
          canonicalResource: (indicator) => resources.canonical(indicator),
          defaultResource: `${ownUrl()}/mcp`,
          scopes: { supported: delegableScopes, basic: basicScopes },
          hasPrincipal: ports.access.hasPrincipal,
          mark: (id) => browserMark(sealer, id, new URL(issuer).pathname.replace(/\/$/, '')),
        };
      };
      return new AuthorizationServer(options, log);
    },
  ),
  useCase(DecideAuthorizations, {
    ...{ server: AuthorizationServer, access: DelegateAccess, directory: Directory, sealer: SEALER },
  }),
  onInit(
    'routes of the authorization server',
    { routes: FastifyRoutes, server: AuthorizationServer, countRegistration: COUNT_LOGIN, config: CONFIG },
    ({ routes, config, ...options }) => {
      // With an issuer of its own, an installation issues no tokens.
      if (config.oidc === null) routes.serve((fastify) => serveAuthorization(fastify, options));
    },
  ),
];

/** The installation's own authorization server: clients, their requests, and the decisions of people. */
@Module({
  imports: [LimitsModule, McpResourcesModule],
  controllers: [AuthorizationController],
  providers,
  exports: providers,
})
export class ClientAuthorizationModule {}
