import type { ApiKey } from './records.js';

/** Why a key opens nothing any more; undefined while it is in force. One that is not known any more counts as revoked. */
export function endOfKey(key: ApiKey | undefined, now: number): 'revoked' | 'expired' | undefined {
  if (key === undefined || key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : undefined;
}
