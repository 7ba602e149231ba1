import type { FastifyRequest } from 'fastify';
import { FailureException } from '../failure-exception.js';

/** Guards against DNS rebinding: a request names this host, and so does the page it comes from, if it comes from one. */
export function requireOwnHost({ headers }: FastifyRequest, isOwnHost: (host: string) => boolean): void {
  const host = hostOf(`http://${headers.host ?? ''}`);
  const origin = headers.origin === undefined ? undefined : hostOf(headers.origin);
  if (host !== null && isOwnHost(host) && (origin === undefined || (origin !== null && isOwnHost(origin)))) return;
  throw new FailureException({
    code: 'address_forbidden',
    message: 'The Host or Origin header names another host: set ASSAY_PUBLIC_URL to the address clients use.',
  });
}

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).hostname : null);

/** Names a request may use for this server: those of this machine's loopback, the one it listens on, its public one. */
export function ownHosts(host: string, publicUrl: string): Set<string> {
  const names = new Set(['localhost', '127.0.0.1', '[::1]', host, `[${host}]`]);
  if (URL.canParse(publicUrl)) names.add(new URL(publicUrl).hostname);
  return names;
}
