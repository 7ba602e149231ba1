import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { Io } from './io.js';
import { run } from './main.js';

export interface Asked {
  readonly url: string;
  readonly line: string;
  readonly key: string | null;
  readonly headers: Headers;
  readonly body: unknown;
}

interface Setting {
  /** Answers by request line, such as `GET /v1/me`; a Response is given as it is, a function is asked, everything else is JSON. */
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly stdin?: string;
  readonly tty?: boolean;
  /** The request line at which Ctrl-C is pressed. */
  readonly interruptedAt?: string;
  /** Whether a browser opens. */
  readonly hasBrowser?: boolean;
}

/** A problem document as the server sends it. */
export const problem = (status: number, code: string, detail: string, members: object = {}): Response =>
  Response.json(
    { type: `urn:assay:error:${code}`, title: code, status, code, detail, traceId: 't', ...members },
    { status },
  );

const folders: string[] = [];

/** For `afterAll` of every file that runs commands. */
export async function removeFolders(): Promise<void> {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
}

/** An empty folder that `removeFolders` takes away. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-cli-'));
  folders.push(folder);
  return folder;
}

function collected(tty: boolean) {
  const stream = Object.assign(new PassThrough({ highWaterMark: 16_000_000 }), { isTTY: tty, columns: 80 });
  return { stream, text: () => ((stream.read() as Buffer | null) ?? '').toString() };
}

/** Runs one command line in this process, against a server that is a table of answers and a home of its own. */
export async function assay(argv: readonly string[], setting: Setting = {}) {
  const home = setting.env?.HOME ?? (await emptyFolder());
  const asked: Asked[] = [];
  const opened: string[] = [];
  const interrupted = new AbortController();
  const out = collected(setting.tty === true);
  const err = collected(setting.tty === true);
  const answering: typeof fetch = async (input, init) => {
    const { pathname, search, origin } = new URL(String(input));
    const line = `${init?.method} ${pathname}${search}`;
    const body: unknown = init?.body === undefined ? undefined : JSON.parse(String(init.body));
    const headers = new Headers(init?.headers);
    asked.push({ url: origin, line, key: headers.get('authorization'), headers, body });
    if (line === setting.interruptedAt) {
      interrupted.abort();
      throw interrupted.signal.reason;
    }
    const prepared = setting.answers?.[line];
    const answer: unknown = typeof prepared === 'function' ? prepared() : prepared;
    if (answer === undefined) throw new TypeError('fetch failed');
    return answer instanceof Response ? answer.clone() : Response.json(answer);
  };
  const io: Io = {
    env: { HOME: home, ...setting.env },
    cwd: setting.cwd ?? home,
    program: ['/opt/node', '/opt/assay/bin/assay.mjs'],
    stdin: Object.assign(Readable.from(setting.stdin === undefined ? [] : [Buffer.from(setting.stdin)]), {
      isTTY: setting.tty === true,
    }),
    stdout: out.stream,
    stderr: err.stream,
    fetch: answering,
    openPage: async (url) => {
      opened.push(url);
      return setting.hasBrowser === true;
    },
    signal: interrupted.signal,
    now: () => Date.parse('2026-11-21T00:00:00Z'),
  };
  const code = await run(argv, io);
  return { code, out: out.text(), err: err.text(), asked, home, opened };
}
