import type { SessionState } from '@assay/contracts';
import {
  type AccountSession,
  type AuthenticateSession,
  type Caller,
  csrfTokenOf,
  type Directory,
  endOfSession,
  reauthenticatedUntil,
  type SessionStore,
  type Sessions,
} from '@assay/identity';
import { isoTime } from '@assay/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OwnOrigins } from '../../edges/own-origins.js';
import { sessionTokenOf, setSessionCookie } from '../../edges/session-cookie.js';

export interface SessionViewsPorts {
  readonly directory: Directory;
  readonly sessions: Sessions;
  readonly authenticate: Pick<AuthenticateSession, 'run'>;
  readonly store: Pick<SessionStore, 'end'>;
  readonly origins: OwnOrigins;
  readonly issuers: () => readonly { readonly name: string; readonly url: string }[];
  readonly clock: { now(): number };
}

/** Who is signed in, as a page of this server sees it, and the cookie of the session. */
export class SessionViews {
  readonly #ports: SessionViewsPorts;

  constructor(ports: SessionViewsPorts) {
    this.#ports = ports;
  }

  /** By the cookie of the request. */
  ofRequest(request: FastifyRequest): SessionState {
    const token = sessionTokenOf(request, this.#ports.origins.isSecure(request));
    const caller = token === undefined ? undefined : this.#ports.authenticate.run(token);
    const session = caller?.session && this.#ports.sessions.get(caller.session.id);
    return token === undefined || caller === undefined || session === undefined
      ? this.#signedOut(request)
      : this.#signedIn(request, token, caller, session);
  }

  /** Of a session that has just begun: sets its cookie. */
  begin(token: string, request: FastifyRequest, reply: FastifyReply): SessionState {
    const { origins, authenticate, sessions } = this.#ports;
    setSessionCookie(reply, token, origins.isSecure(request));
    const caller = authenticate.run(token);
    const session = caller?.session && sessions.get(caller.session.id);
    return caller === undefined || session === undefined
      ? this.#signedOut(request)
      : this.#signedIn(request, token, caller, session);
  }

  /** Ends the session that the browser had, whose cookie is about to be replaced. */
  async endFormer(request: FastifyRequest): Promise<void> {
    const { origins, authenticate, store } = this.#ports;
    const token = sessionTokenOf(request, origins.isSecure(request));
    const session = token === undefined ? undefined : authenticate.run(token)?.session;
    if (session !== undefined) await store.end(session.id);
  }

  #signedIn(request: FastifyRequest, token: string, caller: Caller, session: AccountSession): SessionState {
    const { directory, clock } = this.#ports;
    const account = directory.accounts.of(session.accountId);
    const until = reauthenticatedUntil(session, clock.now());
    return {
      ...this.#signedOut(request),
      signedIn: true,
      principal: { id: session.accountId, kind: 'user', name: caller.name },
      ...(account?.displayName && { displayName: account.displayName }),
      organisation: directory.organisation(session.organisationId)?.name ?? '',
      roles: [...(account?.roles ?? [])],
      scopes: [...caller.scopes],
      csrfToken: csrfTokenOf(token),
      expiresAt: isoTime(endOfSession(session)),
      ...(until !== null && { reauthenticatedUntil: isoTime(until) }),
    };
  }

  #signedOut(request: FastifyRequest): SessionState {
    const { origins, issuers } = this.#ports;
    const passkey = origins.partyOf(request) !== undefined;
    const passkeyHost = passkey ? undefined : origins.passkeyHost(request);
    return {
      signedIn: false,
      roles: [],
      scopes: [],
      methods: { password: true, passkey, oidc: [...issuers()] },
      ...(passkeyHost !== undefined && { passkeyHost }),
    };
  }
}
