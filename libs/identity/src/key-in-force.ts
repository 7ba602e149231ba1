import type { ApiKey } from './records.js';

/** Why a key is no longer valid; undefined while it is. An unknown key counts as revoked. */
export function endOfKey(key: ApiKey | undefined, now: number): 'revoked' | 'expired' | undefined {
  if (key === undefined || key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : undefined;
}
