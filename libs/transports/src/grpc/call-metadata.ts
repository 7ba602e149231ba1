import { Metadata } from '@grpc/grpc-js';

/** What a call carries beside its message. */
export interface Carried {
  readonly invocationId: string;
  readonly traceId?: string;
  readonly idempotencyKey?: string;
}

/**
 * The metadata of a call: the credentials of its server, the trace (W3C `traceparent`) and the idempotency key. Names in
 * `-bin` hold base64 and travel as bytes.
 */
export function callMetadata(
  credentials: Readonly<Record<string, string>>,
  { invocationId, traceId, idempotencyKey }: Carried,
): Metadata {
  const metadata = new Metadata();
  if (traceId !== undefined) metadata.set('traceparent', `00-${traceId}-${spanId(invocationId)}-01`);
  if (idempotencyKey !== undefined) metadata.set('idempotency-key', idempotencyKey);
  for (const [name, value] of Object.entries(credentials)) {
    const key = name.toLowerCase();
    metadata.set(key, key.endsWith('-bin') ? Buffer.from(value, 'base64') : value);
  }
  return metadata;
}

/** The invocation's own part of the trace: its id's first 64 bits, which are never all zero. */
function spanId(invocationId: string): string {
  const digits = invocationId
    .replaceAll(/[^0-9a-f]/gi, '')
    .toLowerCase()
    .slice(0, 16)
    .padEnd(16, '0');
  return /^0+$/.test(digits) ? '0000000000000001' : digits;
}
