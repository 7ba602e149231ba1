import type { Failure, Result } from '@assay/kernel';
import type { Server } from '@assay/registry';
import type { Credential } from '@assay/vault';
import type { ToolTransport } from '../tool-transport.js';

/** Members of a message, passed on as they came. */
export type Members = Readonly<Record<string, unknown>>;

/** What one side answers a request of the other with: a result, or an error in its own words. */
export type Reply =
  | { readonly result: Members }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };

/** What a server says of itself when a conversation begins. */
export interface ServerFace {
  readonly serverInfo: Members;
  readonly capabilities: Members;
  readonly instructions?: string;
  /** It asks in the results of requests (2026-07-28): a question always belongs to one request. */
  readonly asksInResults?: boolean;
}

/** Called when the server continues a call of ours, under our id for it, as a task. */
export type Continues = (invocationId: string) => Promise<void>;

/** A request on its way to the server. */
export interface Asked {
  /** Names the request among those under way in its conversation. */
  readonly tag: string;
  /** Aborting it withdraws the request at the server and settles at once. */
  readonly signal: AbortSignal;
}

/** The client's end: receives messages that a server sends without a request. */
export interface ClientEnd {
  /** As declared by the client; a server sees no others. */
  readonly capabilities: Members;
  /**
   * A question of the server. `about` is the tag of the request that it belongs to, when that is known; `key` is the
   * server's own name of a question that came in a result. Never rejects.
   */
  ask(method: string, params: Members, about: string | undefined, signal: AbortSignal, key?: string): Promise<Reply>;
  /** A notification of the server. */
  hear(method: string, params: Members, about: string | undefined): void;
  /** The conversation ended by itself; `why` is for the server's owner. */
  ended(why: string): void;
}

/** One client's conversation with a registered server, in whatever revision of the protocol the server speaks. */
export interface Conversation {
  readonly face: ServerFace;
  /** A failure says that no answer came; what the server itself refuses is a reply. */
  request(method: string, params: Members, asked: Asked): Promise<Result<Reply, Failure>>;
  notify(method: string, params: Members): void;
  /**
   * Calls tools within the conversation; `replied` sees the server's own reply. `meta` travels beside the arguments. A call
   * the server continues as a task is followed to its end.
   */
  tools(tag: string, meta: Members | undefined, replied: (reply: Reply) => void, continues?: Continues): ToolTransport;
  /** Ends it at the server, too. Never throws. */
  close(): Promise<void>;
}

/** Which credential a server's record holds for one conversation: only who has the same may take part in it. */
export type ConversationCredential = Pick<Credential, 'key' | 'shared' | 'connectionId'>;

/**
 * Opens conversations with MCP servers. `credential` is given where the record holds one. Failures: `upstream_unavailable` and its like when the server cannot be reached,
 * `unavailable` when this process has as many conversations as it can hold.
 */
export interface Conversations {
  open(
    server: Server,
    client: ClientEnd,
    signal: AbortSignal,
    credential?: ConversationCredential,
  ): Promise<Result<Conversation, Failure>>;
}
