import { errorTable } from '@assay/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failureOf } from '../problem-answer.js';

export const isMcpAddress = (url: string): boolean => /^\/mcp(?:[/?]|$)/.test(url);

/**
 * Answers a request whose body could not be read in the words of JSON-RPC: -32700 for broken JSON, with the HTTP status
 * that streamable HTTP has for a message that was not accepted.
 */
export function answerBodyError(error: unknown, _request: FastifyRequest, reply: FastifyReply): void {
  const failure = failureOf(error);
  const { jsonRpc, http } = errorTable[failure.code];
  const data = { code: failure.code, ...(failure.issues && { errors: failure.issues }) };
  const message = { jsonrpc: '2.0', id: null, error: { code: jsonRpc, message: failure.message, data } };
  void reply
    .status(http === errorTable.invalid_request.http ? errorTable.malformed_request.http : http)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(message));
}
