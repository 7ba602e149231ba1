import { err, ok, type Result } from '@assay/kernel';
import { callerOf } from './authenticate-key.js';
import type { Caller } from './caller.js';
import type { Directory } from './directory.js';
import { scopesIn } from './installation.js';
import { endOfKey } from './key-in-force.js';

/** What is kept of a caller whose work goes on without it: whose it is, and what its credential allowed. */
export interface KeptCredential {
  readonly principalId: string;
  /** Null for a token. */
  readonly keyId: string | null;
  readonly scopes: readonly string[];
  readonly namespaces: readonly string[] | null;
}

/** Who a kept credential stands for now: with the rights its key has, or with those a token had. Fails with what is gone. */
export function callerOfKept(
  { principalId, keyId, scopes, namespaces }: KeptCredential,
  directory: Directory,
  now: number,
): Result<Caller, 'caller' | 'revoked' | 'expired'> {
  const principal = directory.principal(principalId);
  if (principal === undefined) return err('caller');
  const teams = directory.teams.of(principal.id);
  const { organisationId } = principal;
  if (keyId === null) {
    return ok(callerOf(principal, scopesIn(directory, organisationId, scopes), namespaces, teams));
  }
  const key = directory.key(keyId);
  const end = endOfKey(key, now);
  if (key === undefined || end !== undefined) return err(end ?? 'revoked');
  return ok(callerOf(principal, scopesIn(directory, organisationId, key.scopes), key.namespaces, teams, key.id));
}
