import type { Failure, Result, Server, ToolTransport, UpstreamAnswer, UpstreamCall } from '@assay/core';
import { err, fail } from '@assay/core';
import { unreachable } from './failures.js';
import { labelOf } from './open-session.js';
import { type SessionAnswer, type SessionRequest, sessionLost } from './session.js';
import type { SessionPool } from './session-pool.js';
import { readToolResult } from './tool-result.js';

/** Calls tools of registered MCP servers over pooled sessions. */
export class McpTransport implements ToolTransport {
  constructor(private readonly pool: SessionPool) {}

  async call(call: UpstreamCall): Promise<Result<UpstreamAnswer, Failure>> {
    const { server, manifest } = call;
    const tool = toolName(manifest.endpoint);
    if (server === null || tool === null)
      return fail('upstream_unavailable', 'The server of this tool is no longer registered.', { outcome: 'none' });
    const request: SessionRequest = {
      method: 'tools/call',
      params: {
        name: tool,
        arguments: call.input,
        ...(call.idempotencyKey !== undefined && { _meta: { 'assay/idempotencyKey': call.idempotencyKey } }),
      },
      inputSchema: manifest.inputSchema,
      ...(call.onProgress && { onProgress: call.onProgress }),
    };
    const answer = await this.#requestTwice(call, server, request);
    return answer.ok ? readToolResult(labelOf(server), answer.value) : answer;
  }

  /** A session that was lost before the request reached the tool is replaced, once. */
  async #requestTwice(call: UpstreamCall, server: Server, request: SessionRequest): Promise<Result<unknown, Failure>> {
    const first = await this.#request(call, server, request);
    const answer = first === sessionLost ? await this.#request(call, server, request) : first;
    return answer === sessionLost
      ? err(unreachable(labelOf(server), 'it ends every session at once. Try again later.'))
      : answer;
  }

  async #request(
    { principalId, deadline, credential }: UpstreamCall,
    server: Server,
    request: SessionRequest,
  ): Promise<SessionAnswer> {
    const lease = await this.pool.acquire(server, principalId, deadline, credential);
    if (!lease.ok) return lease;
    const { session, release, discard } = lease.value;
    try {
      const answer = await session.request(request, deadline);
      if (answer === sessionLost) discard();
      return answer;
    } finally {
      release();
    }
  }
}

/** The upstream's own name of the tool, from an `mcp` endpoint. */
function toolName(endpoint: unknown): string | null {
  const tool = (endpoint as { readonly tool?: unknown } | null)?.tool;
  return typeof tool === 'string' ? tool : null;
}
