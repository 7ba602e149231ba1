import type { ReadKept } from '@assay/gateway';
import type { Catalogue } from '@assay/registry';
import type { FastifyInstance } from 'fastify';
import { unwrap } from '../failure-exception.js';
import { DirectCalls } from './direct-calls.js';
import { type GatewayTools, toolsByName } from './gateway-tool.js';
import { offerOutputs } from './kept-outputs.js';
import { createGatewayServer } from './mcp-server.js';
import { onceATurn } from './once-a-turn.js';
import { serverInfo } from './server-info.js';
import { type Arrival, type McpEdgeOptions, serveStreamable } from './streamable-edge.js';
import { SuspendedCalls } from './suspended-calls.js';
import { groupsAsked, groupsOf } from './tool-groups.js';

export interface GatewayEdgeOptions extends McpEdgeOptions {
  /** By feature, in the order in which clients list them. */
  readonly features: readonly GatewayTools[];
  readonly kept: ReadKept;
  readonly catalogue: Catalogue;
}

/** Serves the gateway's own tools at `/mcp`. Returns how to stop. */
export function serveMcp(fastify: FastifyInstance, options: GatewayEdgeOptions): () => Promise<void> {
  const { version, clock, random, kept, catalogue } = options;
  const info = serverInfo(version);
  const tools = toolsByName(options.features);
  const direct = new DirectCalls(tools, info, clock);
  const suspended = new SuspendedCalls(clock, random);
  const gateway = serveStreamable(fastify, options, {
    path: '/mcp',
    subject: ({ query }) => unwrap(groupsAsked(query)).join(','),
    newServer: (subject) => offerOutputs(createGatewayServer(tools, version, suspended, groupsOf(subject)), kept),
    shortcut: (arrival) => answerAtOnce(direct, arrival),
  });
  // A revocation, and its lifting, changes what these tools reach: clients are notified to list again.
  const stopListening = catalogue.revocations.listen(onceATurn(() => gateway.toolsChanged()));
  return async () => {
    stopListening();
    suspended.close();
    await gateway.stop();
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
