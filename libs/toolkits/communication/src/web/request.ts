import { OutcomeUnknown, Refusal } from '@assay/kit';

const withinMs = 20_000;
const maxAnswer = 2_000_000;

export interface WebRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface WebAnswer {
  readonly status: number;
  /** The parsed body; null when it is not JSON. */
  readonly json: unknown;
  readonly headers: Headers;
}

/** The first text at one of the names under which services give the reason of an error. */
function reasonIn(json: unknown): string {
  if (typeof json === 'string') return json;
  if (typeof json !== 'object' || json === null) return '';
  const known = json as Record<string, unknown>;
  const named = ['message', 'error', 'error_description', 'errorMessages', 'errors', 'detail'].map((it) => known[it]);
  const texts = named.flatMap((it) => (typeof it === 'string' ? [it] : it == null ? [] : [JSON.stringify(it)]));
  return texts.join(' ');
}

/** For messages: nothing of an address but its host, since webhooks hold their secret in the path. */
const hostOf = (url: string): string => new URL(url).host;

const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

const textOfBody = (body: unknown): string | undefined => (body === undefined ? undefined : JSON.stringify(body));

async function fetched({ url, method, headers, body, form, signal }: WebRequest): Promise<Response> {
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  const content = form === undefined ? textOfBody(body) : new URLSearchParams(form).toString();
  try {
    return await globalThis.fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        'user-agent': 'assay-communication',
        ...(content !== undefined && { 'content-type': type }),
        ...headers,
      },
      ...(content !== undefined && { body: content }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(withinMs)]),
    });
  } catch (error) {
    const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
    if (method === 'GET' || neverConnected.has(code)) throw new Refusal(`${hostOf(url)} cannot be reached.`);
    throw new OutcomeUnknown(`The connection to ${hostOf(url)} broke or timed out; the request may have taken effect.`);
  }
}

async function textOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const chunks: Uint8Array[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks).toString('utf8');
    size += value.length;
    if (size > maxAnswer) {
      await reader.cancel();
      throw new Refusal('The answer has more than 2 MB.');
    }
    chunks.push(value);
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * One request to a configured service. Redirects are not followed: they would carry the credential elsewhere.
 * @throws Refusal with the service's own reason when it refuses; OutcomeUnknown when nobody can say whether it acted.
 */
export async function request(asked: WebRequest): Promise<WebAnswer> {
  const response = await fetched(asked);
  const host = hostOf(asked.url);
  const { status, headers } = response;
  const text = await textOf(response);
  const json = parsed(text);
  if (response.ok) return { status, json, headers };
  const reason = (reasonIn(json) || text).replaceAll(/\s+/g, ' ').slice(0, 400) || 'no reason given';
  if (status === 429)
    throw new Refusal(
      `${host} answered 429, too many requests. Retry after ${headers.get('retry-after') ?? 'some'} s.`,
    );
  if (status >= 500 && asked.method !== 'GET')
    throw new OutcomeUnknown(`${host} answered ${status}: ${reason}. The request may have taken effect.`);
  if (status >= 300 && status < 400)
    throw new Refusal(`${host} redirects elsewhere, which is not followed. Set the final address.`);
  throw new Refusal(`${host} answered ${status}: ${reason}`);
}
