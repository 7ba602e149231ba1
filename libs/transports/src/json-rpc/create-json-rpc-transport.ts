import type { Clock, ToolTransport } from '@assay/core';
import type { EgressGuard } from '../egress/egress-guard.js';
import { guardedDispatcher, mostConnectionsPerOrigin } from '../egress/guarded-dispatcher.js';
import { HealthBoard, type ServerHealth } from '../mcp/health.js';
import { JsonRpcTransport } from './json-rpc-transport.js';

export interface JsonRpcTransportOptions {
  readonly clock: Clock;
  readonly guard: EgressGuard;
  /** How Assay names itself to upstreams. */
  readonly identity: { readonly name: string; readonly version: string };
  /** 10 MB. */
  readonly maxBytes?: number;
  /** 64 levels of objects and arrays. */
  readonly maxNesting?: number;
  /** 15 s. */
  readonly connectTimeoutMs?: number;
  /** Most connections to one origin; 4,096. */
  readonly connectionsPerOrigin?: number;
}

export interface JsonRpcUpstreams {
  readonly transport: ToolTransport;
  /** How a server was when it was last used here. */
  health(serverId: string): ServerHealth;
  forget(serverId: string): void;
  /** Closes every connection. Calls fail from now on. */
  close(): Promise<void>;
}

const mebibyte = 1024 * 1024;

/** Everything that reaches JSON-RPC services, as one thing to start and to close. */
export function createJsonRpcTransport(options: JsonRpcTransportOptions): JsonRpcUpstreams {
  const { clock, guard, identity, maxBytes = 10 * mebibyte, maxNesting = 64 } = options;
  const { connectTimeoutMs = 15_000, connectionsPerOrigin = mostConnectionsPerOrigin } = options;
  const dispatcher = guardedDispatcher(guard, { connectTimeoutMs, connectionsPerOrigin });
  const health = new HealthBoard(clock);
  const userAgent = `${identity.name}/${identity.version}`;
  return {
    transport: new JsonRpcTransport({ dispatcher, clock, health, userAgent, maxBytes, maxNesting }),
    health: (serverId) => health.of(serverId),
    forget: (serverId) => health.forget(serverId),
    close: () => dispatcher.destroy(),
  };
}
