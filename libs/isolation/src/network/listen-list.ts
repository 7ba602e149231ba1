import { isIP } from 'node:net';
import type { HostName } from '../sandbox/identity-files.js';

/** Where a sandbox listens for connections to one host that its profile names. */
export interface Forward {
  /** Of the sandbox's loopback interface. */
  readonly address: string;
  readonly port: number;
  /** Where connections go, decided by the profile's permit. */
  readonly host: string;
}

export interface Forwards {
  readonly forwards: readonly Forward[];
  readonly names: readonly HostName[];
}

const maxNames = 250;

/** Splits `host:port` and `[::1]:port`; null for entries without a port and for patterns and networks. */
export function readHostPort(entry: string): { readonly host: string; readonly port: number } | null {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:/*[\]]+)):(\d{1,5})$/.exec(entry.trim()) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  return host === undefined || port < 1 || port > 65_535 ? null : { host: host.toLowerCase(), port };
}

const isLoopbackV4 = (host: string): boolean => isIP(host) === 4 && host.startsWith('127.');

/**
 * Addresses of the sandbox's own loopback interface that represent the hosts a profile names with a port. The sandbox's
 * hosts file resolves such a name to its address, so that any program reaches it, by any protocol over TCP.
 */
export function forwardsFor(hosts: readonly string[]): Forwards {
  const forwards: Forward[] = [];
  const names = new Map<string, string>();
  for (const entry of hosts) {
    const target = readHostPort(entry);
    if (target === null) continue;
    const { host, port } = target;
    if (host === 'localhost') forwards.push({ address: '127.0.0.1', port, host }, { address: '::1', port, host });
    else if (isLoopbackV4(host) || host === '::1') forwards.push({ address: host, port, host });
    else if (isIP(host) === 0 && (names.has(host) || names.size < maxNames)) {
      const address = names.get(host) ?? `127.100.0.${names.size + 1}`;
      names.set(host, address);
      forwards.push({ address, port, host });
    }
  }
  return { forwards, names: [...names].map(([name, address]) => ({ name, address })) };
}
