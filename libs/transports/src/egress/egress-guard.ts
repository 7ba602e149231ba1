import { lookup as resolveName } from 'node:dns/promises';
import { isIP } from 'node:net';
import { addressKind, plainAddress } from './address-kind.js';
import { type AllowEntry, bareHost, readAllowEntry } from './allow-entry.js';

export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

export interface EgressOptions {
  /** What may be reached although it is not public, see `readAllowEntry`. */
  readonly allow: readonly string[];
  /** Whether this machine itself may be reached. */
  readonly loopback: boolean;
  /** What may never be reached, whatever `allow` and `loopback` say: Assay's own database and its like. */
  readonly except: readonly HostAndPort[];
  /** Resolves a host name to every address it has. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

/** Says that an address may not be reached, in a sentence a caller can act on. */
export class AddressForbiddenError extends Error {
  override readonly name = 'AddressForbiddenError';
  constructor(readonly host: string) {
    super(
      `The host ${host} is not a public address and is not allowed. An administrator can list it in ASSAY_EGRESS_ALLOW.`,
    );
  }
}

/**
 * Decides which addresses calls may leave to. The decision is made on resolved addresses, and the caller connects to
 * exactly those that `permitted` returns: a name that later resolves to something else gains nothing.
 */
export class EgressGuard {
  readonly #allow: readonly AllowEntry[];
  readonly #loopback: boolean;
  readonly #except: readonly HostAndPort[];
  readonly #resolve: (host: string) => Promise<readonly string[]>;

  /** Throws when an entry of `allow` is neither a host, an address nor a network. */
  constructor(options: EgressOptions) {
    this.#allow = options.allow.filter((entry) => entry.trim() !== '').map(readAllowEntry);
    this.#loopback = options.loopback;
    this.#except = options.except;
    this.#resolve = options.resolve ?? resolveAll;
  }

  /**
   * The addresses of `host` that may be connected to at `port`; never empty. Throws AddressForbiddenError when there is
   * none, and the resolver's own error when the name cannot be resolved.
   */
  async permitted(host: string, port: number): Promise<readonly string[]> {
    const name = bareHost(host);
    const addresses = isIP(name) === 0 ? await this.#resolve(name) : [name];
    const closed = await this.#closedAddresses(name, port);
    const open = addresses.filter((address) => !closed(address) && this.#mayReach(name, address, port));
    if (open.length === 0) throw new AddressForbiddenError(name);
    return open;
  }

  #mayReach(name: string, address: string, port: number): boolean {
    const kind = addressKind(address);
    if (kind === 'public' || (kind === 'loopback' && this.#loopback)) return true;
    // What hands out a machine's own credentials is reached when somebody has listed exactly that address.
    if (kind === 'metadata') return this.#allow.some((entry) => entry.isAddress(address, port));
    return this.#allow.some((entry) => entry.allows(name, address, port));
  }

  /** A test for the addresses behind the exceptions of this port. Loopback and unspecified ones all mean this machine. */
  async #closedAddresses(name: string, port: number): Promise<(address: string) => boolean> {
    const hosts = this.#except.filter((entry) => entry.port === port).map((entry) => bareHost(entry.host));
    if (hosts.length === 0) return () => false;
    if (hosts.includes(name)) return () => true;
    const resolved = await Promise.all(
      hosts.map((host) => (isIP(host) === 0 ? this.#resolve(host).catch(() => []) : [host])),
    );
    const closed = new Set(resolved.flat().map(placeOf));
    return (address) => closed.has(placeOf(address));
  }
}

function placeOf(address: string): string {
  const kind = addressKind(address);
  return kind === 'loopback' || kind === 'unspecified' ? 'this machine' : plainAddress(address);
}

async function resolveAll(host: string): Promise<readonly string[]> {
  return (await resolveName(host, { all: true })).map(({ address }) => address);
}
