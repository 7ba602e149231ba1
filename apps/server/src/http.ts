import 'reflect-metadata';
import type { ServerResponse } from 'node:http';
import { routes } from '@assay/contracts';
import { deeperThan } from '@assay/kernel';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type AppParts, appModule } from './app.module.js';
import { ConnectionLimit } from './edges/connection-limit.js';
import { FailureException } from './edges/failure-exception.js';
import { parseJsonBodies } from './edges/json-body.js';
import { answerBodyError, isMcpAddress } from './edges/mcp/body-error.js';
import { serveMcp } from './edges/mcp/mcp-edge.js';
import { serveMcpServers } from './edges/mcp/servers/servers-edge.js';
import { serveMcpRegistry } from './edges/mcp-registry/registry-edge.js';
import { answerRegistryProblem, isRegistryAddress } from './edges/mcp-registry/registry-problem.js';
import { serveApprovalPage } from './edges/pages/approval-page.js';
import { answerProblem } from './edges/problem-answer.js';
import { serveDocumentation } from './edges/rest/documentation.js';
import { InvokeEndpoint } from './edges/rest/invoke-endpoint.js';
import { oauthCallback } from './edges/rest/oauth-callback.js';
import { openApiDocument } from './edges/rest/openapi.js';
import { StalledBodies, stalledAfterMs } from './edges/stalled-bodies.js';
import { traceIdOf } from './edges/trace-id.js';
import { OpenRequests } from './stopping/open-requests.js';
import { oauthCallbackPath } from './wiring/credentials.js';
import type { Registry } from './wiring/registry.js';

/** Deepest nesting of a body: more than any schema or sensible input has, less than a stack holds. */
const bodyDepthCap = 100;

/** The longest a whole request may take to arrive, in ms. */
const requestTimeoutMs = 300_000;

export interface HttpOptions extends AppParts {
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly publicUrl: (listeningPort: number) => string;
  readonly requestCapBytes: number;
  readonly maxConnectionsPerKey: number;
  readonly registry: Registry;
  readonly version: string;
}

export interface HttpServer {
  readonly url: string;
  readonly requests: OpenRequests;
  /** Takes no new connections; those that are open are served on. */
  stopListening(): void;
  close(): Promise<void>;
}

