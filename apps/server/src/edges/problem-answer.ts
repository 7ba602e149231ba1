import { type ErrorCode, errorTable, problemOf } from '@assay/contracts';
import type { Failure } from '@assay/kernel';
import { isDatabaseAway } from '@assay/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { FailureException } from './failure-exception.js';
import { traceIdOf } from './trace-id.js';

/** What the framework itself refuses with, by HTTP status, in the words of the error table. */
const ofTheFramework: Readonly<Record<number, { code: ErrorCode; message: string }>> = {
  400: {
    code: 'malformed_request',
    message: 'The request cannot be parsed: send valid JSON and a well-formed address.',
  },
  404: { code: 'not_found', message: 'No such address: /docs lists what there is.' },
  405: { code: 'method_not_allowed', message: 'This address exists under another method: /docs lists what there is.' },
  406: { code: 'not_acceptable', message: 'This address answers application/json.' },
  408: { code: 'request_stalled', message: 'The request could not be delivered in time.' },
  413: { code: 'payload_too_large', message: 'The body is larger than this server takes.' },
  414: { code: 'malformed_request', message: 'The address is too long.' },
  415: { code: 'unsupported_media_type', message: 'Send the body as application/json.' },
  431: { code: 'malformed_request', message: 'The headers are too large.' },
};

const databaseAway: Failure = {
  code: 'unavailable',
  message: 'The database is away: try again in a moment; /readyz says when it is back.',
  retryAfterMs: 1_000,
};

/** Any error as a Failure; what nobody expected becomes `internal`, and its details stay in the log. */
export function failureOf(error: unknown): Failure {
  if (error instanceof FailureException) return error.failure;
  const status = statusOf(error);
  const known = status === undefined ? undefined : ofTheFramework[status];
  if (known !== undefined) return known;
  if (isDatabaseAway(error)) return databaseAway;
  return { code: 'internal', message: 'Internal error; the log has the details under the trace id.' };
}

const statusOf = (error: unknown): number | undefined => {
  const candidate = error as { statusCode?: unknown; getStatus?: () => unknown };
  const status = typeof candidate?.getStatus === 'function' ? candidate.getStatus() : candidate?.statusCode;
  return typeof status === 'number' ? status : undefined;
};

/** The message of a failure may repeat what a tool said or a caller sent: that is for the level debug alone. */
export function logFailure(log: Logger, entry: object, { code, message }: Failure): void {
  const { title, log: level } = errorTable[code];
  if (level !== 'debug') log[level](entry, title);
  log.debug({ ...entry, detail: message }, title);
}

/** The one place where a failed request is answered (RFC 9457) and logged. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger): void {
  const failure = failureOf(error);
  const row = errorTable[failure.code];
  const traceId = traceIdOf(request);
  const entry = { traceId, code: failure.code, method: request.method, route: request.routeOptions?.url };
  if (failure.code === 'internal') log.error({ ...entry, err: error }, 'request failed');
  else logFailure(log, entry, failure);
  if (reply.sent || reply.raw.headersSent) return;
  const members = error instanceof FailureException ? error.members : {};
  const problem = problemOf(failure.code, failure.message, traceId, {
    ...members,
    ...failure.data,
    ...(failure.issues && { errors: failure.issues }),
    ...(failure.retryAfterMs !== undefined && { retryAfterMs: failure.retryAfterMs }),
  });
  if (row.class === 'unauthorised' && row.grpc === 16 && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', 'Bearer realm="assay"');
  if (failure.retryAfterMs !== undefined) reply.header('retry-after', String(Math.ceil(failure.retryAfterMs / 1_000)));
  void reply
    .status(row.http)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem));
}
