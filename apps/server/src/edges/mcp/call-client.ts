import { CallEvents, type ClientRequests, type Members, type Reply } from '@assay/gateway';
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
import type { Owner, SuspendedCalls } from './suspended-calls.js';

/** How long a client may take for an answer, in ms; the deadline of the call it belongs to may come before. */
const answerMs = 600_000;

/** A tool call of one of our own servers: what its client can be asked, and when it goes away. */
export interface CallClient {
  readonly client?: ClientRequests;
  readonly signal: AbortSignal;
  /** Where progress goes; absent when the client wants none. */
  readonly events?: CallEvents;
}

/** Tells the client of one request something, where there is a stream to it; progress under the token that it chose. */
export type Notify = (method: string, params: Members) => void;

export function notifying({ mcpReq }: ServerContext): Notify {
  const progressToken = mcpReq._meta?.progressToken;
  return (method, params) => {
    const isProgress = method === 'notifications/progress';
    if (isProgress && progressToken === undefined) return;
    const said = isProgress ? { ...params, progressToken } : params;
    void mcpReq.notify({ method, params: said }).catch(() => {});
  };
}

type Answer = CallToolResult | InputRequiredResult;

/**
 * Runs a tool call with its client at hand. In a session a question is a request to the client; in the stateless revision
 * it is the call's own result, and the call waits for the client to come back with the answer.
 */
export async function withClient(
  server: Server,
  suspended: SuspendedCalls,
  owner: Owner,
  context: ServerContext,
  run: (client: CallClient) => Promise<CallToolResult>,
): Promise<Answer> {
  const { mcpReq } = context;
  const envelope: Members | undefined = mcpReq.envelope;
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY] as Members | undefined;
  if (declared === undefined) {
    const capabilities: Members = { ...server.getClientCapabilities() };
    return run({
      ...atHand(clientRequests(capabilities, askInSession(context)), progress(context, notifying(context))),
      signal: mcpReq.signal,
    });
  }
  if (!canBeAsked(declared))
    return run({ ...atHand(undefined, progress(context, notifying(context))), signal: mcpReq.signal });
  const leg = {
    owner,
    requestState: mcpReq.requestState() as string | undefined,
    inputResponses: mcpReq.inputResponses,
    signal: mcpReq.signal,
    notify: notifying(context),
  };
  const reply = await suspended.serve(leg, async (client) => {
    const events = progress(context, (method, params) => client.notify(method, params));
    return {
      result: { ...(await run({ ...atHand(clientRequests(declared, client.ask), events), signal: client.signal })) },
    };
  });
  return answerOf(reply);
}

const atHand = (client: ClientRequests | undefined, events: CallEvents | undefined) => ({
  ...(client && { client }),
  ...(events && { events }),
});

/** Hears of a call's progress for a client that asked for it. */
const progress = ({ mcpReq }: ServerContext, notify: Notify): CallEvents | undefined =>
  mcpReq._meta?.progressToken === undefined ? undefined : progressTo(notify);

/** Events of a call whose progress is passed on. */
export function progressTo(notify: Notify): CallEvents {
  const events = new CallEvents();
  events.follow(0, ({ event }) => {
    if (event.kind !== 'progress') return;
    const { kind: _kind, ...reported } = event;
    notify('notifications/progress', reported);
  });
  return events;
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
