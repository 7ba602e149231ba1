import type { AccountSession, SessionChange } from '../sign-in/account.js';
import type { SessionStore } from '../sign-in/account-store.js';

/** Sessions without a database. `tell` gets each change, as a change feed would deliver it. */
export class InMemorySessionStore implements SessionStore {
  readonly #sessions = new Map<string, AccountSession>();

  constructor(private readonly tell: (change: SessionChange) => void = () => undefined) {}

  async add(session: AccountSession): Promise<void> {
    this.#keep(session);
  }

  async seen(id: string, at: number): Promise<void> {
    const present = this.#sessions.get(id);
    if (present !== undefined && present.lastSeenAt < at) this.#keep({ ...present, lastSeenAt: at });
  }

  async reauthenticated(id: string, at: number): Promise<boolean> {
    const present = this.#sessions.get(id);
    if (present !== undefined) this.#keep({ ...present, reauthenticatedAt: at });
    return present !== undefined;
  }

  async end(id: string): Promise<boolean> {
    const isEnded = this.#sessions.delete(id);
    if (isEnded) this.tell({ kind: 'session', id, state: null });
    return isEnded;
  }

  async endAll(accountId: string, but?: string): Promise<number> {
    const ended = [...this.#sessions.values()].filter((it) => it.accountId === accountId && it.id !== but);
    for (const { id } of ended) await this.end(id);
    return ended.length;
  }

  async prune(expiredBefore: number, idleBefore: number): Promise<number> {
    const over = [...this.#sessions.values()].filter(
      (it) => it.expiresAt < expiredBefore || it.lastSeenAt < idleBefore,
    );
    for (const { id } of over) await this.end(id);
    return over.length;
  }

  #keep(session: AccountSession): void {
    this.#sessions.set(session.id, session);
    this.tell({ kind: 'session', id: session.id, state: session });
  }
}
