import type { IsolationProfile } from '@assay/contracts';
import { commandOf, type Server } from '@assay/registry';

/** What the command of a server may reach on this machine; undefined for a server with an address. */
export function isolationOf(
  server: Server,
  support: { readonly kind: string },
): IsolationProfile | 'off' | 'none' | undefined {
  if (commandOf(server) === undefined) return undefined;
  if (server.isolation === 'off') return 'off';
  return support.kind === 'none' ? 'none' : (server.isolation ?? undefined);
}
