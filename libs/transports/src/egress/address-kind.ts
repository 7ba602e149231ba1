import { BlockList, isIP } from 'node:net';

/** What sort of place an IP address is. Only `public` may be reached without anybody's leave. */
export type AddressKind =
  | 'public'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'metadata'
  | 'shared'
  | 'multicast'
  | 'unspecified'
  | 'reserved';

const networks: ReadonlyArray<readonly [AddressKind, readonly string[]]> = [
  // First match wins, so the metadata services come before the networks that hold them.
  [
    'metadata',
    [
      '169.254.169.254/32',
      '169.254.170.2/32',
      '169.254.170.23/32',
      '100.100.100.200/32',
      '168.63.129.16/32',
      '192.0.0.192/32',
      'fd00:ec2::254/128',
      'fd00:ec2::23/128',
      'fd20:ce::254/128',
    ],
  ],
  ['unspecified', ['0.0.0.0/8', '::/128']],
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10']],
  ['link-local', ['169.254.0.0/16', 'fe80::/10']],
  ['shared', ['100.64.0.0/10']],
  ['multicast', ['224.0.0.0/4', 'ff00::/8']],
  [
    'reserved',
    [
      '192.0.0.0/24',
      '192.0.2.0/24',
      '192.88.99.0/24',
      '198.18.0.0/15',
      '198.51.100.0/24',
      '203.0.113.0/24',
      '240.0.0.0/4',
      '100::/64',
      '2001::/23',
      '2001:db8::/32',
      '3fff::/20',
    ],
  ],
];

const kinds: ReadonlyArray<readonly [AddressKind, BlockList]> = networks.map(([kind, cidrs]) => [
  kind,
  networkList(cidrs),
]);

/** Builds a list of networks from CIDR notation; throws on one that cannot be read. */
export function networkList(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', bits = ''] = cidr.split('/');
    list.addSubnet(network, Number(bits), isIP(network) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** Whether a list of networks holds an IP literal. */
export const listHolds = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** All that has been given out as unicast (RFC 4291, section 2.4): what lies beside it is nobody's to be reached. */
const globalUnicast = networkList(['2000::/3']);

/**
 * The kind of an IP literal. IPv6 addresses that carry an IPv4 address (mapped, compatible, NAT64, 6to4, ISATAP) are
 * judged by the address they carry, because that is where the packets go. Of other IPv6 addresses only global unicast
 * ones are public.
 */
export function addressKind(address: string): AddressKind {
  const plain = plainAddress(address);
  if (isIP(plain) === 0) return 'reserved';
  for (const [kind, list] of kinds) if (listHolds(list, plain)) return kind;
  return isIP(plain) === 4 || listHolds(globalUnicast, plain) ? 'public' : 'reserved';
}

/** An IP literal without brackets and zone, and as IPv4 when it carries one. */
export function plainAddress(address: string): string {
  const open = address.replace(/^\[|\]$/g, '');
  const zone = open.indexOf('%');
  const bare = zone < 0 ? open : open.slice(0, zone);
  return isIP(bare) === 6 ? (carriedIpv4(words(bare)) ?? bare) : bare;
}

/** The IPv4 address inside an IPv6 one, by the prefixes that carry one. `::` and `::1` are addresses of their own. */
function carriedIpv4(w: readonly number[]): string | null {
  const zeros = (upTo: number) => w.slice(0, upTo).every((word) => word === 0);
  const last = () => dotted(w[6] ?? 0, w[7] ?? 0);
  if (zeros(5) && w[5] === 0xffff) return last();
  if (zeros(4) && w[4] === 0xffff && w[5] === 0) return last();
  if (zeros(6)) return w[6] === 0 && (w[7] ?? 0) <= 1 ? null : last();
  // NAT64 by its well-known prefix (RFC 6052); where a network's own one (RFC 8215) puts the address, nobody can tell.
  if (w[0] === 0x64 && w[1] === 0xff9b && w.slice(2, 6).every((word) => word === 0)) return last();
  if (w[0] === 0x2002) return dotted(w[1] ?? 0, w[2] ?? 0);
  if (((w[4] ?? 0) & 0xfdff) === 0 && w[5] === 0x5efe) return last();
  return null;
}

const dotted = (high: number, low: number) => `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;

/** The eight 16-bit words of a valid IPv6 literal. */
function words(address: string): number[] {
  const tail = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const hex = tail
    ? address.slice(0, tail.index) +
      [0, 2].map((i) => (Number(tail[i + 1]) * 256 + Number(tail[i + 2])).toString(16)).join(':')
    : address;
  const [head = '', rest] = hex.split('::');
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16)));
  const left = parse(head);
  if (rest === undefined) return left;
  const right = parse(rest);
  return [...left, ...new Array<number>(Math.max(0, 8 - left.length - right.length)).fill(0), ...right];
}
