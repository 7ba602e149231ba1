import type { SliceClock } from '@assay/kernel';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { FastifyReply } from 'fastify';
import { abortOnDisconnect } from '../abort-on-disconnect.js';
import { resultMessage } from './message-text.js';
import { type PlainCall, plainSessionCall, plainStatelessCall } from './plain-call.js';
import { type ServerInfo, statelessResult } from './server-info.js';
import type { Arrival } from './streamable-edge.js';

type RequestId = PlainCall['id'];

/** Makes one call. */
export type MakeCall = (signal: AbortSignal) => Promise<CallToolResult>;

export interface DirectParts {
  /** How a plain call is made; undefined when its answer is an error of the protocol, which the library words. */
  readonly callOf: (call: PlainCall, arrival: Arrival) => MakeCall | undefined;
  /** How the server at an address names itself. */
  readonly infoOf: (subject: string) => ServerInfo;
  readonly clock: SliceClock;
}

/**
 * Answers plain tool calls straight away. They are what nearly every request is, and the protocol's own machinery, made
 * for streams, batches and questions back to the client, costs several times the call itself.
 */
export class DirectCalls {
  readonly #parts: DirectParts;
  /** Calls of sessions under way, by session and request id. */
  readonly #running = new Map<string, AbortController>();

  constructor(parts: DirectParts) {
    this.#parts = parts;
  }

  /** Answers a request that is one plain call; whether it was one. */
  async answer(arrival: Arrival): Promise<boolean> {
    const { request, session, canBeAsked } = arrival;
    if (canBeAsked) return false;
    const call = session === undefined ? plainStatelessCall(request) : plainSessionCall(request);
    const make = call && this.#parts.callOf(call, arrival);
    if (call === undefined || make === undefined) {
      if (session !== undefined) this.#heed(session, request.body);
      return false;
    }
    if (session === undefined) await this.#answerStateless(call.id, make, arrival);
    else await this.#answerInSession(session, call.id, make, arrival);
    return true;
  }

  async #answerInSession(session: string, id: RequestId, make: MakeCall, { reply }: Arrival): Promise<void> {
    const key = runningKey(session, id);
    const controller = abortOnDisconnect(reply);
    this.#running.set(key, controller);
    try {
      const text = resultMessage(id, await make(controller.signal), this.#parts.clock);
      send(reply.header('mcp-session-id', session), typeof text === 'string' ? text : await text);
    } finally {
      // Unless another call has taken the same id meanwhile.
      if (this.#running.get(key) === controller) this.#running.delete(key);
    }
  }

  /** In this revision a client cancels by closing the connection. */
  async #answerStateless(id: RequestId, make: MakeCall, { reply, subject }: Arrival): Promise<void> {
    const result = await make(abortOnDisconnect(reply).signal);
    const text = resultMessage(id, statelessResult(result, this.#parts.infoOf(subject)), this.#parts.clock);
    send(reply, typeof text === 'string' ? text : await text);
  }

  /** Handles a cancellation that a session sent; the protocol library sees it too. */
  #heed(session: string, body: unknown): void {
    const message = body as { method?: unknown; params?: { requestId?: unknown } } | null;
    if (message?.method !== 'notifications/cancelled') return;
    this.#running.get(runningKey(session, message.params?.requestId))?.abort();
  }
}

const send = (reply: FastifyReply, text: string): void =>
  void reply.header('content-type', 'application/json').send(text);

/** Numbers and texts are different ids. */
const runningKey = (session: string, id: unknown): string => `${session} ${typeof id} ${String(id)}`;
