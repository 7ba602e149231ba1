import type { FastifyRequest } from 'fastify';
import { randomHex } from '../platform/system/system-random.js';

declare module 'fastify' {
  interface FastifyRequest {
    assayTraceId?: string;
  }
}

/** The part of a request's W3C trace context that calls made for it carry on. */
export interface TraceContext {
  readonly traceId: string;
  readonly baggage?: string | undefined;
}

const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
/** W3C Baggage: receivers carry at least this many bytes; longer baggage is dropped. */
const baggageBytes = 8_192;
const printable = /^[\x20-\x7e]+$/;

/** The W3C trace id a request came with, or a new one; the same for the whole request. */
export function traceIdOf(request: FastifyRequest): string {
  request.assayTraceId ??= traceparent.exec(given(request, 'traceparent') ?? '')?.[1] ?? randomHex(16);
  return request.assayTraceId;
}

/** The trace a request belongs to, and the baggage it came with. */
export function traceOf(request: FastifyRequest): TraceContext {
  const baggage = given(request, 'baggage');
  const isCarried = baggage !== undefined && baggage.length <= baggageBytes && printable.test(baggage);
  return { traceId: traceIdOf(request), ...(isCarried && { baggage }) };
}

/** From the message's own `_meta`, where MCP has it, or else from the header. */
function given({ headers, body }: FastifyRequest, name: 'traceparent' | 'baggage'): string | undefined {
  const { params } = (body ?? {}) as { params?: { _meta?: Record<string, unknown> } | null };
  const own = params?._meta?.[name];
  if (typeof own === 'string') return own;
  const header = headers?.[name];
  return typeof header === 'string' ? header : undefined;
}
