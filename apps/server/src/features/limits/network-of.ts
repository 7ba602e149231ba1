import { isIPv4, isIPv6 } from 'node:net';

const hextets = 8;
/** What one customer of a provider usually has: 64 bits. */
const networkHextets = 4;

/** What requests from an address are counted for: an IPv4 address, of an IPv6 one its /64 network. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  if (!isIPv6(address)) return address;
  const [before = '', after] = (address.split('%')[0] ?? '').split('::');
  const first = before === '' ? [] : before.split(':');
  const last = after ? after.split(':') : [];
  const zeros = after === undefined ? 0 : hextets - first.length - last.length;
  const all = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  const network = all.slice(0, networkHextets).map((it) => Number.parseInt(it, 16).toString(16));
  return `${network.join(':')}::/64`;
}
