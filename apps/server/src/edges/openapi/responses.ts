import type { Json } from './json.js';

/** An answer with a schema, or without content when that is null. */
export const answer = (schema: Json | null, mediaType = 'application/json', example?: unknown): Json =>
  schema === null
    ? { description: 'Done' }
    : { description: 'Done', content: { [mediaType]: { schema, ...(example !== undefined && { example }) } } };

const headerOf = (description: string, type = 'string'): Json => ({ description, schema: { type } });

/** Structured fields (draft-ietf-httpapi-ratelimit-headers-10). */
export const headers: Record<string, Json> = {
  'RateLimit-Policy': headerOf(
    'The limit with the smallest share left: its name, the maximum (q) and the window in seconds (w)',
  ),
  RateLimit: headerOf('Calls left under that limit (r) and, when none is left, seconds until there are (t)'),
  'Retry-After': headerOf('Seconds to wait before trying again', 'integer'),
};

const named = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Of answers that count against a limit. */
export const limitHeaders = named('RateLimit-Policy', 'RateLimit');

/** Every answer that is not listed. A limit that is used up answers with 429 and the headers. */
export const problem: Json = {
  description:
    'A problem (RFC 9457); its code names the reason. With status 429 a limit is used up, or too many wrong credentials came from your address; the headers say which and until when.',
  headers: named('Retry-After', 'RateLimit-Policy', 'RateLimit'),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
