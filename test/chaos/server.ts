import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from './api.js';
import { childrenOf, killHard, type Seen, seen } from './processes.js';

const main = join(import.meta.dirname, '..', '..', 'apps', 'server', 'dist', 'bundle', 'start.js');
const startWithinMs = 180_000;

/** There is no load balancer to wait for, and no test calls the tools that ship; a test of shutdown sets what it needs. */
const hasty = { ASSAY_DRAIN_SECONDS: '0', ASSAY_KITS: 'none' };

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A server in a process of its own. */
export class Server {
  private constructor(
    readonly home: string,
    readonly process: Seen,
    readonly api: Api,
    readonly ended: Promise<Ended>,
    private readonly said: () => string,
  ) {}

  /** Resolves when it is ready, on a free port. Rejects with what it said when it ends before. */
  static async start(home: string, environment: Readonly<Record<string, string>> = {}): Promise<Server> {
    const { PATH = '', HOME = '/' } = process.env;
    const child = spawn(process.execPath, [main], {
      // The environment of the test run is not inherited: neither a database nor a key.
      env: { PATH, HOME, ASSAY_HOME: home, PORT: '0', LOG_LEVEL: 'info', ...hasty, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<Ended>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
    endWithTests(child, ended);
    const said: string[] = [];
    const url = await readiness(child, ended, said);
    const key = environment.ASSAY_ADMIN_KEY ?? readFileSync(join(home, 'admin.key'), 'utf8').trim();
    return new Server(home, seen(child.pid as number) as Seen, new Api(url, key), ended, () => said.join(''));
  }

  /** Everything it wrote, for messages of failed expectations. */
  get output(): string {
    return this.said();
  }

  /** Its embedded PostgreSQL, if it has one. */
  postgres = (): Seen | undefined =>
    childrenOf(this.process.pid).find(({ command }) => /\/bin\/postgres -D /.test(command));

  /** The shell that ends PostgreSQL when the server is gone. */
  guard = (): Seen | undefined => childrenOf(this.process.pid).find(({ command }) => command.includes('assay-guard'));

  /** What it has started: PostgreSQL, its guard, tool servers. */
  children = (): Seen[] => childrenOf(this.process.pid);

  /** `kill -9`; resolves when it is gone. */
  async kill(): Promise<void> {
    killHard(this.process);
    await this.ended;
  }

  /** Asks it to stop, as an operator would; resolves to how it ended. */
  terminate(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    process.kill(this.process.pid, signal);
    return this.ended;
  }
}

/** A shell that waits for the end of its input, which comes when the tests themselves are killed, and ends the server. */
function endWithTests(child: ChildProcess, ended: Promise<Ended>): void {
  const script = 'read -r _; kill -9 "$1" 2>/dev/null';
  const guard = spawn('/bin/sh', ['-c', script, 'chaos-guard', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  void ended.then(() => guard.kill('SIGKILL'));
}

function readiness(child: ChildProcess, ended: Promise<Ended>, said: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const give = (why: string) => reject(new Error(`The server ${why}. It said:\n${said.join('')}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      give(`was not ready within ${startWithinMs} ms`);
    }, startWithinMs);
    const listen = (chunk: Buffer) => {
      said.push(chunk.toString('utf8'));
      const url = /ready at (\S+)/.exec(said.join(''))?.[1];
      if (url !== undefined) {
        clearTimeout(timer);
        resolve(url);
      }
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')));
    void ended.then(({ code, signal }) => {
      clearTimeout(timer);
      give(`ended with ${signal ?? `code ${code}`} before it was ready`);
    });
  });
}
