import type { AddPasskey, PasskeyOptions, Reauthenticate } from '@assay/contracts';
import {
  type AuditLog,
  type ChangeFeed,
  type Clock,
  type Failure,
  fail,
  ok,
  type Random,
  type Result,
} from '@assay/kernel';
import type { Caller } from '../caller.js';
import type { Directory } from '../directory.js';
import { recordChange } from '../record-change.js';
import type { Account, AccountSession, Passkey } from './account.js';
import type { AccountStore, AttemptStore, CredentialStore, Credentials, SessionStore } from './account-store.js';
import { AnswerChallenge } from './answer-challenge.js';
import type { LimitPasswords } from './limit-passwords.js';
import type { PasskeyCeremonies, RelyingParty } from './passkey-ceremonies.js';
import type { PasswordHasher } from './password-hasher.js';
import { normalPassword, whyUnsuitable } from './password-rules.js';
import { isInForce, reauthenticatedUntil } from './session-in-force.js';
import type { Sessions } from './sessions.js';

export interface OwnAccountPorts {
  readonly directory: Directory;
  readonly sessions: Sessions;
  readonly accounts: Pick<AccountStore, 'change'>;
  readonly credentials: CredentialStore;
  readonly sessionStore: Pick<SessionStore, 'end' | 'endAll' | 'reauthenticated'>;
  readonly attempts: AttemptStore;
  readonly passwords: PasswordHasher;
  readonly passkeys: PasskeyCeremonies;
  readonly limit: Pick<LimitPasswords, 'refuses' | 'failed' | 'succeeded'>;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
}

/** A caller's account, and the session of the request. */
export interface OwnAccount {
  readonly account: Account;
  readonly session: AccountSession;
}

/** What a person does with their own account, in a session and never with an API key. */
export class ManageOwnAccount {
  readonly #ports: OwnAccountPorts;
  readonly #answering: AnswerChallenge;

  constructor(ports: OwnAccountPorts) {
    this.#ports = ports;
    this.#answering = new AnswerChallenge(ports);
  }

  /** The account and session of a caller who is signed in. */
  find(caller: Caller): Result<OwnAccount, Failure> {
    const { directory, sessions } = this.#ports;
    const session = caller.session && sessions.get(caller.session.id);
    const account = session && directory.accounts.of(session.accountId);
    if (session === undefined || account === undefined)
      return fail('session_required', 'Accounts are managed by signed-in people: sign in, then try again.');
    return ok({ account, session });
  }

  credentials = (account: Account): Promise<Credentials> => this.#ports.credentials.of(account.id);

