import type { ReadKept } from '@assay/gateway';
import type { Catalogue } from '@assay/registry';
import type { FastifyInstance } from 'fastify';
import { traceOf } from '../trace-id.js';
import { DirectCalls } from './direct-calls.js';
import { answerGatewayTool, type GatewayTools, toolsByName } from './gateway-tool.js';
import { offerOutputs } from './kept-outputs.js';
import { createGatewayServer } from './mcp-server.js';
import { onceATurn } from './once-a-turn.js';
import { serverInfo } from './server-info.js';
import { type McpEdgeOptions, serveStreamable } from './streamable-edge.js';
import { SuspendedCalls } from './suspended-calls.js';

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
  const direct = new DirectCalls({
    callOf: ({ params }, { caller, request }) => {
      const tool = tools.get(params.name);
      return tool && ((signal) => answerGatewayTool(tool, params.arguments, { caller, ...traceOf(request), signal }));
    },
    infoOf: () => info,
    clock,
  });
  const suspended = new SuspendedCalls(clock, random);
  const gateway = serveStreamable(fastify, options, {
    path: '/mcp',
    subject: () => '',
    newServer: () => offerOutputs(createGatewayServer(tools, version, suspended), kept),
    shortcut: (arrival) => direct.answer(arrival),
  });
  // A revocation, and its lifting, changes what these tools reach: clients are notified to list again.
  const stopListening = catalogue.revocations.listen(onceATurn(() => gateway.toolsChanged()));
  return async () => {
    stopListening();
    suspended.close();
    await gateway.stop();
  };
}
