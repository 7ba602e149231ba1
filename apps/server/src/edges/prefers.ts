import type { FastifyRequest } from 'fastify';

/** Whether the Prefer header names a preference (RFC 7240). */
export const prefers = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  preference: 'respond-async' | 'count-tokens',
): boolean =>
  headers.prefer !== undefined &&
  String(headers.prefer)
    .split(',')
    .some((it) => it.split(';', 1)[0]?.trim() === preference);
