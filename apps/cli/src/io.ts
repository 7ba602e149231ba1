import { realpathSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { openPage } from './input/open-page.js';

/** Streams as this program uses them: a terminal is one that says so. */
export type Input = Readable & { readonly isTTY?: boolean };
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Everything of the outside world a command touches, so that a test can give it another one. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** How this program is started from any folder: a command and its first arguments, with absolute paths. */
  readonly program: readonly [string, ...string[]];
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly fetch: typeof fetch;
  /** Opens an address in the person's browser; false when that fails. */
  openPage(url: string): Promise<boolean>;
  /** Ends whatever runs: Ctrl-C. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  now(): number;
}

/** The real one. The first Ctrl-C ends the command in order, the second ends the process. */
export function processIo(): Io {
  const interrupted = new AbortController();
  process.once('SIGINT', () => {
    interrupted.abort();
    process.once('SIGINT', () => process.exit(1));
  });
  process.once('SIGTERM', () => interrupted.abort());
  return {
    env: process.env,
    cwd: process.cwd(),
    program: [process.execPath, realpathSync(process.argv[1] as string)],
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    fetch: (...request) => globalThis.fetch(...request),
    openPage,
    signal: interrupted.signal,
    now: Date.now,
  };
}

/** Writes and waits until the stream took it; a reader that went away (`assay … | head`) is no failure. */
export function write(stream: Output, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error && (error as NodeJS.ErrnoException).code !== 'EPIPE') reject(error);
      else resolve();
    });
  });
}

/** Reads standard input to its end. */
export async function readAll(stream: Input): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part as string | Uint8Array));
  return Buffer.concat(parts).toString('utf8');
}
