/**
 * A load generator that costs little: HTTP/1.1 over plain sockets, one request in flight a connection, keep-alive,
 * and a parser that knows Content-Length and chunked bodies and nothing else. Every answer is checked.
 */
import { connect } from 'node:net';

const blankLine = Buffer.from('\r\n\r\n');

/** Cuts a socket's bytes into responses: `{status, body}`, the body of chunked ones put together. */
class ResponseReader {
  #bytes = Buffer.alloc(0);
  #head;
  #chunks = [];
  #at = 0;

  /** Adds bytes; returns the response when it is complete. */
  add(chunk) {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    this.#head ??= this.#readHead();
    if (!this.#head) return undefined;
    const { length } = this.#head;
    const body = length === undefined ? this.#chunkedBody() : this.#plainBody(length);
    if (body === undefined) return undefined;
    const { status, keepAlive } = this.#head;
    this.#bytes = this.#bytes.subarray(this.#at);
    this.#head = undefined;
    this.#chunks = [];
    this.#at = 0;
    return { status, keepAlive, body };
  }

  #readHead() {
    const end = this.#bytes.indexOf(blankLine);
    if (end < 0) return undefined;
    const text = this.#bytes.latin1Slice(0, end).toLowerCase();
    this.#at = end + 4;
    const chunked = text.includes('transfer-encoding: chunked');
    const length = chunked ? undefined : Number(/content-length: *(\d+)/.exec(text)?.[1] ?? 0);
    return { status: Number(text.slice(9, 12)), length, keepAlive: !text.includes('connection: close') };
  }

  #plainBody(length) {
    if (this.#bytes.length < this.#at + length) return undefined;
    const body = this.#bytes.utf8Slice(this.#at, this.#at + length);
    this.#at += length;
    return body;
  }

  #chunkedBody() {
    for (;;) {
      const lineEnd = this.#bytes.indexOf('\r\n', this.#at);
      if (lineEnd < 0) return undefined;
      const size = Number.parseInt(this.#bytes.latin1Slice(this.#at, lineEnd), 16);
      const end = lineEnd + 2 + size;
      if (this.#bytes.length < end + 2) return undefined;
      if (size > 0) this.#chunks.push(this.#bytes.utf8Slice(lineEnd + 2, end));
      this.#at = end + 2;
      if (size === 0) return this.#chunks.join('');
    }
  }
}

/** The bytes of a POST with a JSON body. `fixed` are header lines that never change. */
export function postBytes(url, fixed, headers, body) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(body);
  const head = `POST ${url.pathname}${url.search} HTTP/1.1\r\n${fixed}${lines.join('')}content-length: ${length}\r\n\r\n`;
  return head + body;
}

export const fixedHeaders = (url) =>
  `host: ${url.host}\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\nconnection: keep-alive\r\n`;

const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;

/** Figures of a run from its latencies, in ms. */
export function figuresOf(latencies, elapsedMs, errors, firstError) {
  const sorted = Float64Array.from(latencies).sort();
  return {
    calls: sorted.length,
    perSecond: (sorted.length * 1000) / elapsedMs,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    errors,
    firstError,
  };
}

/**
 * One connection that repeats requests until time is up. Answers that fail the check count as errors, and so does a
 * connection that breaks, which is then reopened.
 */
function drive(target, state) {
  return new Promise((resolve) => {
    let socket;
    let reader;
    let sentAt = 0;
    let expected;
    let over = false;
    const finish = () => {
      if (over) return;
      over = true;
      socket.destroy();
      resolve();
    };
    const send = () => {
      if (performance.now() >= state.until) return finish();
      const request = target.request(state.next());
      expected = request.expected;
      sentAt = performance.now();
      socket.write(request.bytes);
    };
    const fail = (why) => {
      state.errors += 1;
      state.firstError ??= why.slice(0, 300);
    };
    const open = () => {
      reader = new ResponseReader();
      socket = connect({ host: target.url.hostname, port: Number(target.url.port), noDelay: true }, send);
      socket.on('data', (chunk) => {
        const response = reader.add(chunk);
        if (!response) return;
        if (response.status === 200 && response.body.includes(expected))
          state.latencies.push(performance.now() - sentAt);
        else fail(`${response.status} ${response.body}`);
        if (response.keepAlive) send();
        else socket.destroy();
      });
      socket.on('error', (error) => fail(error.message));
      socket.on('close', () => {
        if (over) return;
        if (performance.now() >= state.until || state.errors > 1_000) finish();
        else setTimeout(open, 10);
      });
    };
    state.stop.push(finish);
    open();
  });
}

/** Numbers requests through the whole process, so that no id is used twice within a session. */
let sequence = 0;

/** Runs `concurrency` connections for `durationMs`; `target` is `{url, request(n) → {bytes, expected}}`. */
export async function rawLoad(target, { concurrency, durationMs }) {
  const startedAt = performance.now();
  const next = () => {
    sequence += 1;
    return sequence;
  };
  const state = { until: startedAt + durationMs, latencies: [], errors: 0, firstError: undefined, stop: [], next };
  // An answer that never comes must not hold the benchmark up.
  const guard = setTimeout(() => {
    state.errors += 1;
    state.firstError ??= 'an answer did not come within 5 s of the end';
    for (const stop of state.stop) stop();
  }, durationMs + 5_000);
  await Promise.all(Array.from({ length: concurrency }, () => drive(target, state)));
  clearTimeout(guard);
  const elapsedMs = performance.now() - startedAt;
  return figuresOf(state.latencies, elapsedMs, state.errors, state.firstError);
}
