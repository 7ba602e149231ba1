import { type Clock, digestText } from '@assay/kernel';
import { callerOf } from '../authenticate-key.js';
import type { Caller } from '../caller.js';
import type { Directory } from '../directory.js';
import { scopesIn } from '../installation.js';
import type { Account, AccountSession } from './account.js';
import type { SessionStore } from './account-store.js';
import { scopesOfRoles } from './accounts.js';
import { isInForce } from './session-in-force.js';
import type { Sessions } from './sessions.js';
import { signInDefaults } from './sign-in-defaults.js';

export interface AuthenticateSessionPorts {
  readonly sessions: Sessions;
  readonly directory: Directory;
  readonly store: Pick<SessionStore, 'seen'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called when the time of the last request could not be stored. */
  readonly onProblem: (cause: unknown) => void;
}

interface Kept {
  readonly account: Account;
  readonly teams: readonly string[];
  readonly caller: Caller;
}

/** Finds the caller of a session in memory, without a database query. */
export class AuthenticateSession {
  readonly #ports: AuthenticateSessionPorts;
  readonly #callers = new WeakMap<AccountSession, Kept>();
  /** Sessions whose last request is being stored, by id, and its time. */
  readonly #seen = new Map<string, number>();

  constructor(ports: AuthenticateSessionPorts) {
    this.#ports = ports;
  }

  /** Undefined when the token belongs to no session in force, or the account is disabled. */
  run(token: string): Caller | undefined {
    const { sessions, directory, clock } = this.#ports;
    const session = sessions.withDigest(digestText(token));
    if (session === undefined || !isInForce(session, clock.now())) return undefined;
    const account = directory.accounts.of(session.accountId);
    if (account === undefined || account.disabledAt !== null) return undefined;
    this.#see(session, clock.now());
    return this.#callerOf(session, account);
  }

  #callerOf(session: AccountSession, account: Account): Caller | undefined {
    const { directory } = this.#ports;
    const teams = directory.teams.of(account.id);
    const kept = this.#callers.get(session);
    if (kept?.account === account && kept.teams === teams) return kept.caller;
    const principal = directory.principal(account.id);
    if (principal === undefined) return undefined;
    const scopes = scopesIn(directory, principal.organisationId, scopesOfRoles(account));
    const { id, reauthenticatedAt } = session;
    const caller = Object.freeze({
      ...callerOf(principal, scopes, null, teams),
      session: Object.freeze({ id, reauthenticatedAt }),
    });
    this.#callers.set(session, { account, teams, caller });
    return caller;
  }

  #see({ id, lastSeenAt }: AccountSession, now: number): void {
    if (now - Math.max(lastSeenAt, this.#seen.get(id) ?? 0) < signInDefaults.seenEveryMs) return;
    this.#seen.set(id, now);
    const { store, onProblem } = this.#ports;
    store
      .seen(id, now)
      .catch(onProblem)
      .finally(() => this.#seen.delete(id));
  }
}
