import type { ToolTransport } from '@assay/gateway';
import type { GrpcReflection } from '@assay/importing';
import type { Clock } from '@assay/kernel';
import type { EgressGuard } from '../egress/egress-guard.js';
import { HealthBoard, type ServerHealth } from '../mcp/health.js';
import { ChannelPool } from './channel-pool.js';
import { GrpcTransport } from './grpc-transport.js';
import { MethodSource } from './method-source.js';

export interface GrpcTransportOptions {
  readonly clock: Clock;
  readonly guard: EgressGuard;
  /** How Assay names itself to upstreams. */
  readonly identity: { readonly name: string; readonly version: string };
  /** 10 MB, of one message and of all messages of a stream together. */
  readonly maxBytes?: number;
  /** 64 levels of objects and lists. */
  readonly maxNesting?: number;
  /** Most messages of a stream; 10,000. */
  readonly maxMessages?: number;
  /** 15 s. */
  readonly connectTimeoutMs?: number;
  /** 5 minutes. */
  readonly idleMs?: number;
  /** 5 minutes, the least that servers tolerate by default. */
  readonly keepaliveMs?: number;
  /** Most servers that are connected at a time; 256. */
  readonly maxChannels?: number;
  /** Certificates (PEM) to trust instead of the well-known authorities. */
  readonly roots?: Buffer;
}

export interface GrpcUpstreams {
  readonly transport: ToolTransport;
  readonly reflection: GrpcReflection;
  /** How a server was when it was last used here. */
  health(serverId: string): ServerHealth;
  forget(serverId: string): void;
  /** Closes every connection. Calls fail from now on. */
  close(): Promise<void>;
}

const mebibyte = 1024 * 1024;

/** Everything that reaches gRPC servers, as one thing to start and to close. */
export function createGrpcTransport(options: GrpcTransportOptions): GrpcUpstreams {
  const { clock, guard, identity, roots, maxBytes = 10 * mebibyte, maxNesting = 64, maxMessages = 10_000 } = options;
  const { connectTimeoutMs = 15_000, idleMs = 300_000, keepaliveMs = 300_000, maxChannels = 256 } = options;
  const userAgent = `${identity.name}/${identity.version}`;
  const limits = { maxBytes, connectTimeoutMs, idleMs, keepaliveMs, maxChannels };
  const pool = new ChannelPool({ guard, clock, userAgent, ...limits, ...(roots && { roots }) });
  const health = new HealthBoard(clock);
  const methods = new MethodSource(clock);
  const transport = new GrpcTransport({ pool, methods, health, clock, maxBytes, maxNesting, maxMessages });
  return {
    transport,
    reflection: transport,
    health: (serverId) => health.of(serverId),
    forget: (serverId) => health.forget(serverId),
    close: async () => pool.close(),
  };
}
