import { isIP } from 'node:net';
import type { Config } from '@assay/config';

/**
 * The address at which people open pages. A passkey needs a host name, and a session cookie belongs to one host: where no
 * public address is set and the server is reached at a loopback address, it is `localhost` for all pages.
 */
export function peopleUrlOf({ publicUrl }: Pick<Config, 'publicUrl'>, ownUrl: string): string {
  if (publicUrl !== null || !URL.canParse(ownUrl)) return ownUrl;
  const url = new URL(ownUrl);
  if (!isLoopbackAddress(url.hostname)) return ownUrl;
  url.hostname = 'localhost';
  return url.href.replace(/\/$/, '');
}

/** A host that is an IP address of this machine alone. */
const isLoopbackAddress = (host: string): boolean => host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
