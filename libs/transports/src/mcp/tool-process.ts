import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Clock } from '@assay/kernel';
import type { StartedCommand } from './started-command.js';

const stderrKept = 8_192;

/**
 * A child process that speaks over its pipes. Whatever it starts ends with it. Its standard error is always read, and
 * the last 8 KB are kept for its owner.
 */
export class ToolProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves when the process is gone, or could not be started. */
  readonly gone: Promise<void>;
  #stderr: Buffer = Buffer.alloc(0);
  #closing: Promise<void> | null = null;
  #gone = false;

  constructor(
    private readonly started: StartedCommand,
    private readonly clock: Clock,
  ) {
    this.child = started.child;
    this.child.stderr.on('data', (chunk: Buffer) => this.#keep(chunk));
    // A pipe that breaks is noticed by the exit of its process.
    for (const pipe of [this.child.stdin, this.child.stdout, this.child.stderr]) pipe.on('error', () => {});
    this.gone = new Promise((resolve) => {
      const leave = () => {
        this.#gone = true;
        this.kill();
        resolve();
      };
      this.child.once('exit', leave);
      this.child.once('error', leave);
      if (this.hasEnded) leave();
    });
  }

  /** Whether it had ended already when somebody began to listen. */
  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** The last 8 KB the process wrote to its standard error. */
  get stderr(): string {
    return this.#stderr.toString('utf8');
  }

  /** Which setting of its isolation explains what it wrote, or an error of it; null when none does. */
  explain(text = ''): string | null {
    return this.started.explain([text, this.stderr]);
  }

  /** Ends its input, then asks, then kills; resolves when it is gone. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Ends it and everything it has started. */
  kill(): void {
    this.started.kill();
  }

  async #close(): Promise<void> {
    this.child.stdin.end();
    if (await this.#goneWithin(500)) return;
    this.started.terminate();
    if (await this.#goneWithin(1_000)) return;
    this.kill();
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
