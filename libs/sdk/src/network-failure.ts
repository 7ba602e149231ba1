import { AssayError } from './error.js';

/** What limited a request, to tell a time-out from the caller's own wish to stop. */
export interface Patience {
  readonly timeout: AbortSignal;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Turns what `fetch` throws, whose words differ from engine to engine, into a sentence that says what to do. */
export function failedFetch(error: unknown, url: string, patience: Patience): AssayError {
  if (patience.signal?.aborted) {
    return new AssayError({ code: 'aborted', message: 'The request was aborted.', cause: patience.signal.reason });
  }
  if (patience.timeout.aborted) {
    return new AssayError({
      code: 'timed_out',
      message: `${url} did not answer within ${patience.timeoutMs} ms. Raise timeoutMs, or check the server's log.`,
      cause: error,
    });
  }
  return new AssayError({ code: 'unreachable', message: sentence(systemCode(error), url), cause: error });
}

/** The operating system's word for it, which Node keeps one or two causes deep; browsers tell none. */
function systemCode(error: unknown): string {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
    if (cause instanceof AggregateError && cause.errors.length > 0) return systemCode(cause.errors[0]);
  }
  return '';
}

const isLocal = (url: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(url);

function sentence(code: string, url: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `The host of ${url} is not known. Check the address (ASSAY_URL) and your network.`;
  }
  if (code.includes('CERT') || code.includes('SIGNED') || code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The certificate of ${url} is not trusted (${code}). Check the address, or trust its authority with NODE_EXTRA_CA_CERTS.`;
  }
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code === 'EPIPE') {
    return `The connection to ${url} broke before the answer came. Check that the server still runs, then try again.`;
  }
  const advice = isLocal(url)
    ? 'start one with `npm start`, or set ASSAY_URL to where yours runs'
    : 'check the address (ASSAY_URL), and that the server runs';
  return `No server answers at ${url}: ${advice}.`;
}
