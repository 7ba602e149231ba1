import { type DynamicModule, Global, Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { LOG } from '../../platform/ports.js';
import { provide } from '../../platform/provide.js';
import { OpenRequests } from '../../stopping/open-requests.js';
import { answerErrorOf } from './answer-error.js';
import { FastifyRoutes } from './fastify-routes.js';
import { StalledBodies } from './stalled-bodies.js';

export interface FastifyParts {
  readonly requests: OpenRequests;
  readonly bodies: StalledBodies;
}

@Global()
@Module({})
class FastifyModule {}

/** Routes on Fastify itself, and the requests that are open. */
export function fastifyModule({ requests, bodies }: FastifyParts): DynamicModule {
  const providers = [
    { provide: OpenRequests, useValue: requests },
    { provide: StalledBodies, useValue: bodies },
    provide(FastifyRoutes, { host: HttpAdapterHost, log: LOG }, ({ host, log }) => {
      return new FastifyRoutes(host, answerErrorOf(log));
    }),
  ];
  return { module: FastifyModule, providers, exports: providers };
}
