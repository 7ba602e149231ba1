import { roles } from '@assay/contracts';
import type { Account, ExternalSubject } from './account.js';

/** All accounts, in memory, updated by the change feed. */
export class Accounts {
  readonly #accounts = new Map<string, Account>();
  readonly #byExternal = new Map<string, Account>();

  of = (principalId: string): Account | undefined => this.#accounts.get(principalId);
  ofExternal = (external: ExternalSubject): Account | undefined => this.#byExternal.get(keyOf(external));
  all = (): Iterable<Account> => this.#accounts.values();

  /** Whether the person may not act at all. */
  isDisabled = (principalId: string): boolean => (this.#accounts.get(principalId)?.disabledAt ?? null) !== null;

  apply(id: string, state: Account | null): void {
    const former = this.#accounts.get(id);
    if (former?.external) this.#byExternal.delete(keyOf(former.external));
    this.#accounts.delete(id);
    if (state === null) return;
    this.#accounts.set(id, state);
    if (state.external !== null) this.#byExternal.set(keyOf(state.external), state);
  }
}

/** The scopes of an account's roles. */
export const scopesOfRoles = (account: Pick<Account, 'roles'>): readonly string[] => [
  ...new Set(account.roles.flatMap((it) => roles[it] ?? [])),
];

const keyOf = ({ issuer, subject }: ExternalSubject): string => `${issuer} ${subject}`;
