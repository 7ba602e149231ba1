import type { Envelope } from '@assay/contracts';
import type { ToolsetTools } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { type Failure, fail, isObject, ok, type Result } from '@assay/kernel';
import type { ManageToolsets, Toolset } from '@assay/registry';
import {
  type CallToolRequest,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { planListing } from '../../features/runs/plan-tools.js';
import type { ShownToolsets } from '../../features/toolsets/shown-toolsets.js';
import { requireScope } from '../caller-guard.js';
import { FailureException, unwrap } from '../failure-exception.js';
import { traceOf } from '../trace-id.js';
import { headerMismatch, headerProblem } from './argument-headers.js';
import type { ReferencesOf } from './authorization/admit-requests.js';
import { referencesIn } from './authorization/references-in.js';
import { withClient } from './call-client.js';
import { readCallOptions } from './call-options.js';
import type { CallsAtClients } from './calls-at-clients.js';
import { DirectCalls } from './direct-calls.js';
import type { McpAuth } from './mcp-auth.js';
import type { McpCall } from './mcp-call.js';
import { onceATurn } from './once-a-turn.js';
import { failureResult, plainResult } from './plain-result.js';
import { plainTool } from './plain-tool.js';
import { plainAnswer, readOnElsewhere } from './results/plain-answer.js';
import { type ResponseCeiling, readOnHere } from './results/response-ceiling.js';
import { DirectAnswer } from './servers/direct-answer.js';
import { refusal } from './servers/rpc.js';
import type { SetTools } from './set-tools.js';
import { type Arrival, type McpEdgeOptions, type ServedRevision, serveStreamable } from './streamable-edge.js';
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
  /** The gateway's own tools, for sets that enable some. */
  readonly extras: SetTools;
  readonly ceiling: ResponseCeiling;
  readonly ownUrl: () => string;
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
      const asked = prepare(options, find(caller, subject), caller, params);
      if (!asked.ok && asked.error.code === 'not_found') return undefined;
      return (of) => callTool(asked, { caller, ...traceOf(request), ...of }).catch(refusedResult);
    },
    becomesTask: (name) => name === planListing.name || !options.extras.isNamed(name),
    resultOf:
      ({ caller, subject }) =>
      (envelope) =>
        taskResult(options, find(caller, subject), caller, envelope),
    infoOf: (name) => infoOf(name, options.version),
    ...{ tasks, suspended, clock, random },
  });
  const edge = serveStreamable(fastify, options, {
    path: '/mcp/toolsets/:name',
    openTools: new Set<string>(),
    references: (request, caller) => referencesOf(options, find(caller, nameIn(request))),
    subject: (request, caller) => find(caller, nameIn(request)).name,
    newServer: (name, caller, revision) => createToolsetServer(options, find(caller, name), { suspended, revision }),
    shortcut: async (arrival) => {
      const toolset = () => find(arrival.caller, arrival.subject);
      return refuseHeaders(arrival, options.tools, toolset) || direct.answer(arrival);
    },
  });
  const stopListening = shown.listen(onceATurn(() => edge.toolsChanged()));
  return async () => {
    stopListening();
    suspended.close();
    tasks.live.close();
    await edge.stop();
  };
}

/** Refuses a call of the stateless revision whose headers say other arguments than its body; whether it did. */
function refuseHeaders(
  { request: { body, headers }, reply, caller, session }: Arrival,
  tools: Pick<ToolsetTools, 'mirroredIn'>,
  toolset: () => Toolset,
): boolean {
  if (session !== undefined || !isObject(body) || body.method !== 'tools/call' || !isObject(body.params)) return false;
  const { name, arguments: input = {} } = body.params;
  if (typeof name !== 'string' || !isObject(input) || !isRequestId(body.id)) return false;
  const schema = tools.mirroredIn(toolset(), caller, name);
  const problem = schema && headerProblem(schema, input, headers);
  if (problem === undefined) return false;
  new DirectAnswer(reply).end(body.id, refusal(headerMismatch, problem));
  return true;
}

const isRequestId = (id: unknown): id is string | number => typeof id === 'string' || typeof id === 'number';

