import { err, ok, type Result } from '@assay/kernel';
import { callerOf, clientOf } from './authenticate-key.js';
import type { Caller } from './caller.js';
import { scopesNow } from './delegation/scopes-now.js';
import type { Directory } from './directory.js';
import { scopesIn } from './installation.js';
import { endOfKey } from './key-in-force.js';

/** The stored credential of a caller whose work continues in the background: its owner and its rights. */
export interface KeptCredential {
  readonly principalId: string;
  /** Null for a token. */
  readonly keyId: string | null;
  readonly scopes: readonly string[];
  readonly namespaces: readonly string[] | null;
}

/**
 * The caller of a stored credential now: with the current rights of its key, or with those the token had. Fails with
 * the reason when it is no longer valid.
 */
export function callerOfKept(
  { principalId, keyId, scopes, namespaces }: KeptCredential,
  directory: Directory,
  now: number,
): Result<Caller, 'caller' | 'revoked' | 'expired'> {
  const principal = directory.principal(principalId);
  if (principal === undefined) return err('caller');
  if (directory.accounts.isDisabled(principal.id)) return err('revoked');
  const teams = directory.teams.of(principal.id);
  const { organisationId } = principal;
  if (keyId === null) {
    return ok(callerOf(principal, scopesIn(directory, organisationId, scopes), namespaces, teams));
  }
  const key = directory.key(keyId);
  const end = endOfKey(key, now);
  if (key === undefined || end !== undefined) return err(end ?? 'revoked');
  const used = { keyId: key.id, ...clientOf(key) };
  return ok(
    callerOf(principal, scopesIn(directory, organisationId, scopesNow(key, directory)), key.namespaces, teams, used),
  );
}
