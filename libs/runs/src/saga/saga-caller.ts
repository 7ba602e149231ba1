import { type Caller, callerOf, callerOfKept, clientOf, type Directory, endOfKey } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { Saga } from './saga.js';

/** Who calls the next step: the saga's caller with the rights its key has now; fails when the key, or the caller, is gone. */
export function forwardCaller(saga: Saga, directory: Directory, now: number): Result<Caller, Failure> {
  const found = callerOfKept(saga, directory, now);
  if (found.ok) return found;
  if (found.error === 'caller') return ownerGone;
  return gone(`the key it was begun with has ${found.error === 'revoked' ? 'been revoked' : 'expired'}`);
}

/**
 * Who undoes: the saga's caller with the rights its credential had when the saga began. A key that is taken away stops
 * what is still to be done, and must not leave half of it standing; policies, grants and revocations are asked all the same.
 * A key that is still good is named, so that it does not decide on its own calls.
 */
export function backCaller(saga: Saga, directory: Directory, now: number): Result<Caller, Failure> {
  const { principalId, keyId, scopes, namespaces } = saga;
  const principal = directory.principal(principalId);
  if (principal === undefined) return ownerGone;
  const key = keyId === null ? undefined : directory.key(keyId);
  const isGood = endOfKey(key, now) === undefined;
  const used = { ...(isGood && key && { keyId: key.id }), ...(key && clientOf(key)) };
  return ok(callerOf(principal, scopes, namespaces, directory.teams.of(principalId), used));
}

const gone = (why: string) => fail('denied', `The saga may call nothing: ${why}.`);
const ownerGone = gone('whose it is is not known any more');
