import type { LinkPasskey, LinkPassword, PasskeyOptions } from '@assay/contracts';
import {
  type AuditLog,
  type ChangeFeed,
  type Clock,
  digestText,
  type Failure,
  fail,
  ok,
  type Random,
  type Result,
} from '@assay/kernel';
import type { Directory } from '../directory.js';
import type { Principal } from '../records.js';
import type { Account, SignInLink } from './account.js';
import type { AccountStore, AttemptStore, CredentialStore, NewCredential, SessionStore } from './account-store.js';
import { AnswerChallenge } from './answer-challenge.js';
import type { PasskeyCeremonies, RelyingParty } from './passkey-ceremonies.js';
import type { PasswordHasher } from './password-hasher.js';
import { normalPassword, whyUnsuitable } from './password-rules.js';
import type { RequestOrigin, StartedSession, StartSession } from './start-session.js';

export interface UseLinkPorts {
  readonly directory: Directory;
  readonly accounts: Pick<AccountStore, 'change'>;
  readonly credentials: CredentialStore;
  readonly sessions: Pick<SessionStore, 'endAll'>;
  readonly attempts: AttemptStore;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
  readonly passkeys: PasskeyCeremonies;
  readonly starting: Pick<StartSession, 'run'>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
}

export interface OpenLink {
  readonly link: SignInLink;
  readonly account: Account;
  readonly principal: Principal;
}

/** Sets a credential by a one-time link, and signs the person in. */
export class UseLink {
  readonly #ports: UseLinkPorts;
  readonly #answering: AnswerChallenge;

  constructor(ports: UseLinkPorts) {
    this.#ports = ports;
    this.#answering = new AnswerChallenge(ports);
  }

  /** Looking at a link does not use it. */
  async find(token: string): Promise<Result<OpenLink, Failure>> {
    const { credentials, directory, clock } = this.#ports;
    const link = await credentials.link(digestText(token), clock.now());
    const account = link && directory.accounts.of(link.accountId);
    const principal = link && directory.principal(link.accountId);
    if (link === undefined || account === undefined || principal === undefined || account.disabledAt !== null)
      return over;
    return ok({ link, account, principal });
  }

  async withPassword(
    token: string,
    { password, name }: LinkPassword,
    origin: RequestOrigin,
  ): Promise<Result<StartedSession, Failure>> {
    const found = await this.find(token);
    if (!found.ok) return found;
    const unsuitable = whyUnsuitable(password, found.value.principal.name);
    if (unsuitable !== undefined) return { ok: false, error: unsuitable };
    const hash = await this.#ports.passwords.hash(normalPassword(password));
    return this.#redeem(found.value, { kind: 'password', hash }, name, origin);
  }

  async passkeyOptions(token: string, party: RelyingParty): Promise<Result<PasskeyOptions, Failure>> {
    const found = await this.find(token);
    if (!found.ok) return found;
    const { link, account, principal } = found.value;
    const challenge = await this.#answering.open(`link ${link.id}`, account.id, party);
    const person = { id: account.id, name: principal.name, displayName: account.displayName };
    return ok(await this.#ports.passkeys.creationOptions(party, challenge, person, []));
  }

  async withPasskey(
    token: string,
    { response, name }: LinkPasskey,
    party: RelyingParty,
    origin: RequestOrigin,
  ): Promise<Result<StartedSession, Failure>> {
    const found = await this.find(token);
    if (!found.ok) return found;
    const { link, account } = found.value;
    const created = await this.#answering.created(`link ${link.id}`, response, party, account.id);
    if (!created.ok) return created;
    const passkey = {
      ...created.value,
      id: this.#ports.random.uuid(),
      organisationId: account.organisationId,
      accountId: account.id,
      rpId: party.rpId,
      name: 'First passkey',
      createdAt: this.#ports.clock.now(),
      lastUsedAt: null,
    };
    return this.#redeem(found.value, { kind: 'passkey', passkey }, name, origin);
  }

  async #redeem(
    { link, account, principal }: OpenLink,
    credential: NewCredential,
    displayName: string | undefined,
    origin: RequestOrigin,
  ): Promise<Result<StartedSession, Failure>> {
    const { credentials, accounts, sessions, audit, starting, clock } = this.#ports;
    const now = clock.now();
    const used = await credentials.redeem(link.digest, credential, now);
    if (used === undefined) return over;
    if (used === 'taken')
      return fail('conflict', 'A credential is set already: sign in with it, or ask an administrator for a reset.');
    if (link.purpose === 'reset') await sessions.endAll(account.id);
    const change = {
      ...(displayName !== undefined && { displayName }),
      ...(link.purpose === 'reset' && { resetAt: now }),
    };
    if (Object.keys(change).length > 0) await accounts.change(account.id, change);
    const { settled } = audit.append({
      organisationId: account.organisationId,
      principalId: account.id,
      action: 'account.credential-set',
      subject: principal.name,
      details: { by: 'link', purpose: link.purpose, credential: credential.kind },
    });
    await settled;
    return ok(await starting.run(account, 'link', origin));
  }
}

const over = fail('not_found', 'This link is not valid: it was used, has expired or was replaced. Ask for a new one.');
