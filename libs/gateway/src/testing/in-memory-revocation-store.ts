import { type Appeal, type Lifting, type Revocation, type RevocationStore, targetOf } from '@assay/registry';
import type { InMemoryChangeFeed } from './in-memory-change-feed.js';

/** Revocations without a database. Every write is sent to the feed immediately. */
export class InMemoryRevocationStore implements RevocationStore {
  readonly #revocations = new Map<string, Revocation>();

  constructor(private readonly feed: InMemoryChangeFeed) {}

  async addRevocation(revocation: Revocation): Promise<Revocation> {
    const all = [...this.#revocations.values()];
    const present =
      all.find((it) => it.cause !== null && it.cause === revocation.cause) ??
      all.find((it) => it.lifted === null && targetOf(it) === targetOf(revocation));
    if (present !== undefined) return present;
    this.#keep(revocation);
    return revocation;
  }

  async takeOverRevocation(id: string, by: Pick<Revocation, 'createdBy' | 'reason'>): Promise<boolean> {
    const present = this.#revocations.get(id);
    if (present === undefined || present.lifted !== null) return false;
    this.#keep({ ...present, ...by });
    return true;
  }

  async appealRevocation(id: string, appeal: Appeal): Promise<boolean> {
    const present = this.#revocations.get(id);
    if (present === undefined || present.lifted !== null || present.appeal !== null) return false;
    this.#keep({ ...present, appeal });
    return true;
  }

  async liftRevocation(id: string, lifting: Lifting): Promise<boolean> {
    const present = this.#revocations.get(id);
    if (present === undefined || present.lifted !== null) return false;
    this.#keep({ ...present, lifted: lifting });
    return true;
  }

  #keep(revocation: Revocation): void {
    this.#revocations.set(revocation.id, revocation);
    this.feed.put('revocation', revocation);
  }
}
