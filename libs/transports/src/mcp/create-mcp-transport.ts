import type { Conversations, ToolTransport, UpstreamAnswer } from '@assay/gateway';
import type { ToolSource } from '@assay/importing';
import { type Clock, type Failure, type LanguageModel, ok, type Result } from '@assay/kernel';
import type { Server } from '@assay/registry';
import type { EgressGuard } from '../egress/egress-guard.js';
import { guardedDispatcher, maxConnectionsPerOrigin } from '../egress/guarded-dispatcher.js';
import { guardedFetch } from '../egress/guarded-fetch.js';
import { LineConversations } from './conversation/line-conversations.js';
import { SharedConversations } from './conversation/shared-conversations.js';
import { HealthBoard, type ServerHealth } from './health.js';
import { LivingProcesses } from './living-processes.js';
import { McpToolSource } from './mcp-tool-source.js';
import { McpTransport } from './mcp-transport.js';
import { sessionOpener } from './open-session.js';
import { SessionPool } from './session-pool.js';
import { type StartCommand, startUnisolated } from './started-command.js';

export interface McpTransportOptions {
  readonly clock: Clock;
  readonly guard: EgressGuard;
  /** How Assay names itself to upstreams. */
  readonly identity: { readonly name: string; readonly version: string };
  /** An upstream says that its list of tools has changed. */
  readonly onToolsChanged?: (serverId: string) => void;
  /** A session for calls was opened: behind it the upstream may be another one than before. */
  readonly onOpened?: (serverId: string) => void;
  /** The environment children inherit a little of; this process's own when absent. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Checked right before a process is started for a server; every command may be when absent. */
  readonly mayStart?: (server: Server) => Result<null, Failure>;
  /** What a server's command may reach, for provenance; undefined for a server with an address. */
  readonly isolationOf?: (server: Server) => UpstreamAnswer['isolation'];
  /** The model that a server which is started here may ask by sampling during a call; none when absent. */
  readonly modelFor?: (server: Server) => LanguageModel | null;
  /** Starts the commands of records; they are started as they are when absent. */
  readonly startCommand?: StartCommand;
  /** 10 MB. */
  readonly maxBytes?: number;
  /** 64 levels of objects and arrays. */
  readonly maxNesting?: number;
  /** 5 minutes. */
  readonly idleMs?: number;
  /** 15 s. */
  readonly connectTimeoutMs?: number;
  /** How long a process that let a deadline pass has to answer a ping before it is replaced; 10 s. */
  readonly pingMs?: number;
  /** 64. */
  readonly maxProcesses?: number;
  /** Of both kinds; 1,024. */
  readonly maxSessions?: number;
  /** Conversations of clients of their own, of both kinds; 1,024. Those with processes: as `maxProcesses`, beside the others. */
  readonly maxConversations?: number;
}

export interface McpUpstreams {
  readonly transport: ToolTransport;
  readonly source: ToolSource;
  readonly conversations: Conversations;
  /** How a server was when it was last used here. */
  health(serverId: string): ServerHealth;
  /** A server was removed: its sessions close as soon as they are idle. A changed record needs no word. */
  forget(serverId: string): void;
  /** A connection was changed or removed: sessions made with it close as soon as they are idle. */
  endSessionsOf(connectionId: string): void;
  /** Ends every session and every process. Calls fail from now on. */
  close(): Promise<void>;
}

const mebibyte = 1024 * 1024;

/** Everything that reaches MCP servers, as one thing to start and to close. */
export function createMcpTransport(options: McpTransportOptions): McpUpstreams {
  const { clock, guard, identity } = options;
  const connectTimeoutMs = options.connectTimeoutMs ?? 15_000;
  const maxBytes = options.maxBytes ?? 10 * mebibyte;
  // Two dispatchers, so that long streams of notifications never take a connection from calls.
  const dispatcher = guardedDispatcher(guard, { connectTimeoutMs, connectionsPerOrigin: maxConnectionsPerOrigin });
  const streams = guardedDispatcher(guard, { connectTimeoutMs });
  const processes = new LivingProcesses(
    options.startCommand ?? startUnisolated(options.environment ?? process.env),
    clock,
  );
  const health = new HealthBoard(clock);
  const fetch = guardedFetch(streams, maxBytes);
  const maxNesting = options.maxNesting ?? 64;
  const pingMs = options.pingMs ?? 10_000;
  const mayStart = options.mayStart ?? (() => ok(null));
  const isolationOf = options.isolationOf ?? (() => undefined);
  const modelFor = options.modelFor ?? (() => null);
  const around = {
    ...{ clock, mayStart, isolationOf, modelFor, processes, dispatcher, fetch, identity },
    ...{ maxBytes, maxNesting, pingMs },
  };
  const open = sessionOpener(around);
  const maxProcesses = options.maxProcesses ?? 64;
  const pool = new SessionPool({
    open,
    clock,
    health,
    connectTimeoutMs,
    onToolsChanged: options.onToolsChanged ?? (() => {}),
    onOpened: options.onOpened,
    idleMs: options.idleMs ?? 300_000,
    maxProcesses,
    maxSessions: options.maxSessions ?? 1_024,
  });
  const conversations = new LineConversations({
    ...{ around, clock, health, connectTimeoutMs, maxProcesses },
    maxConversations: options.maxConversations ?? 1_024,
    onToolsChanged: options.onToolsChanged ?? (() => {}),
    onOpened: options.onOpened ?? (() => {}),
  });
  return {
    conversations: new SharedConversations(conversations),
    transport: new McpTransport(pool, isolationOf),
    source: new McpToolSource(open, clock, connectTimeoutMs),
    health: (serverId) => health.of(serverId),
    forget: (serverId) => {
      pool.retire(serverId);
      health.forget(serverId);
    },
    endSessionsOf: (connectionId) => pool.retireConnection(connectionId),
    close: async () => {
      await Promise.all([pool.close(), conversations.close()]);
      await processes.closeAll();
      await Promise.all([dispatcher.destroy(), streams.destroy()]);
    },
  };
}
