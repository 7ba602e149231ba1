import type { IncomingHttpHeaders } from 'node:http';
import {
  type Continues,
  type Conversation,
  type Entered,
  type Invoked,
  type Members,
  passedTools,
  type Reply,
} from '@assay/gateway';
import { isObject } from '@assay/kernel';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import type { TraceContext } from '../../trace-id.js';
import { headerMismatch, headerProblem } from '../argument-headers.js';
import { readCallOptions } from '../call-options.js';
import { type AskClient, canBeAsked, clientRequests } from '../client-requests.js';
import { plainResult } from '../plain-result.js';
import { plainTool, promisesStructure } from '../plain-tool.js';
import { plainAnswer, readOnElsewhere } from '../results/plain-answer.js';
import { isUpstreamCode } from '../upstream-codes.js';
import type { ServersEdgePorts } from './ports.js';
import { invalidParams, refusal } from './rpc.js';

type CallingPorts = Pick<ServersEdgePorts, 'calls' | 'catalogue' | 'directory' | 'ceiling' | 'ownUrl'>;

/** What a call of one of a server's tools runs in. */
export interface Passing extends TraceContext {
  readonly entered: Entered;
  readonly conversation: Conversation;
  /** Names the call in the conversation. */
  readonly tag: string;
  readonly signal: AbortSignal;
  /** Of the calling client. */
  readonly capabilities: Members;
  readonly ask: AskClient;
  /** The id of the call, where its client chose to look it up under that. */
  readonly id?: string;
  /** Called when the server goes on with the call as a task; such a call may take long. */
  readonly continues?: Continues;
  /** Of the request, where headers have to repeat arguments. */
  readonly headers?: IncomingHttpHeaders;
}

/** A client that can be asked something may have to fetch a person first: its calls have this long, in ms. */
const askableDeadlineMs = 600_000;
/** The tools of a server that the caller may call now, by the server's own names, as a plain client lists them. */
export function listPassedTools(
  ports: Pick<ServersEdgePorts, 'catalogue' | 'directory'>,
  { caller, server }: Entered,
  shown: (tool: Tool) => Tool = (tool) => tool,
): Reply {
  const tools = passedTools(caller, server, ports.catalogue, ports.directory).map(({ upstreamName, version }) =>
    shown(plainTool(upstreamName, version)),
  );
  return { result: { tools } };
}

/**
 * Calls a tool of a server under the server's name for it, through every stage of the gateway. The reply is the tool's
 * own, content, structured content and `isError` unchanged, with what the gateway adds in `_meta`; what the gateway
 * refuses is a result with `isError`, which a model can read.
 */
export async function callPassedTool(ports: CallingPorts, params: Members, passing: Passing): Promise<Reply> {
  const { entered, conversation, tag, traceId, baggage, signal, capabilities, continues } = passing;
  const { name, arguments: input = {} } = params;
  if (typeof name !== 'string') return refusal(invalidParams, 'Give the name of a tool.');
  if (!isObject(input)) return refusal(invalidParams, `The arguments of ${name} have to be an object.`);
  const { caller, server } = entered;
  const tool = passedTools(caller, server, ports.catalogue, ports.directory, name)[0];
  if (tool === undefined) {
    return refusal(
      invalidParams,
      `Unknown tool: ${name}. What the server offers beyond tools/list is not published here.`,
    );
  }
  const problem = passing.headers && headerProblem(tool.version.manifest.inputSchema, input, passing.headers);
  if (problem !== undefined) return refusal(headerMismatch, problem);
  const read = readCallOptions(params._meta);
  if (!read.ok) return refusal(invalidParams, read.error.message);
  const { rest } = read.value;
  const { tokenBudget, ...options } = read.value.options;
  let own: Reply | undefined;
  const client = askable(passing);
  const invoked = await ports.calls.run(
    {
      tool: tool.tool,
      input,
      fallback: 'none',
      ...((canBeAsked(capabilities) || continues !== undefined) && { deadlineMs: askableDeadlineMs }),
      ...options,
      ...(passing.id !== undefined && { id: passing.id }),
    },
    {
      caller,
      traceId,
      baggage,
      signal,
      isWhole: true,
      ...(client && { client }),
      through: conversation.tools(
        tag,
        rest,
        (reply) => {
          own = reply;
        },
        continues,
      ),
    },
  );
  const isPromised = promisesStructure(tool.version);
  const reply = replyOf(invoked, own, isPromised);
  if ('error' in reply) return reply;
  const limit = ports.ceiling.of(caller, tokenBudget);
  const as = { caller, ceiling: limit, isPromised, readOn: readOnElsewhere(ports.ownUrl) };
  const result = await plainAnswer(reply.result as CallToolResult, invoked, as, ports.ceiling);
  return { result: { ...result } };
}

/** A client of tasks is not sent to a person by the call itself: the task says where. */
function askable({ capabilities, ask, continues }: Passing) {
  const client = clientRequests(capabilities, ask);
  if (client === undefined || continues === undefined) return client;
  const { elicitUrl: _sent, ...rest } = client;
  return rest;
}

/**
 * @param own the server's own reply, when the call got one
 * @param isPromised whether the tool was listed with structured content, which its text is read as where it has none
 */
export function replyOf(
  invoked: Pick<Invoked, 'envelope' | 'failure' | 'answer' | 'isAltered'>,
  own: Reply | undefined,
  isPromised: boolean,
): Reply {
  const { error, status } = invoked.envelope;
  const plain = plainResult(invoked);
  // The server's own reply still has what policies masked.
  if (own === undefined || invoked.isAltered === true || status === 'awaiting_approval')
    return { result: { ...plain } };
  if (error !== undefined && !isUpstreamCode(error.code)) return { result: { ...plain } };
  if ('error' in own) return error === undefined ? { result: { ...plain } } : own;
  const { structuredContent = isPromised && error === undefined ? plain.structuredContent : undefined } = own.result;
  return {
    result: { ...own.result, ...(structuredContent !== undefined && { structuredContent }), _meta: metaOf(own, plain) },
  };
}

const metaOf = ({ result: { _meta } }: { result: Members }, plain: Members): Members => ({
  ...(isObject(_meta) ? _meta : {}),
  ...(isObject(plain._meta) ? plain._meta : {}),
});

/** What is wrong with the headers of a call of one of a server's tools; undefined for a tool there is not, too. */
export function passedHeaderProblem(
  ports: Pick<ServersEdgePorts, 'catalogue' | 'directory'>,
  { caller, server }: Entered,
  { name, arguments: input = {} }: Members,
  headers: IncomingHttpHeaders,
): string | undefined {
  if (typeof name !== 'string' || !isObject(input)) return undefined;
  const tool = passedTools(caller, server, ports.catalogue, ports.directory, name)[0];
  return tool && headerProblem(tool.version.manifest.inputSchema, input, headers);
}
