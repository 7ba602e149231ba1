import type { Failure } from '@assay/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { answerProblem, failureOf } from '../../problem-answer.js';
import type { McpResource, McpResources } from './mcp-resources.js';

/** Scopes that a sign-in asks for when nothing says which are needed: to find tools, and to call them. */
export const basicScopes: readonly string[] = ['registry:read', 'tools:call'];

/**
 * The `WWW-Authenticate` header of a refused request (RFC 6750, section 3, and RFC 9728, section 5.1); undefined for a
 * refusal that no sign-in changes.
 */
export function challengeOf(failure: Failure, resource: McpResource, hasCredential: boolean): string | undefined {
  if (failure.code === 'unauthenticated') {
    const error: Readonly<Record<string, string>> = hasCredential
      ? { error: 'invalid_token', error_description: failure.message }
      : {};
    return bearer({ ...error, resource_metadata: resource.metadata, scope: basicScopes.join(' ') });
  }
  const needed = failure.data?.requiredScopes;
  if (failure.code !== 'forbidden' || !Array.isArray(needed)) return undefined;
  return bearer({
    ...{ error: 'insufficient_scope', error_description: failure.message },
    ...{ scope: needed.join(' '), resource_metadata: resource.metadata },
  });
}

const bearer = (parameters: Readonly<Record<string, string>>): string => {
  const quoted = Object.entries({ realm: 'assay', ...parameters }).map(([name, value]) => `${name}="${plain(value)}"`);
  return `Bearer ${quoted.join(', ')}`;
};

/** What a quoted parameter may hold (RFC 6750, section 3): printable ASCII without quotes and backslashes. */
const plain = (text: string): string => text.replaceAll(/["\\]/g, "'").replaceAll(/[^\x20-\x7e]/g, '?');

/** Answers a failed request at an MCP address, with the challenge that lets its client sign in. */
export function answerMcpProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { log, resources }: { readonly log: Logger; readonly resources: McpResources },
): void {
  if (reply.sent) {
    if (reply.raw.headersSent) reply.raw.end();
    else reply.raw.destroy();
    return;
  }
  const hasCredential = request.headers.authorization !== undefined;
  const challenge = challengeOf(failureOf(error), resources.of(request), hasCredential);
  if (challenge !== undefined) reply.header('www-authenticate', challenge);
  answerProblem(error, request, reply, log);
}
