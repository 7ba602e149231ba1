import type { Sealer } from '@assay/kernel';
import type { FastifyRequest } from 'fastify';

const cookie = 'assay_consent';

/** Where a request that waits for a decision is shown. */
export const interactionPath = (id: string): string => `/v1/authorization/interactions/${id}`;

/**
 * The cookie that marks the browser in which a client began a request. Without it, somebody could begin a request and
 * have another person decide on it.
 */
export const browserMark = (sealer: Pick<Sealer, 'mac'>, id: string, prefix = '') => ({
  name: cookie,
  value: sealer.mac(`consent ${id}`),
  path: `${prefix}${interactionPath(id)}`,
});

/** Whether a request comes from the browser that was marked. */
export function isMarked(
  sealer: Pick<Sealer, 'mac'>,
  id: string,
  { headers }: Pick<FastifyRequest, 'headers'>,
): boolean {
  const expected = `${cookie}=${sealer.mac(`consent ${id}`)}`;
  return (headers.cookie ?? '').split(';').some((it) => it.trim() === expected);
}
