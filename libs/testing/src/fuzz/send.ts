import { request as httpRequest } from 'node:http';
import type { FuzzRequest } from './fuzz-request.js';

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/**
 * Sends a request byte for byte, which `fetch` would not: it tidies paths and merges headers. Rejects when the
 * connection breaks before an answer, or when none comes within `timeoutMs`. An event stream, which may have no end, is
 * left at once: its answer has no body.
 */
export function send(
  origin: URL,
  { method, path, headers, body }: FuzzRequest,
  timeoutMs = 10_000,
): Promise<FuzzAnswer> {
  const { hostname, port, host } = origin;
  const length = body === undefined ? [] : ['content-length', String(Buffer.byteLength(body))];
  const raw = ['host', host, ...headers.flat(), ...length];
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ hostname, port, method, path, headers: raw, timeout: timeoutMs }, (response) => {
      const answerWith = (text: string) =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      if (response.headers['content-type']?.startsWith('text/event-stream') === true) {
        answerWith('');
        return void outgoing.destroy();
      }
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => answerWith(Buffer.concat(chunks).toString('utf8')));
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error(`No answer within ${timeoutMs} ms`)));
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