/** Listens with every edge: REST, its document and pages, MCP. */
export async function listen(options: HttpOptions): Promise<HttpServer> {
  const { log, requestCapBytes } = options;
  const onError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (isRegistryAddress(request.url)) return answerRegistryProblem(error, request, reply, log);
    // The handlers of MCP answer their own failures: what comes here failed before them.
    if (isMcpAddress(request.url)) return answerBodyError(error, request, reply);
    return answerProblem(error, request, reply, log);
  };
  const adapter = new FastifyAdapter({
    bodyLimit: requestCapBytes,
    // A tool's name has up to 128 characters, each of which may arrive percent-encoded.
    routerOptions: { maxParamLength: 1_024 },
    forceCloseConnections: true,
    // However slowly a body grows, its request is whole within this time.
    requestTimeout: requestTimeoutMs,
    ...(options.trustedProxies.length > 0 && { trustProxy: [...options.trustedProxies] }),
    frameworkErrors: (error: FastifyError, request: unknown, reply: unknown) =>
      onError(error, request as FastifyRequest, reply as FastifyReply),
  });
  const fastify = adapter.getInstance();
  const requests = new OpenRequests();
  parseJsonBodies(fastify as never);
  let url = '';
  const document = openApiDocument(options.version);
  await serveDocumentation(fastify as never, document);
  const connections = new ConnectionLimit(options.maxConnectionsPerKey);
  const bodies = new StalledBodies(options.domain.clock);
  fastify.addHook('onRequest', (request, reply, done) => {
    forgetTypeOfNothing(request as FastifyRequest);
    requests.add(request, reply.raw as ServerResponse);
    bodies.begin(request.raw, () => endStalled(request as FastifyRequest, reply as FastifyReply, onError));
    if (connections.admit(request.raw.socket, request.headers.authorization ?? request.ip)) return done();
    void reply.header('connection', 'close');
    done(tooManyConnections(options.maxConnectionsPerKey));
  });
  fastify.addHook('preValidation', (request, _reply, done) => {
    bodies.end(request.raw);
    done(deeperThan(request.body, bodyDepthCap) ? tooDeep() : undefined);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    if (!log.isLevelEnabled('debug')) return done();
    log.debug(
      {
        traceId: traceIdOf(request as FastifyRequest),
        method: request.method,
        // The answer of an issuer carries a code.
        url: request.url.startsWith(oauthCallbackPath) ? oauthCallbackPath : request.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    done();
  });
  let closeMcp = async () => {};
  // Routes beside the framework's: in a scope of their own, which answers errors as everywhere.
  await fastify.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => onError(error, request as FastifyRequest, reply as FastifyReply));
    scope.get('/openapi.json', () => ({ ...document, servers: [{ url }] }));
    const mcp = {
      domain: options.domain,
      version: options.version,
      log,
      isOwnHost: (host: string) => ownHosts(options.host, url).has(host),
    };
    const closers = [serveMcp(scope as never, mcp), serveMcpServers(scope as never, mcp)];
    closeMcp = async () => {
      await Promise.allSettled(closers.map((close) => close()));
    };
    scope.get(oauthCallbackPath, oauthCallback(options.domain.credentials.authorize) as never);
    scope.post(routes.invoke.path, new InvokeEndpoint(options.domain, options.finishedCalls).handle as never);
    serveApprovalPage(scope as never);
    refuseOtherMethods(scope as never);
    await serveMcpRegistry(scope as never, {
      registry: options.registry,
      pendingChanges: options.pendingChanges,
      version: options.version,
      log,
    });
  });
  const app = await NestFactory.create<NestFastifyApplication>(appModule(options), adapter, {
    logger: false,
    abortOnError: false,
    // JSON alone is read, by the parser above.
    bodyParser: false,
  });
  await app.listen(options.port, options.host);
  const address = fastify.server.address();
  url = options.publicUrl(typeof address === 'object' && address !== null ? address.port : options.port);
  return {
    url,
    requests,
    stopListening: () => void fastify.server.close(),
    close: async () => {
      bodies.stop();
      await closeMcp();
      await app.close();
    },
  };
}

/** Many clients name a media type on every request: a DELETE without a body is not a broken document for that. */
function forgetTypeOfNothing({ method, headers }: FastifyRequest): void {
  if (method !== 'DELETE' || headers['transfer-encoding'] !== undefined) return;
  if (Number(headers['content-length'] ?? 0) === 0) delete headers['content-type'];
}

const tooDeep = (): FailureException =>
  new FailureException({ code: 'invalid_request', message: `The body is nested deeper than ${bodyDepthCap} levels.` });

const tooManyConnections = (max: number): FailureException =>
  new FailureException({
    code: 'rate_limited',
    message: `This key has ${max} connections open, the maximum: close some, or share them.`,
  });

/** Nothing more is read from the connection of a request that stalled. */
function endStalled(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void,
): void {
  reply.raw.once('finish', () => request.raw.destroy());
  const seconds = stalledAfterMs / 1_000;
  const message = `The body stopped arriving: nothing came for ${seconds} s. Send the request again.`;
  answer(new FailureException({ code: 'request_stalled', message }), request, reply.header('connection', 'close'));
}

/** Names a request may use for this server: those of this machine's loopback, the one it listens on, its public one. */
function ownHosts(host: string, publicUrl: string): Set<string> {
  const names = new Set(['localhost', '127.0.0.1', '[::1]', host, `[${host}]`]);
  if (URL.canParse(publicUrl)) names.add(new URL(publicUrl).hostname);
  return names;
}

/** Known paths under a method they do not have answer 405 with `Allow`, not 404. */
function refuseOtherMethods(fastify: { route: (route: object) => void }): void {
  const offered = new Map<string, string[]>();
  for (const { method, path } of Object.values(routes)) offered.set(path, [...(offered.get(path) ?? []), method]);
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
