import type { Appeal, Lifting, Revocation } from './revocation.js';

/** Writes of revocations; each puts its outbox row in the same transaction. Reading is the Catalogue's. */
export interface RevocationStore {
  /**
   * Of several for one target at once, exactly one is kept: answers the one in force, this or the one before it. Where
   * there has been one of the same cause, lifted or not, none is added and that one is answered.
   */
  addRevocation(revocation: Revocation): Promise<Revocation>;
  /** Gives one in force another author and reason. False when there is none of this id in force. */
  takeOverRevocation(id: string, by: Pick<Revocation, 'createdBy' | 'reason'>): Promise<boolean>;
  /** Keeps what is said against one. False when there is none of this id in force, or something was said before. */
  appealRevocation(id: string, appeal: Appeal): Promise<boolean>;
  /** False when there is none of this id in force. */
  liftRevocation(id: string, lifting: Lifting): Promise<boolean>;
}
