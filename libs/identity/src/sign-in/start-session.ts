import type { SignInWay } from '@assay/contracts';
import { type AuditLog, type ChangeFeed, type Clock, digestText, type Random } from '@assay/kernel';
import type { Directory } from '../directory.js';
import type { Account, AccountSession } from './account.js';
import type { SessionStore } from './account-store.js';
import { newSessionToken } from './session-token.js';
import { signInDefaults } from './sign-in-defaults.js';

export interface StartSessionPorts {
  readonly directory: Pick<Directory, 'principal'>;
  readonly store: Pick<SessionStore, 'add'>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
}

/** Where a request comes from. */
export interface RequestOrigin {
  readonly address: string;
  /** User agent. */
  readonly client: string | null;
}

export interface StartedSession {
  /** For the cookie; kept nowhere. */
  readonly token: string;
  readonly session: AccountSession;
}

const maxClientChars = 300;

/** Begins a session: always under a new token, whatever cookie the browser had before. */
export class StartSession {
  readonly #ports: StartSessionPorts;

  constructor(ports: StartSessionPorts) {
    this.#ports = ports;
  }

  async run(
    account: Pick<Account, 'id' | 'organisationId'>,
    method: SignInWay,
    { address, client }: RequestOrigin,
  ): Promise<StartedSession> {
    const { store, audit, feed, clock, random, directory } = this.#ports;
    const token = newSessionToken(random);
    const now = clock.now();
    const session: AccountSession = {
      id: random.uuid(),
      organisationId: account.organisationId,
      accountId: account.id,
      digest: digestText(token),
      method,
      client: client?.slice(0, maxClientChars) ?? null,
      address,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: now + signInDefaults.sessionMs,
      reauthenticatedAt: null,
    };
    await store.add(session);
    const { settled } = audit.append({
      organisationId: account.organisationId,
      principalId: account.id,
      action: 'session.start',
      subject: directory.principal(account.id)?.name ?? account.id,
      details: { session: session.id, method, address },
    });
    await Promise.all([settled, feed.caughtUp()]);
    return { token, session };
  }
}
