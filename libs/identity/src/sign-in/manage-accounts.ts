import { type Invite, scopes as knownScopes, type LinkPurpose, type PatchAccount } from '@assay/contracts';
import { digestText, type Failure, fail, ok, type Result } from '@assay/kernel';
import { anonymousName } from '../anonymous.js';
import { type Caller, hasScope } from '../caller.js';
import type { IdentityPorts } from '../identity-ports.js';
import { scopesIn } from '../installation.js';
import type { ManageTeams } from '../manage-teams.js';
import { recordChange } from '../record-change.js';
import type { Principal } from '../records.js';
import type { Account } from './account.js';
import type { AccountStore, CredentialStore, SessionStore } from './account-store.js';
import { scopesOfRoles } from './accounts.js';
import { signInDefaults } from './sign-in-defaults.js';

export interface ManageAccountsPorts extends IdentityPorts {
  readonly accounts: AccountStore;
  readonly credentials: Pick<CredentialStore, 'addLink'>;
  readonly sessions: Pick<SessionStore, 'endAll'>;
  readonly teams: Pick<ManageTeams, 'find' | 'addMember'>;
  readonly notifyReset: (account: Account, by: Caller) => Promise<void>;
}

export interface IssuedToken {
  readonly account: Account;
  /** Kept nowhere. */
  readonly token: string;
  readonly expiresAt: number;
}

/** Administrators manage the accounts of their organisation's people. */
export class ManageAccounts {
  readonly #ports: ManageAccountsPorts;

  constructor(ports: ManageAccountsPorts) {
    this.#ports = ports;
  }

