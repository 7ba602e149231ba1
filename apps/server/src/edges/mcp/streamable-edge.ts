import type { Caller } from '@assay/identity';
import type { Clock, Random } from '@assay/kernel';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpRequestContext, type Server } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type TraceContext, traceOf } from '../trace-id.js';
import type { AdmitRequests, AdmittedAddress } from './authorization/admit-requests.js';
import { answerMcpProblem } from './authorization/challenge.js';
import type { McpResources } from './authorization/mcp-resources.js';
import { declaredAtStart, declaredInRequest } from './client-capabilities.js';
import { canBeAsked } from './client-requests.js';
import type { McpAuth } from './mcp-auth.js';
import { McpSessions } from './mcp-sessions.js';
import { requireOwnHost } from './own-host.js';
import { isSessionful, sessionGone } from './revision.js';

export interface McpEdgeOptions {
  readonly admission: Pick<AdmitRequests, 'run'>;
  readonly resources: McpResources;
  readonly clock: Clock;
  readonly random: Pick<Random, 'uuid' | 'token'>;
  readonly version: string;
  readonly log: Logger;
  /** Whether a Host or Origin header may name this host; guards against DNS rebinding. */
  readonly isOwnHost: (host: string) => boolean;
}

/** One request, and who sent it. */
export interface Arrival {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  /** What its address is about. */
  readonly subject: string;
  /** The session it names, when that is there. */
  readonly session: string | undefined;
  /** Its client can be asked something while a call is under way, which takes the protocol's machinery. */
  readonly canBeAsked: boolean;
}

/** Revisions with sessions, or the one without. */
export type ServedRevision = 'sessionful' | 'stateless';

/** What is served at an address. */
export interface Served extends AdmittedAddress {
  /** As Fastify has it: `/mcp/toolsets/:name`. */
  readonly path: string;
  /** What a request is about, from its address; sessions keep to it. Throws when there is no such thing for the caller. */
  readonly subject: (request: FastifyRequest, caller: Caller) => string;
  /** The protocol server of a session, or in the stateless revision of a request. */
  readonly newServer: (subject: string, caller: Caller, revision: ServedRevision) => Server;
  /** Answers what needs none of the protocol's machinery; whether it did. */
  readonly shortcut?: (arrival: Arrival) => Promise<boolean>;
}

/** Notifies a running edge of changes, and stops it. */
export interface ServingEdge {
  /** Tells every client that listens that the tools have changed. */
  toolsChanged(): void;
  stop(): Promise<void>;
}

/** Serves MCP over streamable HTTP: sessions for the 2025-11-25 revision, single exchanges for 2026-07-28. */
export function serveStreamable(fastify: FastifyInstance, options: McpEdgeOptions, served: Served): ServingEdge {
  const { admission, clock, random, log } = options;
  const sessions = new McpSessions(clock);
  const newTransport = transportsOf(served, sessions, random);
  const modern = createMcpHandler(
    ({ authInfo }: McpRequestContext) => {
      const { subject, caller } = (authInfo as McpAuth).extra;
      return served.newServer(subject, caller, 'stateless');
    },
    { legacy: 'reject', onerror: (error) => log.debug({ err: error }, 'mcp') },
  );
  const handleModern = toNodeHandler(modern);

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    requireOwnHost(request, options.isOwnHost);
    const caller = await admission.run(request, served);
    const subject = served.subject(request, caller);
    const id = request.headers['mcp-session-id'];
    const session = typeof id === 'string' ? sessions.find(id, caller, subject) : undefined;
    if (session !== undefined) reply.raw.once('close', session.begins());
    const known = session === undefined ? undefined : (id as string);
    const askable = session?.canBeAsked ?? canBeAsked(declaredInRequest(request.body));
    if (await served.shortcut?.({ request, reply, caller, subject, session: known, canBeAsked: askable }))
      return undefined;
    const raw = Object.assign(request.raw, { auth: authOf(caller, traceOf(request), subject) });
    const legacy = await isSessionful(request);
    reply.hijack();
    if (!legacy) return handleModern(raw, reply.raw as never, request.body);
    if (typeof id === 'string' && session === undefined) return sessionGone(reply);
    const transport = session?.transport ?? (await newTransport(caller, subject, request.body));
    return transport.handleRequest(raw, reply.raw, request.body);
  };

  fastify.route({
    method: ['GET', 'POST', 'DELETE'],
    url: served.path,
    handler: (request, reply) =>
      handle(request, reply).catch((error: unknown) => answerMcpProblem(error, request, reply, options)),
  });
  return {
    toolsChanged() {
      sessions.tellToolsChanged();
      modern.notify.toolsChanged();
    },
    stop: async () => {
      await Promise.allSettled([sessions.closeAll(), modern.close()]);
    },
  };
}

/** A transport for `initialize`; without a session, for anything else, which it refuses in the protocol's words. */
const transportsOf =
  (served: Served, sessions: McpSessions, random: Pick<Random, 'uuid'>) =>
  async (caller: Caller, subject: string, body: unknown) => {
    const server = served.newServer(subject, caller, 'sessionful');
    const askable = canBeAsked(declaredAtStart(body));
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => random.uuid(),
      onsessioninitialized: (session) =>
        sessions.add(session, { transport, server, caller, subject, canBeAsked: askable }),
      onsessionclosed: (session) => sessions.remove(session),
    });
    await server.connect(transport);
    return transport;
  };

const authOf = (caller: Caller, trace: TraceContext, subject: string): McpAuth => ({
  token: '',
  clientId: caller.principalId ?? 'anonymous',
  scopes: [...caller.scopes],
  extra: { caller, ...trace, subject },
});
