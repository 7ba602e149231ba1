import type { ToolsetTools } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { type Failure, fail } from '@assay/kernel';
import type { ManageToolsets, Toolset } from '@assay/registry';
import {
  type CallToolRequest,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import type { ShownToolsets } from '../../features/toolsets/shown-toolsets.js';
import { requireScope } from '../caller-guard.js';
import { FailureException, unwrap } from '../failure-exception.js';
import { withClient } from './call-client.js';
import { readCallOptions } from './call-options.js';
import type { CallsAtClients } from './calls-at-clients.js';
import type { McpAuth } from './mcp-auth.js';
import type { McpCall } from './mcp-call.js';
import { onceATurn } from './once-a-turn.js';
import { failureResult, plainResult } from './plain-result.js';
import { plainTool } from './plain-tool.js';
import { plainAnswer, readOnElsewhere } from './results/plain-answer.js';
import { type ResponseCeiling, readOnHere } from './results/response-ceiling.js';
import type { SetTools } from './set-tools.js';
import { type McpEdgeOptions, serveStreamable } from './streamable-edge.js';
import { SuspendedCalls } from './suspended-calls.js';

export interface ToolsetEdgeOptions extends McpEdgeOptions {
  readonly toolsets: Pick<ManageToolsets, 'find'>;
  readonly tools: ToolsetTools;
  readonly shown: Pick<ShownToolsets, 'listen'>;
  readonly calls: Pick<CallsAtClients, 'run'>;
  /** The gateway's own tools, for sets that enable some. */
  readonly extras: SetTools;
  readonly ceiling: ResponseCeiling;
  readonly ownUrl: () => string;
}

/** Serves each toolset at `/mcp/toolsets/{name}`: its tools as plain MCP tools, through the gateway. Returns how to stop. */
export function serveToolsets(fastify: FastifyInstance, options: ToolsetEdgeOptions): () => Promise<void> {
  const { toolsets, shown, clock, random } = options;
  const suspended = new SuspendedCalls(clock, random);
  const find = (caller: Caller, name: string): Toolset =>
    unwrap(caller.principalId === null ? needsKey : toolsets.find(caller, name));
  const edge = serveStreamable(fastify, options, {
    path: '/mcp/toolsets/:name',
    subject: (request, caller) => find(caller, (request.params as { name: string }).name).name,
    newServer: (name, caller) => createToolsetServer(options, find(caller, name), suspended),
  });
  const stopListening = shown.listen(onceATurn(() => edge.toolsChanged()));
  return async () => {
    stopListening();
    suspended.close();
    await edge.stop();
  };
}

/** The same for every name: to nobody does it tell which sets there are. */
const needsKey = fail(
  'unauthenticated',
  'Toolsets belong to organisations: send a key as "Authorization: Bearer <API key>".',
);

/** One protocol server over a set's tools. The set is looked up for each request, in its current state. */
function createToolsetServer(
  options: ToolsetEdgeOptions,
  { name, description }: Toolset,
  suspended: SuspendedCalls,
): Server {
  const { toolsets, tools, extras, version } = options;
  const server = new Server(
    { name: `assay-${name}`, title: name, version },
    {
      capabilities: { tools: { listChanged: true } },
      instructions: description ?? `The tools of the toolset "${name}".`,
    },
  );
  const present = (caller: Caller): Toolset => {
    const found = toolsets.find(caller, name);
    if (found.ok) return found.value;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, found.error.message);
  };
  server.setRequestHandler('tools/list', (_, context) => {
    const { caller } = callOf(context);
    const toolset = present(caller);
    const shown = tools.list(toolset, caller);
    const own = shown.map(({ name: as, version: it, inputSchema, isText }) =>
      plainTool(as, it, { inputSchema, isText }),
    );
    return { tools: [...own, ...extras.list(toolset)] };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { subject: _, ...asked } = callOf(context);
    const { caller } = asked;
    const owner = { principal: String(caller.principalId), subject: `${name} ${params.name}` };
    return withClient(server, suspended, owner, context, (client) =>
      callTool(options, present(caller), params, { ...asked, ...client }).catch(refusedResult),
    );
  });
  return server;
}

const callOf = ({ http }: ServerContext) => (http as { authInfo: McpAuth }).authInfo.extra;

async function callTool(
  { tools, calls, extras, ceiling, ownUrl }: ToolsetEdgeOptions,
  toolset: Toolset,
  { name, arguments: input = {}, _meta }: CallToolRequest['params'],
  call: McpCall,
): Promise<CallToolResult> {
  requireScope(call.caller, 'tools:call');
  const extra = extras.call(toolset, name, input, call);
  if (extra !== undefined) return extra;
  const read = readCallOptions(_meta);
  if (!read.ok) throw new ProtocolError(ProtocolErrorCode.InvalidParams, read.error.message);
  const { tokenBudget, ...options } = read.value.options;
  const asked = tools.call(toolset, call.caller, name, input);
  if (!asked.ok) return refused(asked.error);
  const { request, fixed, isText, isPromised } = asked.value;
  const ended = await calls.run({ ...request, ...options }, { ...call, fixed, isWhole: true });
  return plainAnswer(
    plainResult(ended),
    ended,
    {
      caller: call.caller,
      ceiling: ceiling.of(call.caller, tokenBudget, toolset.responseTokens),
      ...{ isPromised, isText },
      readOn: toolset.enables.includes('read_output') ? readOnHere : readOnElsewhere(ownUrl),
    },
    ceiling,
  );
}

/** What the gateway refuses before a call is made is a result the model can read; a bug goes on. */
function refusedResult(error: unknown): CallToolResult {
  if (error instanceof FailureException) return failureResult(error.failure);
  throw error;
}

/** A name that is not there is an error of the protocol; anything else is a result the model can read. */
function refused(failure: Failure): CallToolResult {
  if (failure.code === 'not_found') throw new ProtocolError(ProtocolErrorCode.InvalidParams, failure.message);
  return failureResult(failure);
}
