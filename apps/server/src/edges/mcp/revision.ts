import { errorTable } from '@assay/contracts';
import { toWebRequest } from '@modelcontextprotocol/node';
import { isLegacyRequest } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether a request is of a revision with sessions (2025-11-25 and before), rather than of 2026-07-28. */
export const isSessionful = async (request: FastifyRequest): Promise<boolean> =>
  isLegacyRequest(await toWebRequest(headOf(request), request.body), request.body);

/** The request without its body, which has been read: enough to tell the revisions apart. */
const headOf = ({ raw }: FastifyRequest) => ({
  method: raw.method,
  url: raw.url,
  headers: raw.headers,
  [Symbol.asyncIterator]: async function* () {},
});

/** 404 makes a client of the sessionful revision initialise again. */
export function sessionGone(reply: FastifyReply): void {
  reply.raw.writeHead(errorTable.not_found.http, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      jsonrpc: '2.0',
      error: { code: -32001, message: 'Session not found: initialise again.' },
      id: null,
    }),
  );
}
