import { STATUS_CODES } from 'node:http';
import { errorTable } from '@assay/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { FailureException } from '../../edges/failure-exception.js';
import { failureOf, logFailure } from '../../edges/problem-answer.js';
import { traceIdOf } from '../../edges/trace-id.js';

/** What breaks a rule of publishing is a bad request here, whatever it is elsewhere. */
const badRequests: ReadonlySet<string> = new Set(['invalid_manifest', 'version_conflict', 'conflict']);

/** Whether an address belongs to this edge, so that its errors are answered in its own shape. */
export const isRegistryAddress = (url: string): boolean => /^\/v0(?:\.1)?(?:[/?]|$)/.test(url);

/** `body.packages[0].version`: some failures say their paths like this, others as JSON pointers. */
function locationOf(part: string, path: string): string {
  if (path === '') return part;
  return path.startsWith('/') ? `${part}${path.replaceAll('/', '.')}` : `${part}.${path}`;
}

/**
 * Answers an error as clients of the official registry expect it: problem details as its server writes them, and beside
 * them the `error` that its specification names.
 */
export function answerRegistryProblem(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger): void {
  const failure = failureOf(error);
  const row = errorTable[badRequests.has(failure.code) ? 'malformed_request' : failure.code];
  const traceId = traceIdOf(request);
  const entry = { traceId, code: failure.code, method: request.method, route: request.routeOptions?.url };
  if (failure.code === 'internal') log.error({ ...entry, err: error }, 'request failed');
  else logFailure(log, entry, failure);
  if (reply.sent || reply.raw.headersSent) return;
  const at = error instanceof FailureException && typeof error.members.part === 'string' ? error.members.part : 'body';
  const errors = failure.issues?.map(({ path, message }) => ({ message, location: locationOf(at, path) }));
  if (failure.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer realm="assay"');
  if (failure.retryAfterMs !== undefined) reply.header('retry-after', String(Math.ceil(failure.retryAfterMs / 1_000)));
  void reply
    .status(row.http)
    .header('content-type', 'application/problem+json')
    .send(
      JSON.stringify({
        title: STATUS_CODES[row.http],
        status: row.http,
        detail: failure.message,
        ...(errors && { errors }),
        error: failure.message,
        code: failure.code,
        traceId,
      }),
    );
}
