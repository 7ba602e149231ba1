import { type AuthorizationServer, authorizationRoutes as routes } from '@assay/authentication';
import type { Failure } from '@assay/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FailureException } from '../../edges/failure-exception.js';

export interface AuthorizationRoutesOptions {
  readonly server: Pick<AuthorizationServer, 'handle'>;
  /** Bounds what one network causes to be stored and fetched. */
  readonly countRegistration: (address: string) => Promise<Failure | undefined>;
}

const documents = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration', routes.jwks];

/** Serves the addresses of the installation's own authorization server. Bodies are read by the library behind it. */
export function serveAuthorization(fastify: FastifyInstance, options: AuthorizationRoutesOptions): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _body, done) => done(null));
  const pass = async ({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.hijack();
    await options.server.handle(raw, reply.raw);
  };
  const counted = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const tooMany = await options.countRegistration(request.ip);
    if (tooMany !== undefined) throw new FailureException(tooMany);
    await pass(request, reply);
  };
  for (const url of documents) fastify.route({ method: ['GET', 'OPTIONS'], url, handler: pass });
  fastify.get(routes.authorization, (request, reply) => (describesItself(request) ? counted : pass)(request, reply));
  fastify.get(`${routes.authorization}/:uid`, pass);
  fastify.post(routes.registration, counted);
  for (const url of [routes.token, routes.revocation])
    fastify.route({ method: ['POST', 'OPTIONS'], url, handler: pass });
}

/** The client's id is the address of a document, which may have to be fetched. */
const describesItself = ({ query }: FastifyRequest): boolean =>
  String((query as { client_id?: unknown }).client_id).startsWith('https:');