  async rename(caller: Caller, displayName: string): Promise<Result<OwnAccount, Failure>> {
    const found = this.find(caller);
    if (!found.ok) return found;
    await this.#ports.accounts.change(found.value.account.id, { displayName });
    await recordChange(this.#ports, caller, 'account.change', caller.name, { displayName });
    return this.find(caller);
  }

  /** Enters the password or a passkey again; the session remembers it for some minutes. */
  async reauthenticate(
    caller: Caller,
    { password, response }: Reauthenticate,
    party: RelyingParty | undefined,
    address: string,
  ): Promise<Result<AccountSession, Failure>> {
    const found = this.find(caller);
    if (!found.ok) return found;
    const { account, session } = found.value;
    const checked =
      password !== undefined
        ? await this.#checkPassword(caller, account, password, address)
        : await this.#checkPasskey(account, response, party);
    if (!checked.ok) return checked;
    return this.confirm(caller, session, password === undefined ? 'passkey' : 'password');
  }

  /** Stores that the person of a session has just proved who they are. */
  async confirm(caller: Caller, session: AccountSession, by: string): Promise<Result<AccountSession, Failure>> {
    const { sessionStore, clock, sessions } = this.#ports;
    await sessionStore.reauthenticated(session.id, clock.now());
    await recordChange(this.#ports, caller, 'session.reauthenticate', caller.name, { session: session.id, by });
    return ok(sessions.get(session.id) ?? session);
  }

  async reauthenticationOptions(caller: Caller, party: RelyingParty): Promise<Result<PasskeyOptions, Failure>> {
    const found = this.find(caller);
    if (!found.ok) return found;
    const { account } = found.value;
    const { passkeys } = await this.#ports.credentials.of(account.id);
    const here = passkeys.filter((it) => it.rpId === party.rpId);
    if (here.length === 0) return fail('conflict', `You have no passkey for ${party.rpId}: use your password.`);
    const challenge = await this.#answering.open('reauthenticate', account.id, party);
    return ok(await this.#ports.passkeys.requestOptions(party, challenge, here));
  }

  /** Sets the password and ends the person's other sessions. */
  async setPassword(caller: Caller, password: string): Promise<Result<OwnAccount, Failure>> {
    const found = this.confirmed(caller);
    if (!found.ok) return found;
    const { account, session } = found.value;
    const unsuitable = whyUnsuitable(password, caller.name);
    if (unsuitable !== undefined) return { ok: false, error: unsuitable };
    const { passwords, credentials, sessionStore, clock } = this.#ports;
    await credentials.setPassword(account, await passwords.hash(normalPassword(password)), clock.now());
    const ended = await sessionStore.endAll(account.id, session.id);
    await this.#record(caller, 'account.credential-set', { credential: 'password', endedSessions: ended });
    return found;
  }

  async passkeyOptions(caller: Caller, party: RelyingParty): Promise<Result<PasskeyOptions, Failure>> {
    const found = this.confirmed(caller);
    if (!found.ok) return found;
    const { account } = found.value;
    const { passkeys } = await this.#ports.credentials.of(account.id);
    const challenge = await this.#answering.open('add passkey', account.id, party);
    const person = { id: account.id, name: caller.name, displayName: account.displayName };
    const existing = passkeys.filter((it) => it.rpId === party.rpId);
    return ok(await this.#ports.passkeys.creationOptions(party, challenge, person, existing));
  }

  async addPasskey(caller: Caller, body: AddPasskey, party: RelyingParty): Promise<Result<Passkey, Failure>> {
    const found = this.confirmed(caller);
    if (!found.ok) return found;
    const { account } = found.value;
    const created = await this.#answering.created('add passkey', body.response, party, account.id);
    if (!created.ok) return created;
    const { credentials, random, clock } = this.#ports;
    const passkey: Passkey = {
      ...created.value,
      id: random.uuid(),
      organisationId: account.organisationId,
      accountId: account.id,
      rpId: party.rpId,
      name: body.name ?? 'Passkey',
      createdAt: clock.now(),
      lastUsedAt: null,
    };
    if ((await credentials.addPasskey(passkey)) === 'taken')
      return fail('conflict', 'This passkey is registered already.');
    await this.#record(caller, 'account.credential-set', { credential: 'passkey', passkey: passkey.id });
    return ok(passkey);
  }

  async removePasskey(caller: Caller, id: string): Promise<Result<null, Failure>> {
    const found = this.confirmed(caller);
    if (!found.ok) return found;
    const removed = await this.#ports.credentials.removePasskey(found.value.account.id, id);
    if (removed === 'missing') return fail('not_found', `You have no passkey with the id "${id}".`);
    if (removed === 'last')
      return fail('conflict', 'This is your only credential: set a password or add another passkey first.');
    await this.#record(caller, 'account.credential-remove', { credential: 'passkey', passkey: id });
    return ok(null);
  }

  /** Sessions in force of the caller's principal, newest first. */
  list(caller: Caller): AccountSession[] {
    const { sessions, clock } = this.#ports;
    return sessions.of(caller.principalId ?? '').filter((it) => isInForce(it, clock.now()));
  }

  /** Ends one of the caller's own sessions, also the one of the request. */
  async end(caller: Caller, id: string): Promise<Result<null, Failure>> {
    const { sessions, sessionStore } = this.#ports;
    if (caller.principalId === null || sessions.get(id)?.accountId !== caller.principalId)
      return fail('not_found', `You have no session with the id "${id}".`);
    await sessionStore.end(id);
    await this.#record(caller, 'session.end', { session: id });
    return ok(null);
  }

  #record = (caller: Caller, action: string, details: Readonly<Record<string, unknown>>) =>
    recordChange(this.#ports, caller, action, caller.name, details);

  /** The same as `find`, after a recent re-authentication. */
  /** The same, when the person entered the password or a passkey within the last minutes. */
  confirmed(caller: Caller): Result<OwnAccount, Failure> {
    const found = this.find(caller);
    if (!found.ok) return found;
    return reauthenticatedUntil(found.value.session, this.#ports.clock.now()) === null ? unconfirmed : found;
  }

  async #checkPassword(
    { name }: Caller,
    account: Account,
    password: string,
    address: string,
  ): Promise<Result<null, Failure>> {
    const { limit, credentials, passwords, directory } = this.#ports;
    const organisation = directory.organisation(account.organisationId)?.name ?? '';
    const refused = await limit.refuses(organisation, name, address);
    if (refused !== undefined) return { ok: false, error: refused };
    const stored = (await credentials.of(account.id)).password;
    if (await passwords.matches(normalPassword(password), stored?.hash ?? null)) {
      await limit.succeeded(organisation, name, address);
      return ok(null);
    }
    await limit.failed(organisation, name, address);
    return fail('forbidden', 'The password is wrong.');
  }

  async #checkPasskey(
    account: Account,
    response: Reauthenticate['response'],
    party: RelyingParty | undefined,
  ): Promise<Result<null, Failure>> {
    if (response === undefined || party === undefined)
      return fail('invalid_request', 'Passkeys do not work at this address: use the password.');
    const asserted = await this.#answering.asserted('reauthenticate', response, party, account.id);
    // The session is valid: 401 would make a page sign in again.
    return asserted.ok ? ok(null) : fail('forbidden', asserted.error.message);
  }
}

const unconfirmed = fail('reauthentication_required', 'Enter your password or passkey again first, in the console.');
