import type { ToolTransport, UpstreamCall } from '@assay/gateway';
import type { Clock, Failure } from '@assay/kernel';
import type { Server } from '@assay/registry';
import { hiddenFailure, hiding } from '@assay/vault';
import type { Agent } from 'undici';
import type { EgressGuard } from '../egress/egress-guard.js';
import { guardedDispatcher, maxConnectionsPerOrigin } from '../egress/guarded-dispatcher.js';
import { aborted, tooLarge } from '../mcp/failures.js';
import { HealthBoard, type ServerHealth } from '../mcp/health.js';
import { connectionFailure } from '../mcp/http-channel.js';
import { secretsOf } from '../mcp/redact.js';
import type { HttpReply } from './http-exchange.js';

export interface HttpReachOptions {
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

/** Servers of one protocol over HTTP, as one thing to start and to close. */
export interface ReachedServers {
  readonly transport: ToolTransport;
  /** How a server was when it was last used here. */
  health(serverId: string): ServerHealth;
  forget(serverId: string): void;
  /** Closes every connection. Calls fail from now on. */
  close(): Promise<void>;
}

const mebibyte = 1024 * 1024;

/** What every protocol that is spoken in single HTTP exchanges stands on: guarded connections, bounds, and who is well. */
export class HttpReach {
  readonly dispatcher: Agent;
  readonly clock: Clock;
  readonly userAgent: string;
  readonly maxBytes: number;
  readonly maxNesting: number;
  readonly #health: HealthBoard;

  constructor({ clock, guard, identity, maxBytes = 10 * mebibyte, maxNesting = 64, ...rest }: HttpReachOptions) {
    const { connectTimeoutMs = 15_000, connectionsPerOrigin = maxConnectionsPerOrigin } = rest;
    this.dispatcher = guardedDispatcher(guard, { connectTimeoutMs, connectionsPerOrigin });
    this.clock = clock;
    this.userAgent = `${identity.name}/${identity.version}`;
    this.maxBytes = maxBytes;
    this.maxNesting = maxNesting;
    this.#health = new HealthBoard(clock);
  }

  servers(transport: ToolTransport): ReachedServers {
    return {
      transport,
      health: (serverId) => this.#health.of(serverId),
      forget: (serverId) => this.#health.forget(serverId),
      close: () => this.dispatcher.destroy(),
    };
  }

  /** What an exchange says of the health of the server it was with. */
  observe({ server }: UpstreamCall, label: string, reply: HttpReply): void {
    if (server === null) return;
    if (reply.kind === 'answer') this.#health.up(server.id);
    else if (reply.kind === 'failed')
      this.#health.down(server.id, connectionFailure(label, reply.error, reply.sent).message);
  }

  /** Why an exchange came to no answer. */
  failureOf(label: string, reply: Exclude<HttpReply, { kind: 'answer' }>, { deadline }: UpstreamCall): Failure {
    if (reply.kind === 'aborted') return aborted(label, deadline.signal, reply.sent ? 'unknown' : 'none');
    if (reply.kind === 'too-large') return tooLarge(label, `${this.maxBytes} bytes`);
    return connectionFailure(label, reply.error, reply.sent);
  }
}

/** Who is called, for messages and provenance: the registered server, or the origin. */
export const labelOf = ({ server }: UpstreamCall, { origin }: { readonly origin: string }): string =>
  server === null ? origin : `${server.namespace}/${server.name}`;

/** A failure without the secrets of the server's address, which its upstream may echo. */
export const withoutSecrets = (failure: Failure, address: Server['http']): Failure =>
  hiddenFailure(failure, hiding(secretsOf({ headers: { ...address?.headers, ...address?.query } })));
