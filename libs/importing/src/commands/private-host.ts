const privateSuffixes = ['.localhost', '.local', '.internal', '.lan', '.home.arpa'];

/**
 * Whether a host is on this machine or in a private network, judged by its name. Link-local addresses, including those
 * of metadata services, do not count: they are never proposed.
 */
export function isPrivateHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  const ipv4 = /^(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(name);
  if (ipv4) return isPrivateIpv4(Number(ipv4[1]), Number(ipv4[2]));
  if (name.includes(':')) return name === '::1' || /^f[cd][0-9a-f]{2}:/.test(name);
  return name === 'localhost' || privateSuffixes.some((suffix) => name.endsWith(suffix));
}

const isPrivateIpv4 = (first: number, second: number): boolean =>
  first === 10 ||
  first === 127 ||
  (first === 172 && second >= 16 && second <= 31) ||
  (first === 192 && second === 168) ||
  (first === 100 && second >= 64 && second <= 127);

const loopbackNames = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/** Whether two `host:port` are the same; all names of loopback are the same. */
export function isSameAddress(a: string, b: string): boolean {
  const [left, right] = [split(a), split(b)];
  const isSameHost = left.host === right.host || (loopbackNames.has(left.host) && loopbackNames.has(right.host));
  return isSameHost && left.port === right.port;
}

function split(address: string): { host: string; port: string } {
  const at = address.lastIndexOf(':');
  return { host: address.slice(0, at).toLowerCase(), port: address.slice(at + 1) };
}
