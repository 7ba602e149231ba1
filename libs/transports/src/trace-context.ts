import type { UpstreamCall } from '@assay/core';

/**
 * The W3C trace context of a call, by the names that HTTP headers, gRPC metadata and MCP's `_meta` share. The span is
 * the invocation's own.
 */
export function traceContextOf({
  invocationId,
  traceId,
  baggage,
}: Pick<UpstreamCall, 'invocationId' | 'traceId' | 'baggage'>): Readonly<Record<string, string>> {
  return {
    ...(traceId !== undefined && { traceparent: `00-${traceId}-${spanId(invocationId)}-01` }),
    ...(baggage !== undefined && { baggage }),
  };
}

/** The first 64 bits of an invocation's id, which are never all zero. */
function spanId(invocationId: string): string {
  const digits = invocationId
    .replaceAll(/[^0-9a-f]/gi, '')
    .toLowerCase()
    .slice(0, 16)
    .padEnd(16, '0');
  return /^0+$/.test(digits) ? '0000000000000001' : digits;
}
