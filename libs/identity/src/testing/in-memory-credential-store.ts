import type { Account, Passkey, SignInLink } from '../sign-in/account.js';
import type { CredentialStore, Credentials, NewCredential, Password } from '../sign-in/account-store.js';

/** Credentials and one-time links without a database. */
export class InMemoryCredentialStore implements CredentialStore {
  readonly #passwords = new Map<string, Password>();
  readonly #passkeys = new Map<string, Passkey>();
  readonly #links = new Map<string, SignInLink>();

  async of(accountId: string): Promise<Credentials> {
    return { password: this.#passwords.get(accountId) ?? null, passkeys: this.#passkeysOf(accountId) };
  }

  async counts(accountIds: readonly string[]) {
    return new Map(
      accountIds.map((id) => [id, { password: this.#passwords.has(id), passkeys: this.#passkeysOf(id).length }]),
    );
  }

  async setPassword({ id }: Pick<Account, 'id' | 'organisationId'>, hash: string, setAt: number): Promise<void> {
    this.#passwords.set(id, { hash, setAt });
  }

  async passkey(credentialId: string): Promise<Passkey | undefined> {
    return [...this.#passkeys.values()].find((it) => it.credentialId === credentialId);
  }

  async addPasskey(passkey: Passkey): Promise<'added' | 'taken'> {
    if ((await this.passkey(passkey.credentialId)) !== undefined) return 'taken';
    this.#passkeys.set(passkey.id, passkey);
    return 'added';
  }

  async usePasskey(id: string, { from, to }: { readonly from: number; readonly to: number }, at: number) {
    const present = this.#passkeys.get(id);
    if (present?.counter !== from) return false;
    this.#passkeys.set(id, { ...present, counter: to, lastUsedAt: at });
    return true;
  }

  async removePasskey(accountId: string, id: string): Promise<'removed' | 'missing' | 'last'> {
    if (this.#passkeys.get(id)?.accountId !== accountId) return 'missing';
    if (!this.#passwords.has(accountId) && this.#passkeysOf(accountId).length === 1) return 'last';
    this.#passkeys.delete(id);
    return 'removed';
  }

  async addLink(link: SignInLink): Promise<void> {
    if (link.purpose !== 'first-credential') this.#removeLinks(link.accountId);
    this.#links.set(link.digest, link);
  }

  async link(digest: string, at: number): Promise<SignInLink | undefined> {
    return this.#link(digest, at);
  }

  async redeem(digest: string, credential: NewCredential, at: number): Promise<SignInLink | 'taken' | undefined> {
    const link = this.#link(digest, at);
    if (link === undefined) return undefined;
    const { accountId, purpose } = link;
    const hasOne = this.#passwords.has(accountId) || this.#passkeysOf(accountId).length > 0;
    if (purpose !== 'reset' && hasOne) return 'taken';
    const others = [...this.#passkeys.values()].filter((it) => it.accountId !== accountId);
    if (credential.kind === 'passkey' && others.some((it) => it.credentialId === credential.passkey.credentialId))
      return 'taken';
    this.#removeLinks(accountId);
    this.#passwords.delete(accountId);
    for (const { id } of this.#passkeysOf(accountId)) this.#passkeys.delete(id);
    if (credential.kind === 'password') this.#passwords.set(accountId, { hash: credential.hash, setAt: at });
    else this.#passkeys.set(credential.passkey.id, credential.passkey);
    return link;
  }

  async pruneLinks(before: number): Promise<number> {
    const old = [...this.#links.values()].filter(({ expiresAt }) => expiresAt < before);
    for (const { digest } of old) this.#links.delete(digest);
    return old.length;
  }

  #link(digest: string, at: number): SignInLink | undefined {
    const found = this.#links.get(digest);
    return found !== undefined && found.expiresAt > at ? found : undefined;
  }

  #passkeysOf = (accountId: string): Passkey[] =>
    [...this.#passkeys.values()]
      .filter((it) => it.accountId === accountId)
      .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));

  #removeLinks(accountId: string): void {
    for (const link of this.#links.values()) if (link.accountId === accountId) this.#links.delete(link.digest);
  }
}
