import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { IsolatedProcess } from './isolated-process.js';
import type { Refusal } from './refusal.js';
import type { Access } from './sandbox/mount.js';
import type { LimitGroup, Limits } from './support/cgroups.js';
import { descendantsOf, exceededBy } from './support/watch-processes.js';

const maxRefusals = 50;
const watchEveryMs = 250;
const removeEveryMs = 50;
const removeAttempts = 100;

export interface RunningOptions {
  readonly child: ChildProcessWithoutNullStreams;
  readonly limits: Limits;
  /** Null where a watchdog counts instead. */
  readonly group: LimitGroup | null;
  readonly access: (path: string) => Access;
  /** Processes of the sandbox itself, before the command's own: they are not asked to end. */
  readonly own: number;
  readonly onRefusal: (refusal: Refusal) => void;
  readonly ended: () => void;
}

const sameRefusal = (a: Refusal, b: Refusal): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A started command: what was refused, and how it is ended. */
export class RunningCommand implements IsolatedProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly access: IsolatedProcess['access'];
  readonly #refusals: Refusal[] = [];
  readonly #options: RunningOptions;
  #watch: NodeJS.Timeout | undefined;

  constructor(options: RunningOptions) {
    this.#options = options;
    this.child = options.child;
    this.access = options.access;
    this.child.once('exit', () => this.#over());
    this.child.once('error', () => this.#over());
    if (options.group === null) this.#watch = setInterval(() => this.#checkLimits(), watchEveryMs).unref();
  }

  get refusals(): readonly Refusal[] {
    for (const stopped of this.#options.group?.stopped() ?? []) this.refused(stopped);
    return this.#refusals;
  }

  refused(refusal: Refusal): void {
    if (this.#refusals.length >= maxRefusals || this.#refusals.some((it) => sameRefusal(it, refusal))) return;
    this.#refusals.push(refusal);
    this.#options.onRefusal(refusal);
  }

  terminate(): void {
    const { pid } = this.child;
    if (pid === undefined || this.child.exitCode !== null) return;
    for (const each of descendantsOf(pid).slice(this.#options.own)) {
      try {
        process.kill(each, 'SIGTERM');
      } catch {
        // It has ended, or belongs to somebody else.
      }
    }
  }

  kill(): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    try {
      // The whole group; a sandbox ends with its first process.
      if (process.platform === 'win32') this.child.kill('SIGKILL');
      else process.kill(-pid, 'SIGKILL');
    } catch {
      // Nobody of the group is left.
    }
  }

  #checkLimits(): void {
    const { pid } = this.child;
    const exceeded = pid === undefined ? null : exceededBy(pid, this.#options.limits);
    if (exceeded === null) return;
    this.refused(exceeded);
    this.kill();
  }

  #over(): void {
    clearInterval(this.#watch);
    // What a limit has stopped is counted in the group, which is about to go.
    void this.refusals;
    this.kill();
    this.#options.ended();
    this.#remove(removeAttempts);
  }

  /** The last processes of a group may still be ending. */
  #remove(attempts: number): void {
    const { group } = this.#options;
    if (group === null || attempts === 0 || group.remove()) return;
    setTimeout(() => this.#remove(attempts - 1), removeEveryMs).unref();
  }
}
