import type { Appeal, Lifting, Revocation } from './revocation.js';

/** Writes of revocations; each puts its outbox row in the same transaction. Reads use the Catalogue. */
export interface RevocationStore {
  /**
   * Of several concurrent ones for one target, exactly one is kept: returns the one in force, new or old. If there has
   * been one of the same cause, lifted or not, none is added and that one is returned.
   */
  addRevocation(revocation: Revocation): Promise<Revocation>;
  /** Replaces the author and reason of one in force. False when there is none in force with this id. */
  takeOverRevocation(id: string, by: Pick<Revocation, 'createdBy' | 'reason'>): Promise<boolean>;
  /** Stores the appeal against one. False when there is none in force with this id, or it has an appeal. */
  appealRevocation(id: string, appeal: Appeal): Promise<boolean>;
  /** False when there is none of this id in force. */
  liftRevocation(id: string, lifting: Lifting): Promise<boolean>;
}
