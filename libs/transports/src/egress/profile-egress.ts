import { isIP } from 'node:net';
import { addressKind } from './address-kind.js';
import { type AllowEntry, bareHost, readAllowEntry } from './allow-entry.js';
import { AddressForbiddenError, EgressGuard, type HostAndPort } from './egress-guard.js';

/** Where a started command may connect to. */
export interface ProfileEgress {
  readonly network: 'none' | 'egress' | 'open';
  readonly hosts: readonly string[];
  /** Assay's own database and its like: never reached, whatever `hosts` names. */
  readonly except: readonly HostAndPort[];
  /** Resolves a host name to every address it has; the system's resolver when absent. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

/** Endings of names that lead to no public host. */
const privateName = /(?:^|\.)(?:localhost|local|internal|intranet|lan|corp|home|private|test|invalid|arpa)$/;

/** Whether an entry of `hosts` can only be a private host; others restrict `egress` to what `hosts` names. */
function isPrivateEntry(entry: string): boolean {
  const text = entry.trim();
  const named = isIP(text) !== 0 ? text : text.replace(/:\d{1,5}$/, '');
  const host = bareHost(named);
  const address = host.split('/')[0] ?? '';
  if (isIP(address) !== 0) return addressKind(address) !== 'public';
  return !host.includes('.') || privateName.test(host);
}

/** Addresses that a name cannot lead to by itself: an entry has to state them, so that nobody's name server decides. */
const needsAddress = new Set(['loopback', 'unspecified', 'link-local', 'metadata', 'multicast']);

const isLocalhost = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

interface Entry extends AllowEntry {
  readonly isPrivate: boolean;
}

/**
 * The decision about connections of a started command, by its isolation profile: which addresses of a host it may
 * connect to at a port, none when it is forbidden. Port 0 asks about any port. Rejects when a name cannot be resolved.
 */
export function profilePermit({ network, hosts, except, resolve }: ProfileEgress) {
  const guard = new EgressGuard({ allow: ['0.0.0.0/0', '::/0'], loopback: true, except, ...(resolve && { resolve }) });
  const entries: Entry[] = hosts.map((entry) => ({ ...readAllowEntry(entry), isPrivate: isPrivateEntry(entry) }));
  const anyPort: Entry[] = hosts.map((entry) => ({
    ...readAllowEntry(isIP(entry.trim()) === 0 ? entry.trim().replace(/:\d{1,5}$/, '') : entry),
    isPrivate: true,
  }));
  const restricts = network === 'none' || entries.some((entry) => !entry.isPrivate);
  return async (host: string, port: number): Promise<readonly string[]> => {
    const name = bareHost(host);
    const among = port === 0 ? anyPort : entries;
    const addresses = await reachable(guard, name, port, among);
    return addresses.filter((address) => {
      const kind = addressKind(address);
      if (needsAddress.has(kind) && !(kind === 'loopback' && isLocalhost(name)))
        return among.some((entry) =>
          kind === 'metadata' ? entry.isAddress(address, port) : entry.allows('', address, port),
        );
      if (among.some((entry) => entry.allows(name, address, port))) return true;
      return kind === 'public' && !restricts;
    });
  };
}

/** All addresses of a host that are not Assay's own services. */
async function reachable(
  guard: EgressGuard,
  name: string,
  port: number,
  entries: readonly Entry[],
): Promise<readonly string[]> {
  try {
    return await guard.permitted(name, port);
  } catch (error) {
    if (!(error instanceof AddressForbiddenError)) throw error;
    // The guard keeps metadata services apart: only the exact address opens them.
    return addressKind(name) === 'metadata' && entries.some((entry) => entry.isAddress(name, port)) ? [name] : [];
  }
}
