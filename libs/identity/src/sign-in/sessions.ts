import type { AccountSession, SessionChange } from './account.js';

/** All sessions, in memory, updated by the change feed: a request needs no query, and an ended session is gone at once. */
export class Sessions {
  readonly #sessions = new Map<string, AccountSession>();
  readonly #byDigest = new Map<string, AccountSession>();
  readonly #byAccount = new Map<string, Set<string>>();

  get = (id: string): AccountSession | undefined => this.#sessions.get(id);
  withDigest = (digest: string): AccountSession | undefined => this.#byDigest.get(digest);

  /** Of one person, newest first. */
  of = (accountId: string): AccountSession[] =>
    [...(this.#byAccount.get(accountId) ?? [])]
      .map((id) => this.#sessions.get(id) as AccountSession)
      .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));

  apply({ id, state }: SessionChange): void {
    const former = this.#sessions.get(id);
    if (former !== undefined) this.#remove(former);
    if (state === null) return;
    this.#sessions.set(id, state);
    this.#byDigest.set(state.digest, state);
    const ids = this.#byAccount.get(state.accountId) ?? new Set();
    this.#byAccount.set(state.accountId, ids.add(id));
  }

  #remove({ id, digest, accountId }: AccountSession): void {
    this.#sessions.delete(id);
    this.#byDigest.delete(digest);
    const ids = this.#byAccount.get(accountId);
    ids?.delete(id);
    if (ids?.size === 0) this.#byAccount.delete(accountId);
  }
}