  /** Those of the caller's organisation, newest first. */
  list(caller: Caller): Account[] {
    return [...this.#ports.directory.accounts.all()]
      .filter((it) => it.organisationId === caller.organisationId)
      .sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  /** By id, or by the person's name in the caller's organisation. */
  find(caller: Caller, idOrName: string): Result<Account, Failure> {
    const { accounts, principalNamed } = this.#ports.directory;
    const { organisationId } = caller;
    const person = organisationId === null ? undefined : principalNamed(organisationId, idOrName);
    const account = accounts.of(idOrName) ?? (person && accounts.of(person.id));
    return account === undefined || account.organisationId !== organisationId
      ? fail('not_found', `No account in your organisation has the id or name "${idOrName}".`)
      : ok(account);
  }

  /** Creates the account, and its principal if there is none. Nobody gives rights they do not have. */
  async invite(caller: Caller, body: Invite): Promise<Result<IssuedToken, Failure>> {
    const allowed = this.#mayGive(caller, body.roles);
    if (!allowed.ok) return allowed;
    if (body.name === anonymousName) return fail('conflict', `"${anonymousName}" is reserved: choose another name.`);
    const teams = (body.teams ?? []).map((name) => this.#ports.teams.find(caller, name));
    const missing = teams.find((it) => !it.ok);
    if (missing !== undefined && !missing.ok) return missing;
    const { directory, store, accounts, clock, random } = this.#ports;
    const organisationId = caller.organisationId as string;
    const known = directory.principalNamed(organisationId, body.name);
    const now = clock.now();
    const principal = known ?? (await store.addPrincipal(newPerson(random.uuid(), organisationId, body.name, now)));
    if (principal.kind !== 'user')
      return fail('conflict', `"${principal.name}" is a principal of kind ${principal.kind}: choose another name.`);
    const account: Account = {
      id: principal.id,
      organisationId,
      displayName: body.displayName ?? null,
      roles: [...new Set(body.roles)],
      external: null,
      disabledAt: null,
      // The person who uses the link takes over a principal that may have made calls before.
      resetAt: known === undefined ? null : now,
      createdAt: now,
      createdBy: caller.principalId,
    };
    if ((await accounts.add(account)) === 'taken')
      return fail('conflict', `"${body.name}" has an account: use another name, or reset that account.`);
    const issued = await this.#issue(caller, account, 'invitation', signInDefaults.invitationMs);
    await recordChange(this.#ports, caller, 'account.invite', body.name, { roles: account.roles });
    for (const name of body.teams ?? []) await this.#ports.teams.addMember(caller, name, body.name);
    return ok(issued);
  }

  /**
   * Ends a person's sessions and issues a link that replaces their credentials. The person is notified, and cannot decide
   * on their own calls for an hour, so that an administrator's key does not become the person.
   */
  async reset(caller: Caller, idOrName: string): Promise<Result<IssuedToken, Failure>> {
    const found = this.#manageable(caller, idOrName);
    if (!found.ok) return found;
    const account = found.value;
    const { id } = account;
    if (account.external !== null)
      return fail('conflict', `This person signs in at ${account.external.issuer}: reset the credentials there.`);
    const { accounts, sessions, clock, notifyReset } = this.#ports;
    await accounts.change(id, { resetAt: clock.now() });
    await sessions.endAll(id);
    const issued = await this.#issue(caller, account, 'reset', signInDefaults.linkMs);
    await recordChange(this.#ports, caller, 'account.reset', this.#nameOf(id));
    const changed = this.#ports.directory.accounts.of(id) ?? account;
    await notifyReset(changed, caller);
    return ok({ ...issued, account: changed });
  }

  async change(caller: Caller, idOrName: string, { roles, disabled }: PatchAccount): Promise<Result<Account, Failure>> {
    const found = this.#manageable(caller, idOrName);
    if (!found.ok) return found;
    const { id } = found.value;
    if (id === caller.principalId)
      return fail('conflict', 'You cannot change your own roles or disable yourself: ask another administrator.');
    if (roles !== undefined) {
      const allowed = this.#mayGive(caller, roles);
      if (!allowed.ok) return allowed;
    }
    const { accounts, sessions, clock, directory } = this.#ports;
    const disabledAt = disabled === true ? (found.value.disabledAt ?? clock.now()) : null;
    await accounts.change(id, {
      ...(roles !== undefined && { roles: [...new Set(roles)] }),
      ...(disabled !== undefined && { disabledAt }),
    });
    if (disabled === true) await sessions.endAll(id);
    await recordChange(this.#ports, caller, 'account.change', this.#nameOf(id), {
      ...(roles !== undefined && { roles }),
      ...(disabled !== undefined && { disabled }),
    });
    return ok(directory.accounts.of(id) ?? found.value);
  }

  /** A link for somebody who has no credential yet. */
  issueFirst = (account: Account): Promise<IssuedToken> =>
    this.#issue(null, account, 'first-credential', signInDefaults.linkMs);

  async #issue(caller: Caller | null, account: Account, purpose: LinkPurpose, lastsMs: number): Promise<IssuedToken> {
    const { credentials, random, clock } = this.#ports;
    const token = random.token(32);
    const createdAt = clock.now();
    const expiresAt = createdAt + lastsMs;
    await credentials.addLink({
      id: random.uuid(),
      organisationId: account.organisationId,
      accountId: account.id,
      purpose,
      digest: digestText(token),
      createdAt,
      createdBy: caller?.principalId ?? null,
      expiresAt,
    });
    return { account, token, expiresAt };
  }

  #nameOf = (id: string): string => this.#ports.directory.principal(id)?.name ?? id;

  /** Those whose rights the caller has, too: nobody takes over somebody with more. */
  #manageable(caller: Caller, idOrName: string): Result<Account, Failure> {
    const found = this.find(caller, idOrName);
    if (!found.ok) return found;
    const allowed = this.#mayGive(caller, found.value.roles);
    return allowed.ok ? found : allowed;
  }

  #mayGive(caller: Caller, roles: Account['roles']): Result<null, Failure> {
    if (!hasScope(caller, 'admin') || caller.namespaces !== null)
      return fail('forbidden', 'Accounts are managed by administrators, with a credential that is not narrowed.');
    const given = scopesIn(this.#ports.directory, caller.organisationId as string, scopesOfRoles({ roles }));
    const beyond = given.filter((it) => (knownScopes as readonly string[]).includes(it) && !hasScope(caller, it));
    if (beyond.length === 0) return ok(null);
    return fail('forbidden', `This account has or would get scopes you do not hold: ${beyond.join(', ')}.`);
  }
}

const newPerson = (id: string, organisationId: string, name: string, createdAt: number): Principal => ({
  id,
  organisationId,
  kind: 'user',
  name,
  createdAt,
});
