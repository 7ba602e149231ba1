import type { ToolProgress } from '@assay/gateway';
import type { Deadline, Failure, Result } from '@assay/kernel';
import type { JsonObject } from './json-rpc.js';

/** One JSON-RPC request to an upstream. */
export interface SessionRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Of the called tool: some of its arguments may have to travel as headers too. */
  readonly inputSchema?: unknown;
  /** Requests progress from the upstream, and receives it. */
  readonly onProgress?: (progress: ToolProgress) => void;
  /** Over HTTP, receives the other messages on the request's own stream, instead of the session's listener. */
  readonly onOther?: (message: JsonObject) => void;
  /** The answer is wanted whole: its `error` no less than its `result`. */
  readonly whole?: boolean;
}

/** The session ended before the request could reach the tool: the same request may go to a new session. */
export const sessionLost: unique symbol = Symbol('session lost');

export type SessionAnswer = Result<unknown, Failure> | typeof sessionLost;

/** An initialised connection to one upstream. Requests may overlap. */
export interface UpstreamSession {
  /** The upstream's own name and version. */
  readonly peer: { readonly name: string; readonly version: string };
  /** Resolves to the `result` member of the answer. Aborting the deadline settles at once and tells the upstream. */
  request(request: SessionRequest, deadline: Deadline): Promise<SessionAnswer>;
  /** Which setting of its isolation explains an error's text, for servers that are started; null when none does. */
  explain?(text: string): string | null;
  /** Ends the session and everything it started. Never throws. */
  close(): Promise<void>;
}

/** Events of a session for its opener. */
export interface SessionEvents {
  toolsChanged(): void;
  /** The session can take no more requests. `detail` is for the server's owner. */
  ended(detail: string): void;
}
