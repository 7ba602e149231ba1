import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { QueryRefusal } from '../query-refusal.js';
import type { SqliteAnswer, SqliteOpening, SqliteRequest } from './requests.js';

/** Since `src` and `dist` are neighbours, the built program is found from both. */
const program = fileURLToPath(new URL('../../dist/sqlite/sqlite-program.js', import.meta.url));

/** Asks one process at a time; the process is ended when a request takes too long, and started again by the next one. */
export class SqliteProcess {
  #child: ChildProcess | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly opening: SqliteOpening) {}

  /** Requests wait for each other; the time counts from when this one is sent. */
  ask(request: SqliteRequest, withinMs: number, signal: AbortSignal): Promise<SqliteAnswer> {
    const asked = this.#turn.then(() => this.#send(request, withinMs, signal));
    this.#turn = asked.catch(() => {});
    return asked;
  }

  async close(): Promise<void> {
    await this.#turn;
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  async #send(request: SqliteRequest, withinMs: number, signal: AbortSignal): Promise<SqliteAnswer> {
    signal.throwIfAborted();
    const child = await this.#running();
    const within = AbortSignal.timeout(withinMs);
    const either = AbortSignal.any([signal, within]);
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        either.removeEventListener('abort', abort);
        child.removeAllListeners('message').removeAllListeners('exit');
        settle();
      };
      const abort = () => {
        this.#drop(child);
        end(() => reject(signal.aborted ? signal.reason : tooLong(withinMs)));
      };
      child.once('message', (answer) => end(() => resolve(answer as SqliteAnswer)));
      child.once('exit', () => {
        this.#drop(child);
        end(() => reject(new QueryRefusal('execution_error', 'The process of this database ended while it read.')));
      });
      either.addEventListener('abort', abort, { once: true });
      child.send(request);
    });
  }

  #drop(child: ChildProcess): void {
    child.kill('SIGKILL');
    if (this.#child === child) this.#child = null;
  }

  async #running(): Promise<ChildProcess> {
    if (this.#child?.connected) return this.#child;
    const child = fork(program, [JSON.stringify(this.opening)], {
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=256'],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', () =>
        reject(
          new QueryRefusal(
            'unavailable',
            'The SQLite file cannot be opened: check that it exists and that the kit may read it.',
          ),
        ),
      );
    });
    child.removeAllListeners('exit');
    this.#child = child;
    return child;
  }
}

const tooLong = (withinMs: number) =>
  new QueryRefusal('execution_timeout', `The statement took longer than ${withinMs} ms and was ended.`, {
    timeoutMs: withinMs,
  });
