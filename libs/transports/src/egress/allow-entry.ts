import { isIP } from 'node:net';
import { listHolds, networkList, plainAddress } from './address-kind.js';

/** One entry of ASSAY_EGRESS_ALLOW. */
export interface AllowEntry {
  /** Whether it is exactly this address, whatever else allows it. */
  isAddress(address: string, port: number): boolean;
  /** Whether it allows the address that a name was resolved to, at a port. */
  allows(name: string, address: string, port: number): boolean;
}

/**
 * Reads `tools.internal`, `*.internal`, an address or a network (`10.1.0.0/16`); a name or an address may be followed by the
 * one port it is allowed at (`tools.internal:8443`, `[fd00::7]:8443`). Throws on a network that cannot be read.
 */
export function readAllowEntry(entry: string): AllowEntry {
  const { host, port } = split(entry);
  const at = (asked: number): boolean => port === null || port === asked;
  if (isIP(host.split('/')[0] ?? '') === 0) {
    const listed = (name: string) => name === host || (host.startsWith('*.') && name.endsWith(host.slice(1)));
    return { isAddress: () => false, allows: (name, _address, asked) => at(asked) && listed(name) };
  }
  const network = networkList([asCidr(host)]);
  const isAddress = (address: string, asked: number): boolean =>
    at(asked) && plainAddress(host) === plainAddress(address);
  return {
    isAddress: host.includes('/') ? () => false : isAddress,
    allows: (_name, address, asked) => at(asked) && listHolds(network, plainAddress(address)),
  };
}

/** In lower case, without brackets and the dot of the root. */
export const bareHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');

/** An IPv6 address has colons of its own, so that its port stands behind brackets. */
function split(entry: string): { readonly host: string; readonly port: number | null } {
  const text = entry.trim();
  const [, host, port] = isIP(text) === 6 ? [] : (/^(\[[^\]]+\]|[^:]+):(\d{1,5})$/.exec(text) ?? []);
  return { host: bareHost(host ?? text), port: port === undefined ? null : Number(port) };
}

function asCidr(host: string): string {
  if (host.includes('/')) return host;
  const plain = plainAddress(host);
  return `${plain}/${isIP(plain) === 6 ? 128 : 32}`;
}
