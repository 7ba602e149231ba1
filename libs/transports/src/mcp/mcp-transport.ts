import type { ToolTransport, UpstreamAnswer, UpstreamCall } from '@assay/gateway';
import { err, type Failure, fail, type Result } from '@assay/kernel';
import type { Server } from '@assay/registry';
import { traceContextOf } from '../trace-context.js';
import { type Explain, explained, withIsolation } from './explained.js';
import { unreachable } from './failures.js';
import { labelOf } from './open-session.js';
import { type SessionAnswer, type SessionRequest, sessionLost } from './session.js';
import type { SessionPool } from './session-pool.js';
import { readToolResult } from './tool-result.js';

/** An answer, and what explains an error in it by the isolation of the process that gave it. */
interface Reached<T> {
  readonly answer: T;
  readonly explain: Explain;
}

/** Calls tools of registered MCP servers over pooled sessions. */
export class McpTransport implements ToolTransport {
  constructor(
    private readonly pool: SessionPool,
    private readonly isolationOf: (server: Server) => UpstreamAnswer['isolation'],
  ) {}

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
        ...metaOf(call),
      },
      inputSchema: manifest.inputSchema,
      ...(call.onProgress && { onProgress: call.onProgress }),
    };
    const { answer, explain } = await this.#requestTwice(call, server, request);
    const read = explained(answer.ok ? readToolResult(labelOf(server), answer.value) : answer, explain);
    return withIsolation(read, this.isolationOf(server));
  }

  /** A session that was lost before the request reached the tool is replaced, once. */
  async #requestTwice(
    call: UpstreamCall,
    server: Server,
    request: SessionRequest,
  ): Promise<Reached<Result<unknown, Failure>>> {
    const first = await this.#request(call, server, request);
    const { answer, explain } = first.answer === sessionLost ? await this.#request(call, server, request) : first;
    return answer === sessionLost
      ? { answer: err(unreachable(labelOf(server), 'it closes every session immediately. Try again later.')), explain }
      : { answer, explain };
  }

  async #request(
    { principalId, deadline, credential, onStarted }: UpstreamCall,
    server: Server,
    request: SessionRequest,
  ): Promise<Reached<SessionAnswer>> {
    const lease = await this.pool.acquire(server, principalId, deadline, credential);
    if (!lease.ok) return { answer: lease, explain: () => null };
    const { session, startMs, release, discard } = lease.value;
    if (startMs > 0) onStarted?.(startMs);
    try {
      const answer = await session.request(request, deadline);
      if (answer === sessionLost) discard();
      return { answer, explain: (text) => session.explain?.(text) ?? null };
    } finally {
      release();
    }
  }
}

/** What travels beside the arguments; nothing where there is nothing to say. */
function metaOf(call: UpstreamCall): { readonly _meta?: Readonly<Record<string, string>> } {
  const key = call.idempotencyKey;
  const meta = { ...traceContextOf(call), ...(key !== undefined && { 'assay/idempotencyKey': key }) };
  return Object.keys(meta).length === 0 ? {} : { _meta: meta };
}

/** The upstream's own name of the tool, from an `mcp` endpoint. */
function toolName(endpoint: unknown): string | null {
  const tool = (endpoint as { readonly tool?: unknown } | null)?.tool;
  return typeof tool === 'string' ? tool : null;
}
