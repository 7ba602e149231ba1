import { type Clock, type Deadline, err, type Failure, isObject, readAtOnce } from '@assay/kernel';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { aborted, badAnswer, lostInCall, tooLarge } from './failures.js';
import { answerOf, firstRequestId, isAnswer, type JsonObject, parseJson, wholeAnswer } from './json-rpc.js';
import { readLargeMessage, tooDeepMessage } from './large-message.js';
import { LineSplitter } from './line-splitter.js';
import { type SessionAnswer, type SessionRequest, sessionLost } from './session.js';
import type { ToolProcess } from './tool-process.js';

export interface PipeLimits {
  readonly maxBytes: number;
  readonly maxNesting: number;
}

/** Unread input a child may leave before further calls are refused, in bytes. */
const maxUnread = 16 * 1024 * 1024;
/** Text that is not JSON-RPC a child may write between two messages, in characters. */
const maxNoise = 64 * 1024;
const drainMs = 500;

interface Waiting {
  readonly whole: boolean;
  settle(answer: SessionAnswer): void;
}

/**
 * The pipes of a tool server. The official client sees a transport and does handshake and notifications through it;
 * our own requests share the pipes under ids of their own and skip the client, which halves their cost. Lines of plain
 * text between messages are tolerated, since many servers log to standard output; broken JSON ends the session.
 */
