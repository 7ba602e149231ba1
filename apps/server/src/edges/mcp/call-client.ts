import type { ClientRequests, Members, Reply } from '@assay/core';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type AskClient, canBeAsked, clientRequests } from './client-requests.js';
import { refusal } from './servers/rpc.js';
import type { SuspendedCalls } from './suspended-calls.js';

/** How long a client may take for an answer, in ms; the deadline of the call it belongs to may come before. */
const answerMs = 600_000;

/** A tool call of one of our own servers: what its client can be asked, and when it goes away. */
export interface CallClient {
  readonly client: ClientRequests | undefined;
  readonly signal: AbortSignal;
}

type Answer = CallToolResult | InputRequiredResult;

/**
 * Runs a tool call with its client at hand. In a session a question is a request to the client; in the stateless revision
 * it is the call's own result, and the call waits for the client to come back with the answer.
 */
export async function withClient(
  server: Server,
  suspended: SuspendedCalls,
  owner: string,
  context: ServerContext,
  run: (client: CallClient) => Promise<CallToolResult>,
): Promise<Answer> {
  const { mcpReq } = context;
  const envelope: Members | undefined = mcpReq.envelope;
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY] as Members | undefined;
  if (declared === undefined) {
    const capabilities: Members = { ...server.getClientCapabilities() };
    return run({ client: clientRequests(capabilities, askInSession(context)), signal: mcpReq.signal });
  }
  if (!canBeAsked(declared)) return run({ client: undefined, signal: mcpReq.signal });
  const leg = {
    owner,
    requestState: mcpReq.requestState() as string | undefined,
    inputResponses: mcpReq.inputResponses,
    signal: mcpReq.signal,
    notify: () => {},
  };
  const reply = await suspended.serve(leg, async ({ ask, signal }) => ({
    result: { ...(await run({ client: clientRequests(declared, ask), signal })) },
  }));
  return answerOf(reply);
}

const askInSession =
  ({ mcpReq }: ServerContext): AskClient =>
  (method, params, signal) =>
    mcpReq.send({ method, params }, z.looseObject({}), { signal, timeout: answerMs }).then(
      (result): Reply => ({ result }),
      (error: Error) => refusal(error instanceof ProtocolError ? error.code : -32_603, error.message),
    );

function answerOf(reply: Reply): Answer {
  if ('error' in reply) throw new ProtocolError(reply.error.code, reply.error.message, reply.error.data);
  const { resultType, ...result } = reply.result;
  if (resultType === 'input_required') return inputRequired(result as Parameters<typeof inputRequired>[0]);
  return result as CallToolResult;
}
