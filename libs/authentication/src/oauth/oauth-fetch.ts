import { constants } from 'node:http2';

/** The way out: connects to permitted addresses only, follows no redirect, caps what it reads. */
export type OAuthFetch = (url: string, init: RequestInit) => Promise<Response>;

/** The same, with a time limit on each request. */
export const withinTime =
  (fetch: OAuthFetch, timeoutMs: number): OAuthFetch =>
  (url, init) =>
    fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });

/** An answer of this realm, which the library insists on, read whole. */
export async function readable(answer: Response): Promise<Response> {
  const { status, statusText } = answer;
  const body = await answer.text();
  const isBodiless = status === constants.HTTP_STATUS_NO_CONTENT || status === constants.HTTP_STATUS_NOT_MODIFIED;
  return new Response(isBodiless ? null : body, { status, statusText, headers: [...answer.headers] });
}
