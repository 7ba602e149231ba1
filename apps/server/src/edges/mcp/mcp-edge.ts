import { errorTable } from '@assay/contracts';
import type { Caller } from '@assay/core';
import { NodeStreamableHTTPServerTransport, toNodeHandler, toWebRequest } from '@modelcontextprotocol/node';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Domain } from '../../wiring/domain.js';
import { FailureException, unwrap } from '../failure-exception.js';
import { answerProblem } from '../problem-answer.js';
import { traceIdOf } from '../trace-id.js';
import { DirectCalls } from './direct-calls.js';
import { gatewayTools } from './gateway-tools.js';
import { createGatewayServer, type McpAuth, serverInfo, statelessMembers } from './mcp-server.js';
import { McpSessions } from './mcp-sessions.js';

export interface McpEdgeOptions {
  readonly domain: Domain;
  readonly version: string;
  readonly log: Logger;
  /** Whether a Host or Origin header may name this host; guards against DNS rebinding. */
  readonly isOwnHost: (host: string) => boolean;
}

/** Serves MCP at `/mcp`: sessions for the 2025-11-25 revision, single exchanges for 2026-07-28. Returns how to stop. */
export function serveMcp(fastify: FastifyInstance, options: McpEdgeOptions): () => Promise<void> {
  const { domain, version, log } = options;
  const info = serverInfo(version);
  const tools = gatewayTools(domain, statelessMembers(info));
  const newServer = () => createGatewayServer(tools, version);
  const sessions = new McpSessions(domain.clock);
  const direct = new DirectCalls(tools, info);
  const modern = createMcpHandler(newServer, {
    legacy: 'reject',
    onerror: (error) => log.debug({ err: error }, 'mcp'),
  });
  const handleModern = toNodeHandler(modern);
  // What a revocation takes away, or gives back, is reached through these tools: clients are told to look anew.
  const stopListening = domain.catalogue.revocations.listen(
    onceATurn(() => {
      sessions.tellToolsChanged();
      modern.notify.toolsChanged();
    }),
  );

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    requireOwnHost(request, options.isOwnHost);
    const caller = unwrap(await domain.authenticate.run(request.headers.authorization, request.ip));
    const id = request.headers['mcp-session-id'];
    const session = typeof id === 'string' ? sessions.find(id, caller) : undefined;
    if (typeof id === 'string' && session !== undefined) {
      const call = direct.sessionCall(request);
      if (call !== undefined) return direct.answerInSession(id, { call, caller, request, reply });
      direct.heed(id, request.body);
    }
    const stateless = direct.statelessCall(request);
    if (stateless !== undefined) return direct.answerStateless({ call: stateless, caller, request, reply });
    const raw = Object.assign(request.raw, { auth: authOf(caller, traceIdOf(request)) });
    const legacy = await isLegacyRequest(await toWebRequest(headOf(request), request.body), request.body);
    reply.hijack();
    if (!legacy) return handleModern(raw, reply.raw as never, request.body);
    if (typeof id === 'string' && session === undefined) return sessionGone(reply);
    const transport = session?.transport ?? (await newTransport(caller));
    return transport.handleRequest(raw, reply.raw, request.body);
  };

  /** A transport for `initialize`; without a session, for anything else, which it refuses in the protocol's words. */
  async function newTransport(caller: Caller) {
    const server = newServer();
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => domain.random.uuid(),
      enableJsonResponse: true,
      onsessioninitialized: (session) => sessions.add(session, { transport, server, caller }),
      onsessionclosed: (session) => sessions.remove(session),
    });
    await server.connect(transport);
    return transport;
  }

  fastify.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    handler: (request, reply) =>
      handle(request, reply).catch((error: unknown) => {
        if (!reply.sent) answerProblem(error, request, reply, log);
        else if (!reply.raw.headersSent) reply.raw.destroy();
        else reply.raw.end();
      }),
  });
  return async () => {
    stopListening();
    await Promise.allSettled([sessions.closeAll(), modern.close()]);
  };
}

/** Runs soon; of many wishes at once, once. */
function onceATurn(run: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    setImmediate(() => {
      waiting = false;
      run();
    });
  };
}

const authOf = (caller: Caller, traceId: string): McpAuth => ({
  token: '',
  clientId: caller.principalId ?? 'anonymous',
  scopes: [...caller.scopes],
  extra: { caller, traceId },
});

/** The request without its body, which has been read: enough to tell the revisions apart. */
const headOf = ({ raw }: FastifyRequest) => ({
  method: raw.method,
  url: raw.url,
  headers: raw.headers,
  [Symbol.asyncIterator]: async function* () {},
});

/** 404 tells a client of the sessionful revision to initialise anew. */
function sessionGone(reply: FastifyReply): void {
  reply.raw.writeHead(errorTable.not_found.http, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      jsonrpc: '2.0',
      error: { code: -32001, message: 'Session not found: initialise again.' },
      id: null,
    }),
  );
}

function requireOwnHost({ headers }: FastifyRequest, isOwnHost: (host: string) => boolean): void {
  const host = hostOf(`http://${headers.host ?? ''}`);
  const origin = headers.origin === undefined ? undefined : hostOf(headers.origin);
  if (host !== null && isOwnHost(host) && (origin === undefined || (origin !== null && isOwnHost(origin)))) return;
  throw new FailureException({
    code: 'address_forbidden',
    message: 'The Host or Origin header names another host: set ASSAY_PUBLIC_URL to the address clients use.',
  });
}

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).hostname : null);
