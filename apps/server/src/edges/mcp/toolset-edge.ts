import type { ToolsetCall, ToolsetTools } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
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
import { traceOf } from '../trace-id.js';
import { withClient } from './call-client.js';
import { type CallOptions, readCallOptions } from './call-options.js';
import type { CallsAtClients } from './calls-at-clients.js';
import { DirectCalls } from './direct-calls.js';
import type { McpAuth } from './mcp-auth.js';
import type { McpCall } from './mcp-call.js';
import { onceATurn } from './once-a-turn.js';
import { failureResult, plainResult } from './plain-result.js';
import { plainTool } from './plain-tool.js';
import { type McpEdgeOptions, type ServedRevision, serveStreamable } from './streamable-edge.js';
import { SuspendedCalls } from './suspended-calls.js';
import { EdgeTasks, plainResultOf } from './tasks/edge-tasks.js';
import type { TaskCalls } from './tasks/task-calls.js';
import { maybeTask, taskCapabilities } from './tasks/task-capabilities.js';

export interface ToolsetEdgeOptions extends McpEdgeOptions {
  readonly toolsets: Pick<ManageToolsets, 'find'>;
  readonly tools: ToolsetTools;
  readonly shown: Pick<ShownToolsets, 'listen'>;
  readonly calls: Pick<CallsAtClients, 'run'>;
  readonly taskCalls: TaskCalls;
}

/** Serves each toolset at `/mcp/toolsets/{name}`: its tools as plain MCP tools, through the gateway. Returns how to stop. */
export function serveToolsets(fastify: FastifyInstance, options: ToolsetEdgeOptions): () => Promise<void> {
  const { toolsets, shown, clock, random } = options;
  const tasks = new EdgeTasks(options.taskCalls, clock);
  const suspended = new SuspendedCalls(clock, random, tasks.live);
  const find = (caller: Caller, name: string): Toolset =>
    unwrap(caller.principalId === null ? needsKey : toolsets.find(caller, name));
  const direct = new DirectCalls({
    callOf: ({ params }, { caller, subject, request }) => {
      const call = requestOf(options, find(caller, subject), caller, params);
      if (!call.ok && call.error.code === 'not_found') return undefined;
      return (of) => callTool(options, call, { caller, ...traceOf(request), ...of }).catch(refusedResult);
    },
    becomesTask: () => true,
    resultOf: () => plainResultOf,
    infoOf: (name) => infoOf(name, options.version),
    ...{ tasks, suspended, clock, random },
  });
  const edge = serveStreamable(fastify, options, {
    path: '/mcp/toolsets/:name',
    subject: (request, caller) => find(caller, (request.params as { name: string }).name).name,
    newServer: (name, caller, revision) => createToolsetServer(options, find(caller, name), { suspended, revision }),
    shortcut: (arrival) => direct.answer(arrival),
  });
  const stopListening = shown.listen(onceATurn(() => edge.toolsChanged()));
  return async () => {
    stopListening();
    suspended.close();
    tasks.live.close();
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
  { toolsets, tools, calls, version }: ToolsetEdgeOptions,
  { name, description }: Toolset,
  { suspended, revision }: { readonly suspended: SuspendedCalls; readonly revision: ServedRevision },
): Server {
  const server = new Server(infoOf(name, version), {
    capabilities: { tools: { listChanged: true }, ...taskCapabilities(revision) },
    instructions: description ?? `The tools of the toolset "${name}".`,
  });
  const present = (caller: Caller): Toolset => {
    const found = toolsets.find(caller, name);
    if (found.ok) return found.value;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, found.error.message);
  };
  server.setRequestHandler('tools/list', (_, context) => {
    const { caller } = callOf(context);
    const shown = tools.list(present(caller), caller);
    const listed = shown.map(({ name: as, version: it, inputSchema }) => plainTool(as, it, inputSchema));
    return { tools: revision === 'sessionful' ? listed.map(maybeTask) : listed };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { subject: _, ...asked } = callOf(context);
    const { caller } = asked;
    const owner = { principal: String(caller.principalId), subject: `${name} ${params.name}` };
    return withClient(server, suspended, owner, context, (client) =>
      callTool({ calls }, requestOf({ tools }, present(caller), caller, params), { ...asked, ...client }).catch(
        refusedResult,
      ),
    );
  });
  return server;
}

const callOf = ({ http }: ServerContext) => (http as { authInfo: McpAuth }).authInfo.extra;

const infoOf = (name: string, version: string) => ({ name: `assay-${name}`, title: name, version });

/** What is called, with the options of the call; `not_found` for a name that is not in the set. */
function requestOf(
  { tools }: Pick<ToolsetEdgeOptions, 'tools'>,
  toolset: Toolset,
  caller: Caller,
  { name, arguments: input = {}, _meta }: CallToolRequest['params'],
): Result<ToolsetCall & { readonly options: CallOptions }, Failure> {
  const read = readCallOptions(_meta);
  if (!read.ok) throw new ProtocolError(ProtocolErrorCode.InvalidParams, read.error.message);
  const asked = tools.call(toolset, caller, name, input, read.value.options.session);
  if (!asked.ok) return asked;
  return ok({ ...asked.value, options: read.value.options });
}

async function callTool(
  { calls }: Pick<ToolsetEdgeOptions, 'calls'>,
  asked: ReturnType<typeof requestOf>,
  call: McpCall,
): Promise<CallToolResult> {
  requireScope(call.caller, 'tools:call');
  if (!asked.ok) return refused(asked.error);
  const { request, options, ...how } = asked.value;
  return plainResult(await calls.run({ ...request, ...options }, { ...call, ...how, isWhole: true }));
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
