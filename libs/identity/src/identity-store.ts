import type { Visibility } from '@assay/contracts';
import type { ApiKey, Endorsement, Grant, Namespace, Organisation, Principal } from './records.js';

/**
 * Writes of who may do what. Each write puts its outbox row in the same transaction. Reading is the Directory's:
 * what is written here is seen there once the change feed has caught up.
 */
export interface IdentityStore {
  addOrganisation(organisation: Organisation): Promise<'added' | 'taken'>;
  /** Adds the principal, or answers the one of that name in that organisation. */
  addPrincipal(principal: Principal): Promise<Principal>;
  addKey(key: ApiKey): Promise<void>;
  revokeKey(id: string, at: number): Promise<boolean>;
  /** A former name of another namespace is taken too. */
  addNamespace(namespace: Namespace): Promise<'added' | 'taken'>;
  changeVisibility(namespace: string, visibility: Visibility): Promise<boolean>;
  /** False when there is no such namespace in the principal's organisation. */
  addOwner(namespace: string, principalId: string): Promise<boolean>;
  /** Refuses to remove the last owner; a team without members is none. */
  removeOwner(namespace: string, principalId: string): Promise<'removed' | 'missing' | 'last'>;
  addGrant(grant: Grant): Promise<void>;
  removeGrant(id: string): Promise<boolean>;
  /** Adds the endorsement, or answers the one of that tool and organisation. */
  addEndorsement(endorsement: Endorsement): Promise<Endorsement>;
  removeEndorsement(id: string): Promise<boolean>;
}
