import type { Visibility } from '@assay/contracts';
import type { AccessToken, ApiKey, Endorsement, Grant, Namespace, Organisation, Principal } from './records.js';

/**
 * Writes permissions. Each write puts its outbox row in the same transaction. Reads use the Directory, which shows a
 * write once the change feed has caught up.
 */
export interface IdentityStore {
  addOrganisation(organisation: Organisation): Promise<'added' | 'taken'>;
  /** Adds the principal, or answers the one of that name in that organisation. */
  addPrincipal(principal: Principal): Promise<Principal>;
  addKey(key: ApiKey): Promise<void>;
  revokeKey(id: string, at: number): Promise<boolean>;
  /**
   * Adds an access token of a client's key, which ends at `endsAt` unless it gets another one, and drops those that have
   * expired by `now`. False when the key has been revoked, or is none of a client.
   */
  addToken(keyId: string, token: AccessToken, endsAt: number, now: number): Promise<boolean>;
  removeToken(keyId: string, prefix: string): Promise<void>;
  /** A former name of another namespace also counts as taken. */
  addNamespace(namespace: Namespace): Promise<'added' | 'taken'>;
  changeVisibility(namespace: string, visibility: Visibility): Promise<boolean>;
  /** False when the principal's organisation has no such namespace. */
  addOwner(namespace: string, principalId: string): Promise<boolean>;
  /** Refuses to remove the last owner; a team without members is none. */
  removeOwner(namespace: string, principalId: string): Promise<'removed' | 'missing' | 'last'>;
  addGrant(grant: Grant): Promise<void>;
  removeGrant(id: string): Promise<boolean>;
  /** Adds the endorsement, or answers the one of that tool and organisation. */
  addEndorsement(endorsement: Endorsement): Promise<Endorsement>;
  removeEndorsement(id: string): Promise<boolean>;
}
