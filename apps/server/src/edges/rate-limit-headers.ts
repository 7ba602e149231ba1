import { type LimitStanding, unitOf } from '@assay/gateway';
import type { FastifyReply } from 'fastify';

/**
 * `RateLimit-Policy` and `RateLimit` of the limit that binds a call most (draft-ietf-httpapi-ratelimit-headers-10): the
 * quota and its window in seconds, what is left of it for this caller and, when nothing is, in how many seconds there will be.
 * A budget's unit is a millionth of a US dollar, since quotas are whole numbers.
 */
export function addRateLimit(reply: FastifyReply, limit: LimitStanding | undefined): void {
  if (limit === undefined) return;
  const { name, limit: quota, windowMs, left, retryAfterMs } = limit;
  const unit = unitOf(name) === 'usd' ? ';qu="micro-usd"' : '';
  const wait = left === 0 && retryAfterMs ? `;t=${Math.ceil(retryAfterMs / 1_000)}` : '';
  void reply
    .header('ratelimit-policy', `"${name}";q=${quota}${unit};w=${windowMs / 1_000}`)
    .header('ratelimit', `"${name}";r=${left}${wait}`);
}
