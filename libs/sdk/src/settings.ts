import type { ConnectionSettings } from './connection.js';
import { AssayError } from './error.js';
import { parseExact } from './exact-numbers.js';
import { version } from './version.js';

export interface AssayOptions {
  /** Address of the server. Default http://127.0.0.1:3000. */
  readonly url?: string | undefined;
  /** API key or JWT. Without one only what is public can be read. */
  readonly apiKey?: string | undefined;
  /** Another `fetch`, for proxies and tests. */
  readonly fetch?: typeof fetch | undefined;
  /** Longest wait for an answer, in ms. Default 60,000; a call waits at least its own deadline. */
  readonly timeoutMs?: number | undefined;
  /** What the server's log shows as the client. */
  readonly userAgent?: string | undefined;
  /**
   * Numbers that a double cannot hold arrive as raw JSON values, which JSON.stringify writes as the server sent them.
   * Default false: such numbers are rounded, as JSON.parse does.
   */
  readonly exactNumbers?: boolean | undefined;
}

export const defaultUrl = 'http://127.0.0.1:3000';

const invalid = (message: string): AssayError => new AssayError({ code: 'invalid_option', message });

function baseOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw invalid(`"${url}" is not a valid server address: use one such as ${defaultUrl}.`);
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw invalid('The address must not contain a user name or password; give the key as apiKey (ASSAY_API_KEY).');
  }
  return parsed.origin + parsed.pathname.replace(/\/+$/, '');
}

function keyOf(apiKey: string | undefined): string | undefined {
  const key = apiKey?.trim();
  if (key === undefined || key === '') return undefined;
  if (!/^[\x21-\x7e]+$/.test(key)) throw invalid('The API key has spaces or other characters no key has.');
  return key;
}

/** Checks the options once, so that a wrong address or key is reported before the first request. */
export function settingsOf(options: AssayOptions): ConnectionSettings {
  const timeoutMs = options.timeoutMs ?? 60_000;
  if (!(timeoutMs > 0) || timeoutMs > 0x7fff_ffff) throw invalid('timeoutMs must be between 1 and 2147483647.');
  return {
    url: baseOf(options.url ?? defaultUrl),
    apiKey: keyOf(options.apiKey),
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    timeoutMs,
    userAgent: options.userAgent ?? `assay-sdk/${version}`,
    parse: options.exactNumbers === true ? parseExact : JSON.parse,
  };
}
