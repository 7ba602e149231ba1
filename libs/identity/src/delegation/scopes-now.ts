import { scopes as knownScopes } from '@assay/contracts';
import type { Directory } from '../directory.js';
import type { ApiKey } from '../records.js';
import { scopesOfRoles } from '../sign-in/accounts.js';

/**
 * The scopes of a key now. What a client was granted is never more than its person has: a role that the person loses,
 * its clients lose. Scopes of tools, which roles do not contain, stay as they were granted.
 */
export function scopesNow(
  { principalId, scopes, delegation }: Pick<ApiKey, 'principalId' | 'scopes' | 'delegation'>,
  directory: Pick<Directory, 'accounts'>,
): readonly string[] {
  const account = delegation === undefined ? undefined : directory.accounts.of(principalId);
  if (account === undefined) return scopes;
  const held = scopesOfRoles(account);
  return scopes.filter((it) => held.includes(it) || !(knownScopes as readonly string[]).includes(it));
}
