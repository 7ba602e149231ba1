import { createHmac } from 'node:crypto';
import type { WebhookMessage } from '@assay/identity';

const prefix = 'whsec_';

/**
 * The headers of the Standard Webhooks convention: `webhook-id` (the same at every attempt), `webhook-timestamp` (of the
 * attempt, in whole seconds) and `webhook-signature`, which is `v1,` and the base64 of
 * HMAC-SHA256(key, `<id>.<timestamp>.<body>`). The key is what follows `whsec_` in the secret, read as base64.
 */
export function signedHeaders({ id, secret, body, at }: WebhookMessage): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const key = Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
