import type { Config } from '@assay/config';
import { EgressGuard, type Fetch, guardedDispatcher, guardedFetch, type HostAndPort } from '@assay/transports';

/** Keys and documents of an issuer take a few kilobytes. */
const answerCapBytes = 256 * 1_024;
const connectWithinMs = 5_000;

/**
 * Access to an issuer that the operator has configured: configuring it allows its host, also a private one.
 * Its keys may be elsewhere, at any address that upstreams may be called at.
 */
export function openIssuer(
  issuer: string | undefined,
  { egressAllow }: Pick<Config, 'egressAllow'>,
  except: readonly HostAndPort[],
): { readonly fetch: Fetch; close(): Promise<void> } {
  const host = issuer === undefined ? [] : [new URL(issuer).hostname];
  const guard = new EgressGuard({ allow: [...egressAllow, ...host], loopback: false, except });
  const dispatcher = guardedDispatcher(guard, { connectTimeoutMs: connectWithinMs });
  return { fetch: guardedFetch(dispatcher, answerCapBytes), close: () => dispatcher.destroy() };
}
