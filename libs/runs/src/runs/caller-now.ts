import { type Caller, callerOf, type Directory, endOfKey } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';

/**
 * Who makes the next step of a composition: its caller, with the rights it has by now. A run may take minutes, or wait for
 * days; a key that is revoked, or expires, meanwhile begins nothing more.
 */
export function callerNow(caller: Caller, directory: Directory, now: number): Result<Caller, Failure> {
  const { keyId, principalId } = caller;
  const end = keyId === undefined ? undefined : endOfKey(directory.key(keyId), now);
  if (end !== undefined) return gone(end === 'revoked' ? 'has been revoked' : 'has expired');
  const principal = principalId === null ? undefined : directory.principal(principalId);
  if (principal === undefined) return ok(caller);
  const teams = directory.teams.of(principal.id);
  if (teams === caller.teams) return ok(caller);
  return ok(callerOf(principal, [...caller.scopes], caller.namespaces, teams, caller));
}

const gone = (what: string) =>
  fail('denied', `The step was not begun: the key that the composition was begun with ${what} meanwhile.`);
