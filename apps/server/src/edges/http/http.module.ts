import { registerCallerStrategy } from '@assay/authentication';
import { routes as routeTable } from '@assay/contracts';
import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AuthenticationModule } from '../../features/identity/authentication.module.js';
import { beforeShutdown, onInit } from '../../platform/lifecycle.js';
import { LOG, OWN_URL, PENDING_CHANGES } from '../../platform/ports.js';
import { provideFor } from '../../platform/provide.js';
import { callerGuard } from '../caller-guard.js';
import { FailureException } from '../failure-exception.js';
import { openApi } from '../openapi/served-document.js';
import { PendingChangeInterceptor } from '../pending-change.interceptor.js';
import { ProblemFilter } from '../problem-filter.js';
import { RequestCaller } from '../request-caller.js';
import { FastifyRoutes } from './fastify-routes.js';
import { StalledBodies } from './stalled-bodies.js';

/** Strategies are registered by name in the whole process, which may have several servers. */
let strategies = 0;

function guardOf(callers: RequestCaller) {
  strategies += 1;
  const strategy = `assay-${strategies}`;
  registerCallerStrategy(strategy, callers.of);
  const Guard = callerGuard(strategy);
  return new Guard();
}

const providers = [
  provideFor(APP_GUARD, { callers: RequestCaller }, ({ callers }) => guardOf(callers)),
  provideFor(APP_INTERCEPTOR, { pending: PENDING_CHANGES }, ({ pending }) => new PendingChangeInterceptor(pending)),
  provideFor(APP_FILTER, { log: LOG }, ({ log }) => new ProblemFilter(log)),
  onInit('routes of the document', { routes: FastifyRoutes, ownUrl: OWN_URL }, ({ routes, ownUrl }) =>
    routes.serve((fastify) => {
      fastify.get('/openapi.json', () => ({ ...openApi(), servers: [{ url: ownUrl() }] }));
      refuseOtherMethods(fastify);
    }),
  ),
  beforeShutdown('bodies of requests', { bodies: StalledBodies }, ({ bodies }) => bodies.stop()),
];

/** What applies to every route of the framework, and the pages that document the routes. */
@Module({ imports: [AuthenticationModule], providers })
export class HttpModule {}

/** Known paths under a method they do not have answer 405 with `Allow`, not 404. */
function refuseOtherMethods(fastify: FastifyInstance): void {
  const offered = new Map<string, string[]>();
  for (const { method, path } of Object.values(routeTable)) offered.set(path, [...(offered.get(path) ?? []), method]);
  for (const [path, methods] of offered) {
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((it) => !methods.includes(it));
    fastify.route({
      method: others,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: (_request: FastifyRequest, reply: FastifyReply) => {
        void reply.header('allow', methods.join(', '));
        throw new FailureException({
          code: 'method_not_allowed',
          message: `This address takes ${methods.join(', ')}.`,
        });
      },
    });
  }
}
