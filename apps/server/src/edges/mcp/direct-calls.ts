import type { Caller } from '@assay/identity';
import type { SliceClock } from '@assay/kernel';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { abortOnDisconnect } from '../abort-on-disconnect.js';
import { traceOf } from '../trace-id.js';
import { answerGatewayTool, type GatewayTool } from './gateway-tool.js';
import { resultMessage } from './message-text.js';
import { type PlainCall, plainSessionCall, plainStatelessCall } from './plain-call.js';
import { type serverInfo, statelessMembers } from './server-info.js';
import { groupsAsked, unlistedGroups } from './tool-groups.js';

interface Exchange {
  readonly call: PlainCall;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Answers plain tool calls straight away. They are what nearly every request is, and the protocol's own machinery, made
 * for streams, batches and questions back to the client, costs several times the call itself.
 */
export class DirectCalls {
  readonly #tools: ReadonlyMap<string, GatewayTool>;
  readonly #info: ReturnType<typeof serverInfo>;
  readonly #clock: SliceClock;
  /** Calls of sessions under way, by session and request id. */
  readonly #running = new Map<string, AbortController>();

  constructor(tools: ReadonlyMap<string, GatewayTool>, info: ReturnType<typeof serverInfo>, clock: SliceClock) {
    this.#tools = tools;
    this.#info = info;
    this.#clock = clock;
  }

  /** The call in a request of a session, when it is one this can answer whole. */
  sessionCall = (request: FastifyRequest): PlainCall | undefined => this.#ours(plainSessionCall(request));

  /** The call in a request of the stateless revision, when it is one this can answer whole. */
  statelessCall = (request: FastifyRequest): PlainCall | undefined => this.#ours(plainStatelessCall(request));

  async answerInSession(session: string, exchange: Exchange): Promise<void> {
    const { call, reply } = exchange;
    const key = runningKey(session, call.id);
    const controller = abortOnDisconnect(reply);
    this.#running.set(key, controller);
    try {
      const result = await this.#result(exchange, controller.signal);
      const text = resultMessage(call.id, result, this.#clock);
      send(reply.header('mcp-session-id', session), typeof text === 'string' ? text : await text);
    } finally {
      // Unless another call has taken the same id meanwhile.
      if (this.#running.get(key) === controller) this.#running.delete(key);
    }
  }

  /** In this revision a client cancels by closing the connection. */
  async answerStateless(exchange: Exchange): Promise<void> {
    const result = await this.#result(exchange, abortOnDisconnect(exchange.reply).signal);
    const added = statelessMembers(this.#info);
    const whole = { ...result, ...added, _meta: { ...result._meta, ...added._meta } };
    const text = resultMessage(exchange.call.id, whole, this.#clock);
    send(exchange.reply, typeof text === 'string' ? text : await text);
  }

  /** Handles a cancellation that a session sent; the protocol library sees it too. */
  heed(session: string, body: unknown): void {
    const message = body as { method?: unknown; params?: { requestId?: unknown } } | null;
    if (message?.method !== 'notifications/cancelled') return;
    this.#running.get(runningKey(session, message.params?.requestId))?.abort();
  }

  #ours = (call: PlainCall | undefined): PlainCall | undefined =>
    call !== undefined && this.#tools.has(call.params.name) ? call : undefined;

  async #result({ call, caller, request }: Exchange, signal: AbortSignal): Promise<CallToolResult> {
    const tool = this.#tools.get(call.params.name);
    if (tool === undefined) throw new Error(`"${call.params.name}" is not one of the gateway's tools`);
    const groups = groupsAsked(request.query);
    const unlisted = unlistedGroups(this.#tools, groups.ok ? groups.value : []);
    return answerGatewayTool(tool, call.params.arguments, { caller, ...traceOf(request), signal, unlisted });
  }
}

const send = (reply: FastifyReply, text: string): void =>
  void reply.header('content-type', 'application/json').send(text);

/** Numbers and texts are different ids. */
const runningKey = (session: string, id: unknown): string => `${session} ${typeof id} ${String(id)}`;
