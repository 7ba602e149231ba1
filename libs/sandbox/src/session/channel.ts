import { StringDecoder } from 'node:string_decoder';
import type { StartedProcess } from '../process/start-process.js';

const maxErrors = 4_000;

/** Lines of JSON to and from a process. What comes is untrusted: it is bounded, and its reader checks its shape. */
export class Channel {
  readonly #process: StartedProcess;
  readonly #waiting: ((line: string | undefined) => void)[] = [];
  readonly #lines: string[] = [];
  readonly #decoder = new StringDecoder('utf8');
  readonly #maxBytes: number;
  #rest: string[] = [];
  #restLength = 0;
  #errors = '';
  #isClosed = false;

  /** @param maxBytes Longest line, in characters; a process that writes more is ended. */
  constructor(process: StartedProcess, maxBytes: number) {
    this.#process = process;
    this.#maxBytes = maxBytes;
    process.stdout.on('data', (chunk: Buffer) => this.#read(this.#decoder.write(chunk)));
    process.stderr.on('data', (chunk: Buffer) => {
      if (this.#errors.length < maxErrors) this.#errors += chunk.toString('utf8').slice(0, maxErrors);
    });
    process.stdin.on('error', () => this.close());
    process.onExit(() => this.#end());
  }

  /** What it wrote to its standard error. */
  get errors(): string {
    return this.#errors;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  send(message: unknown): void {
    if (!this.#isClosed) this.#process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** The next line; undefined when there is none any more. */
  next(): Promise<string | undefined> {
    const line = this.#lines.shift();
    if (line !== undefined || this.#isClosed) return Promise.resolve(line);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  close(): void {
    this.#process.kill();
    this.#end();
  }

  #read(text: string): void {
    const parts = text.split('\n');
    for (const [at, part] of parts.entries()) {
      this.#restLength += part.length;
      if (this.#restLength > this.#maxBytes) {
        this.close();
        return;
      }
      this.#rest.push(part);
      if (at === parts.length - 1) return;
      this.#line(this.#rest.join(''));
      this.#rest = [];
      this.#restLength = 0;
    }
  }

  #line(line: string): void {
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) waiting(line);
    // A process answers each message with one line; one that writes on is not read further.
    else if (this.#lines.length < 2) this.#lines.push(line);
    else this.close();
  }

  #end(): void {
    this.#isClosed = true;
    for (const waiting of this.#waiting.splice(0)) waiting(undefined);
  }
}
