import type { ServerResponse } from 'node:http';
import type { Config } from '@assay/config';
import { deeperThan } from '@assay/kernel';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { OpenRequests } from '../../stopping/open-requests.js';
import { serveDocumentation } from '../documentation.js';
import { FailureException } from '../failure-exception.js';
import { traceIdOf } from '../trace-id.js';
import { answerErrorOf } from './answer-error.js';
import { ConnectionLimit } from './connection-limit.js';
import type { AnswerError } from './fastify-routes.js';
import { parseJsonBodies } from './json-body.js';
import { oauthCallbackPath } from './oauth-callback-path.js';
import { type StalledBodies, stalledAfterMs } from './stalled-bodies.js';

/** Maximum nesting of a body: more than any schema or sensible input has, less than a stack holds. */
const maxBodyDepth = 100;

/** The longest a whole request may take to arrive, in ms. */
const requestTimeoutMs = 300_000;

export interface AdapterOptions {
  readonly config: Pick<Config, 'requestCapBytes' | 'trustedProxies' | 'maxConnectionsPerKey'>;
  readonly log: Logger;
  readonly requests: OpenRequests;
  readonly bodies: StalledBodies;
}

/** Fastify with everything that applies to every request, independent of its route. */
export function createAdapter(options: AdapterOptions): FastifyAdapter {
  const { config, log } = options;
  const answerError = answerErrorOf(log);
  const adapter = new FastifyAdapter({
    bodyLimit: config.requestCapBytes,
    // A tool's name has up to 128 characters, each of which may arrive percent-encoded.
    routerOptions: { maxParamLength: 1_024 },
    forceCloseConnections: true,
    // However slowly a body grows, its request is whole within this time.
    requestTimeout: requestTimeoutMs,
    ...(config.trustedProxies.length > 0 && { trustProxy: [...config.trustedProxies] }),
    frameworkErrors: (error: FastifyError, request: unknown, reply: unknown) =>
      answerError(error, request as FastifyRequest, reply as FastifyReply),
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  parseJsonBodies(fastify);
  serveDocumentation(fastify);
  admitRequests(fastify, options, answerError);
  logRequests(fastify, log);
  return adapter;
}

function admitRequests(
  fastify: FastifyInstance,
  { config, requests, bodies }: AdapterOptions,
  answerError: AnswerError,
): void {
  const connections = new ConnectionLimit(config.maxConnectionsPerKey);
  fastify.addHook('onRequest', (request, reply, done) => {
    forgetTypeOfNothing(request);
    requests.add(request, reply.raw as ServerResponse);
    bodies.begin(request.raw, () => endStalled(request, reply, answerError));
    if (connections.admit(request.raw.socket, request.headers.authorization ?? request.ip)) return done();
    void reply.header('connection', 'close');
    done(tooManyConnections(config.maxConnectionsPerKey));
  });
  fastify.addHook('preValidation', (request, _reply, done) => {
    bodies.end(request.raw);
    done(deeperThan(request.body, maxBodyDepth) ? tooDeep() : undefined);
  });
}

function logRequests(fastify: FastifyInstance, log: Logger): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    if (!log.isLevelEnabled('debug')) return done();
    log.debug(
      {
        traceId: traceIdOf(request),
        method: request.method,
        url: loggedUrl(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    done();
  });
}

/** Addresses that carry a secret: the code of an issuer's answer, and the token of a one-time link. */
const secretPaths = [oauthCallbackPath, '/v1/sign-in/', '/welcome/'];

const loggedUrl = ({ url }: FastifyRequest): string => secretPaths.find((path) => url.startsWith(path)) ?? url;

/** Many clients name a media type on every request: a DELETE without a body is not a broken document for that. */
function forgetTypeOfNothing({ method, headers }: FastifyRequest): void {
  if (method !== 'DELETE' || headers['transfer-encoding'] !== undefined) return;
  if (Number(headers['content-length'] ?? 0) === 0) delete headers['content-type'];
}

const tooDeep = (): FailureException =>
  new FailureException({ code: 'invalid_request', message: `The body is nested deeper than ${maxBodyDepth} levels.` });

const tooManyConnections = (max: number): FailureException =>
  new FailureException({
    code: 'rate_limited',
    message: `This key has ${max} connections open, the maximum: close some, or share them.`,
  });

/** Nothing more is read from the connection of a request that stalled. */
function endStalled(request: FastifyRequest, reply: FastifyReply, answerError: AnswerError): void {
  reply.raw.once('finish', () => request.raw.destroy());
  const seconds = stalledAfterMs / 1_000;
  const message = `The body stopped arriving: nothing came for ${seconds} s. Send the request again.`;
  answerError(new FailureException({ code: 'request_stalled', message }), request, reply.header('connection', 'close'));
}
