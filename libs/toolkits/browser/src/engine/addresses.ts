import { BlockList, isIP, isIPv6 } from 'node:net';

/** Networks that are not public: RFC 6890 and the ranges reserved since. */
const reserved: readonly (readonly [string, number])[] = [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
  ] as const),
  ...([
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
];

const blocked = new BlockList();
for (const [network, prefix] of reserved) blocked.addSubnet(network, prefix, 'ipv4');

/** Global unicast; every other IPv6 network is local, mapped, a tunnel or reserved. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const notGlobal = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notGlobal.addSubnet(network, prefix, 'ipv6');

/** Whether an address belongs to the public internet. Takes the text of an address, without brackets. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (isIPv6(address)) return globalUnicast.check(address, 'ipv6') && !notGlobal.check(address, 'ipv6');
  return !blocked.check(address, 'ipv4');
}