const nameIn = ({ params }: FastifyRequest): string => (params as { name: string }).name;

/** The tool behind a name of the set, or those that arguments of a gateway tool name. */
const referencesOf =
  ({ extras }: ToolsetEdgeOptions, toolset: Toolset): ReferencesOf =>
  (name, input) => {
    if (extras.isNamed(name)) return referencesIn(input);
    return toolset.tools.filter((it) => it.as === name).map((it) => it.tool);
  };

/** The same for every name: to nobody does it tell which sets there are. */
const needsKey = fail(
  'unauthenticated',
  'Toolsets belong to organisations: send a key as "Authorization: Bearer <API key>".',
);

/** One protocol server over a set's tools. The set is looked up for each request, in its current state. */
function createToolsetServer(
  options: ToolsetEdgeOptions,
  { name, description }: Toolset,
  { suspended, revision }: { readonly suspended: SuspendedCalls; readonly revision: ServedRevision },
): Server {
  const { toolsets, tools, extras, version } = options;
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
    const toolset = present(caller);
    const own = tools
      .list(toolset, caller)
      .map(({ name: as, version: it, inputSchema, isText }) => plainTool(as, it, { inputSchema, isText }));
    return { tools: [...(revision === 'sessionful' ? own.map(maybeTask) : own), ...extras.list(toolset)] };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { subject: _, ...asked } = callOf(context);
    const { caller } = asked;
    const owner = { principal: String(caller.principalId), subject: `${name} ${params.name}` };
    return withClient(server, suspended, owner, context, (client) =>
      callTool(prepare(options, present(caller), caller, params), { ...asked, ...client }).catch(refusedResult),
    );
  });
  return server;
}

const callOf = ({ http }: ServerContext) => (http as { authInfo: McpAuth }).authInfo.extra;

type SetCall = (call: McpCall) => Promise<CallToolResult>;

/** How a tool of the set is called; `not_found` for a name that is not in the set. */
function prepare(
  options: ToolsetEdgeOptions,
  toolset: Toolset,
  caller: Caller,
  { name, arguments: input = {}, _meta }: CallToolRequest['params'],
): Result<SetCall, Failure> {
  const extra = options.extras.find(toolset, name, input);
  if (extra !== undefined) return ok(extra);
  const read = readCallOptions(_meta);
  if (!read.ok) throw new ProtocolError(ProtocolErrorCode.InvalidParams, read.error.message);
  const { tokenBudget, ...chosen } = read.value.options;
  const asked = options.tools.call(toolset, caller, name, input, chosen.session);
  if (!asked.ok) return asked;
  const { request, isText, isPromised, ...how } = asked.value;
  return ok(async (call) => {
    const ended = await options.calls.run({ ...request, ...chosen }, { ...call, ...how, isWhole: true });
    const as = { caller, isPromised, isText, ...answersAs(options, toolset, caller, tokenBudget) };
    return plainAnswer(plainResult(ended), ended, as, options.ceiling);
  });
}

/** How long answers of the set may be, and how a client reads on. */
const answersAs = ({ ceiling, ownUrl }: ToolsetEdgeOptions, toolset: Toolset, caller: Caller, tokens?: number) => ({
  ceiling: ceiling.of(caller, tokens, toolset.responseTokens),
  readOn: toolset.enables.includes('read_output') ? readOnHere : readOnElsewhere(ownUrl),
});

/** The result of a call that has ended as a task. */
const taskResult = (options: ToolsetEdgeOptions, toolset: Toolset, caller: Caller, envelope: Envelope) =>
  plainAnswer(
    plainResultOf(envelope),
    { envelope, answer: undefined },
    { caller, isPromised: true, ...answersAs(options, toolset, caller) },
    options.ceiling,
  );

async function callTool(asked: Result<SetCall, Failure>, call: McpCall): Promise<CallToolResult> {
  requireScope(call.caller, 'tools:call');
  return asked.ok ? asked.value(call) : refused(asked.error);
}

const infoOf = (name: string, version: string) => ({ name: `assay-${name}`, title: name, version });

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
