import type { FastifyInstance } from 'fastify';
import { DirectCalls } from './direct-calls.js';
import { gatewayTools } from './gateway-tools.js';
import { createGatewayServer, serverInfo, statelessMembers } from './mcp-server.js';
import { onceATurn } from './once-a-turn.js';
import { offerOutputs } from './read-output.js';
import { type Arrival, type McpEdgeOptions, serveStreamable } from './streamable-edge.js';
import { SuspendedCalls } from './suspended-calls.js';
import { serveToolsets } from './toolset-edge.js';

/** Serves the gateway's own tools at `/mcp`, and toolsets below it. Returns how to stop. */
export function serveMcp(fastify: FastifyInstance, options: McpEdgeOptions): () => Promise<void> {
  const { domain, version } = options;
  const info = serverInfo(version);
  const tools = gatewayTools(domain, statelessMembers(info));
  const direct = new DirectCalls(tools, info, domain.clock);
  const suspended = new SuspendedCalls(domain.clock, domain.random);
  const gateway = serveStreamable(fastify, options, {
    path: '/mcp',
    subject: () => '',
    newServer: () => offerOutputs(createGatewayServer(tools, version, suspended), domain),
    shortcut: (arrival) => answerAtOnce(direct, arrival),
  });
  // A revocation, and its lifting, changes what these tools reach: clients are notified to list again.
  const stopListening = domain.catalogue.revocations.listen(onceATurn(() => gateway.toolsChanged()));
  const stopToolsets = serveToolsets(fastify, options);
  return async () => {
    stopListening();
    suspended.close();
    await Promise.allSettled([gateway.stop(), stopToolsets()]);
  };
}

/** Plain calls, straight away. */
async function answerAtOnce(direct: DirectCalls, arrival: Arrival): Promise<boolean> {
  const { request, reply, caller, session, canBeAsked } = arrival;
  if (canBeAsked) return false;
  if (session !== undefined) {
    const call = direct.sessionCall(request);
    if (call !== undefined) await direct.answerInSession(session, { call, caller, request, reply });
    else direct.heed(session, request.body);
    if (call !== undefined) return true;
  }
  const call = direct.statelessCall(request);
  if (call !== undefined) await direct.answerStateless({ call, caller, request, reply });
  return call !== undefined;
}
