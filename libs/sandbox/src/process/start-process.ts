import type { Readable, Writable } from 'node:stream';

/** What a process of a run may use. */
export interface ProcessLimits {
  readonly memoryMb: number;
  /** Processes and threads together. */
  readonly processes: number;
}

/** A command to start: a program of this library, run by this process's Node. */
export interface ProcessCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** What it reads, besides Node and the system; it writes nothing. */
  readonly folders: readonly string[];
  readonly limits: ProcessLimits;
}

/** A started process. Everything it starts ends with it. */
export interface StartedProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Called once it has ended. */
  onExit(ended: () => void): void;
  /** Ends it at once. */
  kill(): void;
}

/** Starts a process in isolation: no network, no environment, no files but its program. */
export type StartProcess = (command: ProcessCommand) => Promise<StartedProcess>;
