import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { CallRules } from './calls/call-filter.js';
import type { IsolationProfile } from './profile/profile.js';
import type { Permit, Refusal } from './refusal.js';
import type { Access } from './sandbox/mount.js';

/** A command to start in a sandbox. */
export interface IsolatedCommand {
  readonly command: string;
  readonly args?: readonly string[];
  /** The whole environment of the command; nothing of this process's own is added but PATH, HOME, TMPDIR and proxies. */
  readonly env?: Readonly<Record<string, string>>;
  readonly profile: IsolationProfile;
  /**
   * Names the private folder of this command below `stateFolder`: letters, digits, `.`, `_`, `-` and `/`. Its home and
   * the writable copy of its package live there and are kept across starts.
   */
  readonly state: string;
  /** Further folders that the program consists of, read-only: the packages that were fetched for it. */
  readonly programFolders?: readonly string[];
  /** A folder that the program consists of and that it may change: it gets a writable copy at the same path. */
  readonly packageFolder?: string;
  /** False starts it without a sandbox, with the limits of its profile alone. */
  readonly isolated?: false;
  /** System calls its processes may make: `code` opens no socket and starts no process; `command` when absent. */
  readonly calls?: CallRules;
  /** Replaces the decision of the profile, e.g. for fetching packages. */
  readonly permit?: Permit;
}

/** A started command. Everything it starts ends with it, and with this process, however that ends. */
export interface IsolatedProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** What the sandbox has stopped so far, oldest first, at most 50. */
  readonly refusals: readonly Refusal[];
  access(path: string): Access;
  /** Asks the command's processes to end. */
  terminate(): void;
  /** Ends the command and everything it has started, at once. */
  kill(): void;
}

/** How a command ended that was run to its end. Output is cut at 1 MB each. */
export interface RunResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly refusals: readonly Refusal[];
}

export interface RunOptions {
  readonly signal: AbortSignal;
  /** Hears what the command writes, to either output. */
  readonly onOutput?: (text: string) => void;
}
