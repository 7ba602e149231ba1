import { Metadata } from '@grpc/grpc-js';
import { traceContextOf } from '../trace-context.js';

/** What a call carries beside its message. */
export interface Carried {
  readonly invocationId: string;
  readonly traceId?: string;
  readonly baggage?: string;
  readonly idempotencyKey?: string;
}

/**
 * The metadata of a call: the credentials of its server, the trace context (W3C `traceparent`, `baggage`) and the idempotency key. Names in
 * `-bin` hold base64 and travel as bytes.
 */
export function callMetadata(credentials: Readonly<Record<string, string>>, carried: Carried): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(traceContextOf(carried))) metadata.set(name, value);
  if (carried.idempotencyKey !== undefined) metadata.set('idempotency-key', carried.idempotencyKey);
  for (const [name, value] of Object.entries(credentials)) {
    const key = name.toLowerCase();
    metadata.set(key, key.endsWith('-bin') ? Buffer.from(value, 'base64') : value);
  }
  return metadata;
}
