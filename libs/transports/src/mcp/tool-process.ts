import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import type { Clock } from '@assay/core';

export interface ToolCommand {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Variables a child may see of the server's own environment; everything else could be a secret. */
const inherited = ['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER'] as const;

const stderrKept = 8_192;
const onWindows = process.platform === 'win32';

/** The environment of a child: a little of ours, all of the record's, and the Node that runs us first on the PATH. */
export function childEnvironment(own: NodeJS.ProcessEnv, extra: Readonly<Record<string, string>> = {}) {
  const env: Record<string, string> = {};
  for (const name of inherited) {
    const value = own[name];
    // A value that starts so is a shell function, which some shells would run.
    if (value !== undefined && !value.startsWith('()')) env[name] = value;
  }
  Object.assign(env, extra);
  env.PATH = [dirname(process.execPath), env.PATH].filter(Boolean).join(delimiter);
  return env;
}

/**
 * A child process that speaks over its pipes, leader of a process group of its own. Whatever it starts dies with it.
 * Its standard error is always read, and the last 8 KB are kept for its owner.
 */
export class ToolProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves when the process is gone, or could not be started. */
  readonly gone: Promise<void>;
  #stderr: Buffer = Buffer.alloc(0);
  #closing: Promise<void> | null = null;
  #gone = false;

  constructor(
    command: ToolCommand,
    environment: NodeJS.ProcessEnv,
    private readonly clock: Clock,
  ) {
    this.child = spawn(command.command, [...(command.args ?? [])], {
      env: childEnvironment(environment, command.env),
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: !onWindows,
      windowsHide: true,
    });
    this.child.stderr.on('data', (chunk: Buffer) => this.#keep(chunk));
    // A pipe that breaks is noticed by the exit of its process.
    for (const pipe of [this.child.stdin, this.child.stdout, this.child.stderr]) pipe.on('error', () => {});
    this.gone = new Promise((resolve) => {
      const leave = () => {
        this.#gone = true;
        this.kill('SIGKILL');
        resolve();
      };
      this.child.once('exit', leave);
      this.child.once('error', leave);
    });
  }

  /** The last 8 KB the process wrote to its standard error. */
  get stderr(): string {
    return this.#stderr.toString('utf8');
  }

  /** Ends its input, then asks, then kills; resolves when it is gone. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Signals the whole group; after the leader's exit this reaches only what it left behind. */
  kill(signal: NodeJS.Signals): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    try {
      if (onWindows) this.child.kill(signal);
      else process.kill(-pid, signal);
    } catch {
      // Nobody of the group is left.
    }
  }

  async #close(): Promise<void> {
    this.child.stdin.end();
    if (await this.#goneWithin(500)) return;
    this.kill('SIGTERM');
    if (await this.#goneWithin(1_000)) return;
    this.kill('SIGKILL');
    await this.gone;
  }

  async #goneWithin(ms: number): Promise<boolean> {
    if (this.#gone) return true;
    let stop = () => {};
    const timer = new Promise<void>((resolve) => {
      stop = this.clock.after(ms, resolve);
    });
    await Promise.race([this.gone, timer]);
    stop();
    return this.#gone;
  }

  #keep(chunk: Buffer): void {
    if (chunk.length >= stderrKept) this.#stderr = Buffer.from(chunk.subarray(chunk.length - stderrKept));
    else this.#stderr = Buffer.concat([this.#stderr.subarray(-(stderrKept - chunk.length)), chunk]);
  }
}
