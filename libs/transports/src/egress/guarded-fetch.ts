import { type Agent, type BodyInit, type RequestInit as SendInit, fetch as send } from 'undici';

/** Says that an endpoint redirects, which is never followed. */
export class RedirectedError extends Error {
  override readonly name = 'RedirectedError';
  constructor(readonly status: number) {
    super(
      `The endpoint answers with a redirect (${status}), which is not followed. Register the address it redirects to.`,
    );
  }
}

/** Says that an answer, or one event of a stream, is larger than allowed. */
export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';
  constructor(readonly maxBytes: number) {
    super(`The answer is larger than the limit of ${maxBytes} bytes.`);
  }
}

/** The part of the Fetch API that protocol clients need. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** A `fetch` over a guarded dispatcher: no redirects, and no more than `maxBytes` in an answer or in one event. */
export function guardedFetch(dispatcher: Agent, maxBytes: number): Fetch {
  return async (url, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const request: SendInit = {
      method: init.method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      body: init.body as BodyInit | null | undefined,
      signal: init.signal,
      redirect: 'manual',
      dispatcher,
    };
    const answer = await send(url, request);
    if (answer.status >= 300 && answer.status < 400) {
      await answer.body?.cancel();
      throw new RedirectedError(answer.status);
    }
    return capped(answer as unknown as Response, maxBytes);
  };
}

/** The same answer with a body that fails once it is too large; in an event stream each event is counted separately. */
function capped(answer: Response, maxBytes: number): Response {
  if (answer.body === null) return answer;
  const perEvent = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  let bytes = 0;
  const counted = answer.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes = perEvent ? bytesSinceBlankLine(chunk, bytes) : bytes + chunk.byteLength;
        if (bytes > maxBytes) controller.error(new AnswerTooLargeError(maxBytes));
        else controller.enqueue(chunk);
      },
    }),
  );
  const copy = new Response(counted, { status: answer.status, statusText: answer.statusText, headers: answer.headers });
  return copy;
}

/** Bytes since the last blank line. One split between two chunks is missed, which only makes the count stricter. */
function bytesSinceBlankLine(chunk: Uint8Array, before: number): number {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const blank = Math.max(text.lastIndexOf('\n\n'), text.lastIndexOf('\r\n\r\n'), text.lastIndexOf('\r\r'));
  return blank < 0 ? before + chunk.byteLength : chunk.byteLength - blank;
}