export class StdioPipe implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** Sees what is no answer before the official client does; true when that need not see it. */
  intercept?: (message: JsonObject) => boolean;
  /** Why the session ended, for the owner; null while it lives. */
  ended: string | null = null;
  readonly #waiting = new Map<number, Waiting>();
  readonly #lines: LineSplitter;
  /** Aborts when the session ends. */
  readonly #ending = new AbortController();
  #outbox: string[] = [];
  #nextId = firstRequestId;
  #noise = 0;
  /** Set while large messages are being read. */
  #reading: Promise<void> | undefined;

  constructor(
    private readonly label: string,
    private readonly tool: ToolProcess,
    private readonly limits: PipeLimits,
    private readonly clock: Clock,
  ) {
    this.#lines = new LineSplitter(limits.maxBytes);
  }

  /** Both make the official client recognise a child process when it negotiates the protocol's revision. */
  get pid(): number | null {
    return this.tool.child.pid ?? null;
  }
  get stderr(): null {
    return null;
  }

  /** Rejects when the command cannot be started. */
  start(): Promise<void> {
    const { child } = this.tool;
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.once('exit', (code, signal) => {
      const why = `its process ended with ${signal ?? `code ${code}`}`;
      // Answers may still be in the pipe: wait for its end, but only for a limited time.
      const stop = this.clock.after(drainMs, () => this.#end(why));
      child.once('close', () => {
        stop();
        if (this.#reading === undefined) this.#end(why);
        else void this.#reading.then(() => this.#end(why));
      });
    });
    if (this.tool.hasEnded) this.#end(`its process ended with ${child.signalCode ?? `code ${child.exitCode}`}`);
    return new Promise((resolve, reject) => {
      child.once('error', (error) => {
        this.#end(error.message);
        reject(error);
      });
      // A process that has a number was started, perhaps some time ago.
      if (child.pid !== undefined) resolve();
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.ended !== null) throw new Error(`The connection is closed: ${this.ended}.`);
    this.#write(JSON.stringify(message));
  }

  /** Whether no request waits for an answer. */
  get idle(): boolean {
    return this.#waiting.size === 0;
  }

  async close(why = 'it was closed'): Promise<void> {
    this.#end(why);
    await this.tool.close();
  }

  request(
    { method, params, whole = false }: SessionRequest,
    { signal }: Pick<Deadline, 'signal'>,
  ): Promise<SessionAnswer> {
    if (signal.aborted) return Promise.resolve(err(aborted(this.label, signal, 'none')));
    if (this.ended !== null) return Promise.resolve(sessionLost);
    if (this.tool.child.stdin.writableLength > maxUnread) return Promise.resolve(err(this.#unread()));
    const id = this.#nextId++;
    const noiseBefore = this.#noise;
    return new Promise((resolve) => {
      const onAbort = () => {
        this.#waiting.delete(id);
        this.#cancel(id, signal);
        resolve(err(aborted(this.label, signal, 'unknown', this.#noise > noiseBefore ? wroteNoise : '')));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.set(id, {
        whole,
        settle: (answer) => {
          signal.removeEventListener('abort', onAbort);
          resolve(answer);
        },
      });
      this.#write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  }

  #cancel(id: number, signal: AbortSignal): void {
    if (this.ended !== null) return;
    const params = { requestId: id, reason: String(signal.reason) };
    this.#write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }));
  }

  /** Messages of one turn leave in one write, which is what makes many small calls cheap. */
  #write(line: string): void {
    if (this.#outbox.push(line) > 1) return;
    setImmediate(() => {
      const lines = this.#outbox;
      this.#outbox = [];
      const { stdin } = this.tool.child;
      if (stdin.writable) stdin.write(`${lines.join('\n')}\n`);
    });
  }

  #read(chunk: Buffer): void {
    if (this.ended !== null) return;
    if (!this.#lines.push(chunk, (line) => this.#line(line))) this.#tooLong();
  }

  #line(line: string): void {
    if (this.ended !== null) return;
    const maybeJson = line.charCodeAt(0) === openBrace || /^\s*[[{]/.test(line);
    if (maybeJson && line.length > readAtOnce) this.#afterReading(() => this.#readLarge(line));
    else if (this.#reading !== undefined) this.#afterReading(() => this.#take(line, maybeJson));
    else this.#take(line, maybeJson);
  }

  /** Waits for the large messages before it; what the child writes meanwhile stays in its pipe. */
  #afterReading(next: () => Promise<void> | void): void {
    const { stdout } = this.tool.child;
    stdout.pause();
    const reading = (this.#reading ?? Promise.resolve()).then(() => (this.ended === null ? next() : undefined));
    this.#reading = reading;
    void reading.finally(() => {
      if (this.#reading !== reading) return;
      this.#reading = undefined;
      stdout.resume();
    });
  }

  async #readLarge(line: string): Promise<void> {
    const { maxNesting } = this.limits;
    const message = await readLargeMessage(line, { clock: this.clock, signal: this.#ending.signal, maxNesting });
    if (message === tooDeepMessage) this.#tooDeep(line);
    else if (this.ended === null) this.#messages(line, message);
  }

  #take(line: string, maybeJson: boolean): void {
    this.#messages(line, maybeJson ? parseJson(line) : undefined);
  }

  #messages(line: string, message: unknown): void {
    if (message === undefined) this.#noJson(line);
    else if (Array.isArray(message)) for (const each of message) this.#message(each, line);
    else this.#message(message, line);
  }

  #message(message: unknown, line: string): void {
    if (!isObject(message) || message.jsonrpc !== '2.0') {
      // Some servers write a log of JSON objects to the same pipe.
      this.#plainText(line);
      return;
    }
    this.#noise = 0;
    if (typeof message.id === 'number' && message.id >= firstRequestId && isAnswer(message))
      this.#answer(message.id, message);
    else if (!this.intercept?.(message)) this.onmessage?.(message as unknown as JSONRPCMessage);
  }

  #answer(id: number, message: JsonObject): void {
    const waiting = this.#waiting.get(id);
    // Nobody waits for an answer that comes after its call was cancelled.
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    waiting.settle((waiting.whole ? wholeAnswer : answerOf)(this.label, message, this.limits.maxNesting));
  }

  #noJson(line: string): void {
    if (line.trimStart().startsWith('{')) this.#garbage('it wrote broken JSON.');
    else this.#plainText(line);
  }

  #plainText(line: string): void {
    if (line.trim() === '') return;
    this.#noise += line.length;
    const binary = line.includes('\u0000') || line.includes('\ufffd');
    if (binary || this.#noise > maxNoise) this.#garbage('what it wrote is not JSON-RPC.');
  }

  #garbage(why: string): void {
    this.#end(why, badAnswer(this.label, why));
    void this.tool.close();
  }

  #tooDeep(line: string): void {
    const limit = `${this.limits.maxNesting} levels of nesting`;
    if (this.#settleTooLarge(line.slice(0, 256), limit) === undefined) this.#garbage(`its answer exceeds ${limit}.`);
  }

  /** The line's beginning usually names the request; if it does not, the only call that waits is the one. */
  #settleTooLarge(beginning: string, limit: string): number | undefined {
    const id = Number(/"id"\s*:\s*(\d+)/.exec(beginning)?.[1]);
    const only = this.#waiting.size === 1 ? [...this.#waiting.keys()][0] : undefined;
    const known = this.#waiting.get(id) ? id : only;
    if (known === undefined) return undefined;
    this.#waiting.get(known)?.settle(err(tooLarge(this.label, limit)));
    this.#waiting.delete(known);
    return known;
  }

  /** When the request of an answer is unknown, every waiting call may be affected. */
  #tooLong(): void {
    const limit = `${this.limits.maxBytes} bytes`;
    const known = this.#settleTooLarge(this.#lines.head(256), limit);
    const others = known === undefined ? tooLarge(this.label, limit, 'unknown') : undefined;
    this.#end(`it wrote a line of more than ${limit}`, others);
    this.tool.kill();
  }

  #unread(): Failure {
    return { ...lostInCall(this.label, 'it does not read its input'), outcome: 'none' };
  }

  #end(why: string, failure: Failure = lostInCall(this.label, why)): void {
    if (this.ended !== null) return;
    this.ended = why;
    this.#ending.abort();
    for (const waiting of this.#waiting.values()) waiting.settle(err(failure));
    this.#waiting.clear();
    this.onclose?.();
  }
}

const openBrace = 123;
const wroteNoise = ' It wrote text to its standard output that is not JSON-RPC.';
