import type { Caller } from '@assay/core';
import { type CallToolResult, type JSONRPCRequest, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FailureException } from '../failure-exception.js';
import { traceIdOf } from '../trace-id.js';
import { callGatewayTool, failed, type gatewayTools } from './gateway-tools.js';

type ToolCall = JSONRPCRequest & { params: { name: string; arguments?: unknown } };

/**
 * Answers the plain `tools/call` of a session straight away. It is what nearly every request is, and the protocol's
 * own machinery, made for streams, batches and questions back to the client, costs several times the call itself.
 * Whatever is more than one well-formed call with one JSON answer is left to that machinery.
 */
export class DirectCalls {
  readonly #tools: ReturnType<typeof gatewayTools>;
  /** Calls under way, by session and request id. */
  readonly #running = new Map<string, AbortController>();

  constructor(tools: ReturnType<typeof gatewayTools>) {
    this.#tools = tools;
  }

  /** The call in a request, when it is one this can answer whole. */
  callIn({ method, headers, body }: FastifyRequest): ToolCall | undefined {
    if (method !== 'POST' || !isToolCall(body) || !this.#tools.has(body.params.name)) return undefined;
    const version = headers['mcp-protocol-version'];
    const known =
      version === undefined || (typeof version === 'string' && SUPPORTED_PROTOCOL_VERSIONS.includes(version));
    const { accept = '' } = headers;
    const acceptable = accept.includes('application/json') && accept.includes('text/event-stream');
    const json = /^application\/json\b/i.test(headers['content-type'] ?? '');
    return known && acceptable && json ? body : undefined;
  }

  async answer(
    call: ToolCall,
    session: string,
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const key = runningKey(session, call.id);
    const controller = new AbortController();
    reply.raw.once('close', () => controller.abort());
    this.#running.set(key, controller);
    try {
      const result = await this.#result(call, { caller, traceId: traceIdOf(request), signal: controller.signal });
      void reply
        .header('content-type', 'application/json')
        .header('mcp-session-id', session)
        .send(JSON.stringify({ jsonrpc: '2.0', id: call.id, result }));
    } finally {
      this.#running.delete(key);
    }
  }

  /** Heeds a cancellation that a session sent; the protocol's machinery sees it too. */
  heed(session: string, body: unknown): void {
    const message = body as { method?: unknown; params?: { requestId?: unknown } } | null;
    if (message?.method !== 'notifications/cancelled') return;
    this.#running.get(runningKey(session, message.params?.requestId))?.abort();
  }

  async #result(call: ToolCall, context: Parameters<typeof callGatewayTool>[2]): Promise<CallToolResult> {
    const tool = this.#tools.get(call.params.name);
    if (tool === undefined) throw new Error(`"${call.params.name}" is not one of the gateway's tools`);
    try {
      return await callGatewayTool(tool, call.params.arguments, context);
    } catch (error) {
      if (error instanceof FailureException) return failed(error.failure);
      throw error;
    }
  }
}

/** Numbers and texts are different ids. */
const runningKey = (session: string, id: unknown): string => `${session} ${typeof id} ${String(id)}`;

function isToolCall(body: unknown): body is ToolCall {
  const message = body as Partial<ToolCall> | null;
  if (typeof message !== 'object' || message === null || message.jsonrpc !== '2.0' || message.method !== 'tools/call')
    return false;
  if (typeof message.id !== 'string' && !Number.isInteger(message.id)) return false;
  const { params } = message;
  return typeof params === 'object' && params !== null && typeof params.name === 'string' && isPlain(params._meta);
}

/** Without a progress token, an envelope of the stateless revision, or any other wish beyond the call. */
const isPlain = (meta: unknown): boolean =>
  meta === undefined || (typeof meta === 'object' && meta !== null && Object.keys(meta).length === 0);
