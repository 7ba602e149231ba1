import type { Caller, Failure } from '@assay/core';
import { callOfToolset, type ShownTool, type Toolset } from '@assay/core';
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server, type Tool } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import type { Domain } from '../../wiring/domain.js';
import { unwrap } from '../failure-exception.js';
import { requireScope } from '../rest/caller-guard.js';
import { invokeAtClient } from './ask-approval.js';
import type { McpCall } from './gateway-tools.js';
import type { McpAuth } from './mcp-server.js';
import { onceATurn } from './once-a-turn.js';
import { failureResult, plainResult } from './plain-result.js';
import { type McpEdgeOptions, serveStreamable } from './streamable-edge.js';

/** Serves each toolset at `/mcp/toolsets/{name}`: its tools as plain MCP tools, through the gateway. Returns how to stop. */
export function serveToolsets(fastify: FastifyInstance, options: McpEdgeOptions): () => Promise<void> {
  const { domain, version } = options;
  const find = (caller: Caller, name: string): Toolset => unwrap(domain.toolsets.manage.find(caller, name));
  const edge = serveStreamable(fastify, options, {
    path: '/mcp/toolsets/:name',
    subject: (request, caller) => find(caller, (request.params as { name: string }).name).name,
    newServer: (name, caller) => createToolsetServer(domain, find(caller, name), version),
  });
  const stopListening = domain.toolsets.listen(onceATurn(() => edge.toolsChanged()));
  return async () => {
    stopListening();
    await edge.stop();
  };
}

/** One protocol server over a set's tools. The set is looked up anew for each request, as it is then. */
function createToolsetServer(domain: Domain, { name, description }: Toolset, version: string): Server {
  const server = new Server(
    { name: `assay-${name}`, title: name, version },
    {
      capabilities: { tools: { listChanged: true } },
      instructions: description ?? `The tools of the toolset "${name}".`,
    },
  );
  const present = (caller: Caller): Toolset => {
    const found = domain.toolsets.manage.find(caller, name);
    if (found.ok) return found.value;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, found.error.message);
  };
  server.setRequestHandler('tools/list', (_, { http }) => {
    const { caller } = (http as { authInfo: McpAuth }).authInfo.extra;
    return { tools: domain.toolsets.tools.list(present(caller), caller).map(definitionOf) };
  });
  server.setRequestHandler('tools/call', ({ params }, { http, mcpReq }) => {
    const { caller, traceId } = (http as { authInfo: McpAuth }).authInfo.extra;
    const call = { caller, traceId, signal: mcpReq.signal };
    return callTool(domain, present(caller), params.name, params.arguments ?? {}, call);
  });
  return server;
}

function definitionOf({ name, version, inputSchema }: ShownTool): Tool {
  const { title, description, outputSchema, annotations } = version.manifest;
  const { honoursKey: _own, ...hints } = annotations ?? {};
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema: { ...inputSchema, type: 'object' } as Tool['inputSchema'],
    ...(outputSchema?.type === 'object' && { outputSchema: outputSchema as Tool['outputSchema'] }),
    ...(annotations !== undefined && { annotations: hints }),
    _meta: { 'assay/tool': `${version.manifest.name}@${version.version}` },
  };
}

async function callTool(
  domain: Domain,
  toolset: Toolset,
  name: string,
  input: Record<string, unknown>,
  call: McpCall,
): Promise<CallToolResult> {
  requireScope(call.caller, 'tools:call');
  const asked = callOfToolset(toolset, name, input);
  if (!asked.ok) return refused(asked.error);
  return plainResult(await invokeAtClient(domain, asked.value, { ...call, isWhole: true }));
}

/** A name that is not there is an error of the protocol; anything else is a result the model can read. */
function refused(failure: Failure): CallToolResult {
  if (failure.code === 'not_found') throw new ProtocolError(ProtocolErrorCode.InvalidParams, failure.message);
  return failureResult(failure);
}
