import type { BuiltRequest } from './build-request.js';
import type { HttpAnswer } from './http-exchange.js';

/** What to do with a redirecting answer: send another request, or say why not. */
export type Redirect = { readonly next: BuiltRequest } | { readonly refusal: string };

/**
 * Follows a redirect within its origin, where the request keeps its meaning: a GET or HEAD to any place, anything with
 * 307 and 308. 303 turns every other method into a GET. To another origin, which must not see the credentials and was
 * nobody's choice, none is followed.
 */
export function followRedirect(request: BuiltRequest, { status, headers }: HttpAnswer): Redirect {
  const { location } = headers;
  const target = location === undefined ? null : URL.parse(location, `${request.origin}${request.path}`);
  if (target === null) return { refusal: `it redirects (${status}) without saying where to.` };
  if (target.origin !== request.origin)
    return { refusal: `it redirects (${status}) to another origin, ${target.origin}, which is not followed.` };
  const path = `${target.pathname}${target.search}`;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (reads || status === 307 || status === 308) return { next: { ...request, path } };
  if (status !== 303)
    return { refusal: `it redirects a ${request.method} (${status}), which is not repeated elsewhere.` };
  const { 'content-type': _type, ...kept } = request.headers;
  return { next: { ...request, path, method: 'GET', headers: kept, body: null } };
}

export const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);
