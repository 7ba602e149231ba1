const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Why a client cannot be sent back to an address; undefined when it can: https, http on the person's own machine
 * (RFC 8252, section 7.3), or a private-use scheme of an installed application (section 7.1).
 */
export function whyNotRedirect(address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return 'must be an absolute address';
  const { protocol, hostname, hash, username, password } = new URL(address);
  if (address.includes('#') || hash !== '') return 'must not have a fragment';
  if (username !== '' || password !== '') return 'must not contain a user name or password';
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:') return loopback.has(hostname) ? undefined : 'must use https, or http at localhost';
  return unsafe.has(protocol) ? `must not use the scheme ${protocol.slice(0, -1)}` : undefined;
}

/** Schemes that a browser acts on by itself. */
const unsafe = new Set([
  'javascript:',
  'data:',
  'file:',
  'blob:',
  'about:',
  'vbscript:',
  'ws:',
  'wss:',
  'ftp:',
  'view-source:',
]);

/** Where a person is sent after the decision: the host, or the application that has registered the scheme. */
export function destinationOf(address: string): { readonly host: string; readonly isLocal: boolean } {
  const { protocol, hostname, host } = new URL(address);
  if (protocol === 'https:') return { host, isLocal: false };
  return protocol === 'http:'
    ? { host, isLocal: loopback.has(hostname) }
    : { host: `${protocol}//${host}`, isLocal: true };
}
