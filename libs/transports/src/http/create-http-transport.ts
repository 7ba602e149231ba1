import type { Clock, OpenApiReader, ToolTransport } from '@assay/core';
import type { EgressGuard } from '../egress/egress-guard.js';
import { guardedDispatcher, mostConnectionsPerOrigin } from '../egress/guarded-dispatcher.js';
import { guardedFetch } from '../egress/guarded-fetch.js';
import { HealthBoard, type ServerHealth } from '../mcp/health.js';
import { OpenApiDocuments } from '../openapi/open-api-documents.js';
import { HttpTransport } from './http-transport.js';

export interface HttpTransportOptions {
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

export interface HttpUpstreams {
  readonly transport: ToolTransport;
  /** Reads OpenAPI documents. */
  readonly documents: OpenApiReader;
  /** How a server was when it was last used here. */
  health(serverId: string): ServerHealth;
  forget(serverId: string): void;
  /** Closes every connection. Calls fail from now on. */
  close(): Promise<void>;
}

const mebibyte = 1024 * 1024;

/** Everything that reaches HTTP APIs, as one thing to start and to close. */
export function createHttpTransport(options: HttpTransportOptions): HttpUpstreams {
  const { clock, guard, identity, maxBytes = 10 * mebibyte, maxNesting = 64 } = options;
  const { connectTimeoutMs = 15_000, connectionsPerOrigin = mostConnectionsPerOrigin } = options;
  const dispatcher = guardedDispatcher(guard, { connectTimeoutMs, connectionsPerOrigin });
  const health = new HealthBoard(clock);
  const userAgent = `${identity.name}/${identity.version}`;
  return {
    transport: new HttpTransport({ dispatcher, clock, health, userAgent, maxBytes, maxNesting }),
    documents: new OpenApiDocuments(guardedFetch(dispatcher, maxBytes)),
    health: (serverId) => health.of(serverId),
    forget: (serverId) => health.forget(serverId),
    close: () => dispatcher.destroy(),
  };
}
