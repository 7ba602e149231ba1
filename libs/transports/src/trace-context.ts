import type { UpstreamCall } from '@assay/gateway';

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

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/;
const allZero = /^0+$/;

/** The first 64 bits of an invocation's id, which are never all zero. */
function spanId(invocationId: string): string {
  if (uuid.test(invocationId) && !invocationId.startsWith('00000000-'))
    return invocationId.slice(0, 8) + invocationId.slice(9, 13) + invocationId.slice(14, 18);
  const digits = invocationId
    .replaceAll(/[^0-9a-f]/gi, '')
    .toLowerCase()
    .slice(0, 16)
    .padEnd(16, '0');
  return allZero.test(digits) ? '0000000000000001' : digits;
}
