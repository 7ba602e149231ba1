import type { Account } from '../sign-in/account.js';
import type { AccountStore } from '../sign-in/account-store.js';

/** Accounts without a database. `put` gets each one that was written, as a change feed would deliver it. */
export class InMemoryAccountStore implements AccountStore {
  readonly #accounts = new Map<string, Account>();

  constructor(private readonly put: (account: Account) => void = () => undefined) {}

  async add(account: Account): Promise<'added' | 'taken'> {
    const { external } = account;
    const isTaken = [...this.#accounts.values()].some(
      (it) =>
        it.id === account.id ||
        (external !== null && it.external?.issuer === external.issuer && it.external.subject === external.subject),
    );
    if (isTaken) return 'taken';
    this.#keep(account);
    return 'added';
  }

  async change(id: string, change: Parameters<AccountStore['change']>[1]): Promise<boolean> {
    const present = this.#accounts.get(id);
    if (present === undefined) return false;
    this.#keep({ ...present, ...change });
    return true;
  }

  #keep(account: Account): void {
    this.#accounts.set(account.id, account);
    this.put(account);
  }
}
