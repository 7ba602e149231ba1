import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { EgressGuard } from './egress-guard.js';

/**
 * Most connections to one tool server. Far above what one is held with at a time, since slow calls of one tool must not
 * keep quick calls of its neighbours waiting; below what a process may open.
 */
export const maxConnectionsPerOrigin = 4_096;

export interface DispatcherOptions {
  readonly connectTimeoutMs: number;
  /** Most connections to one origin; the rest of the requests wait for a free one. */
  readonly connectionsPerOrigin?: number;
}

/**
 * An HTTP dispatcher whose every new connection is decided by the guard. Deadlines are the caller's: there is no
 * time-out on headers or body here.
 */
export function guardedDispatcher(guard: EgressGuard, options: DispatcherOptions): Agent {
  return new Agent({
    connect: guardedConnector(guard, options.connectTimeoutMs),
    connections: options.connectionsPerOrigin ?? null,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  });
}

/** Connects only to addresses the guard has seen and permitted, so that a second resolution cannot differ. */
export function guardedConnector(guard: EgressGuard, timeoutMs: number): buildConnector.connector {
  return (target, callback) => {
    const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
    guard.permitted(target.hostname, port).then(
      (addresses) =>
        buildConnector({ allowH2: false, timeout: timeoutMs, lookup: answering(addresses) })(target, callback),
      (error: Error) => callback(error, null),
    );
  };
}

/** A resolver that knows one answer. */
function answering(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    const wanted = found.filter(({ family }) => !options.family || family === familyNumber(options.family));
    const first = wanted[0];
    if (first === undefined) callback(new Error('The host has no address of the wanted family.'), '');
    else if (options.all) callback(null, wanted);
    else callback(null, first.address, first.family);
  };
}

const familyNumber = (family: number | string) => (family === 'IPv6' ? 6 : family === 'IPv4' ? 4 : Number(family));
