import type { FastifyRequest } from 'fastify';
import { randomHex } from '../system/system-random.js';

declare module 'fastify' {
  interface FastifyRequest {
    assayTraceId?: string;
  }
}

const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The W3C trace id a request came with, or a new one; the same for the whole request. */
export function traceIdOf(request: FastifyRequest): string {
  request.assayTraceId ??= traceparent.exec(String(request.headers?.traceparent ?? ''))?.[1] ?? randomHex(16);
  return request.assayTraceId;
}
