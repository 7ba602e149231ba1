import { type Caller, recordChange } from '@assay/identity';
import { digestText, type Failure, fail, ok, type Result, sameText } from '@assay/kernel';
import { codeOf, plainCode } from './confirmation-code.js';
import { authorizationContext, type Connection, type OAuthSettings, type Tokens } from './connection.js';
import type { Authorization } from './connection-store.js';
import type { ManageConnections, ManageConnectionsPorts } from './manage-connections.js';
import type { GrantedTokens, OAuthParty } from './oauth-client.js';
import { openSecret, sealSecret, sealTokens } from './open-secret.js';
import { partyOf } from './renew-tokens.js';

export interface AuthorizePorts extends ManageConnectionsPorts {
  readonly manage: Pick<ManageConnections, 'owned' | 'find' | 'serverName'>;
  /** Where issuers send browsers back to. */
  readonly redirectUri: () => string;
}

/** How long its owner has, in ms: to say yes at the issuer, and again to confirm. */
export const authorizationMs = 10 * 60_000;
/** Codes that may be tried. */
const attempts = 5;

/** What the page that a browser is sent back to says. */
export interface Answered {
  /** The caller that started this passes it to `confirm`. */
  readonly code: string;
  readonly connectionId: string;
  readonly principal: string;
  readonly expiresAt: number;
}

/** Sealed with an authorization: before the answer, and after it. */
type Begun = {
  readonly client: string;
  readonly verifier: string;
  readonly wish: Pick<OAuthSettings, 'scopes' | 'resource'>;
};
type Kept = { readonly client: string; readonly granted: GrantedTokens; readonly scopes: readonly string[] };

/** Whose answer it is: codes and tokens of one issuer and client are never given to another. */
const clientOf = ({ issuer, clientId }: Pick<OAuthSettings, 'issuer' | 'clientId'>): string =>
  `${issuer} ${clientId ?? ''}`;

/**
 * Consent at an issuer, by authorization code with PKCE. The browser that comes back is nobody in particular, so that its
 * answer alone changes nothing: the page shows a code, with which the principal who began finishes. A link that somebody
 * else was made to open is of no use without it.
 */
export class AuthorizeConnection {
  readonly #ports: AuthorizePorts;

  constructor(ports: AuthorizePorts) {
    this.#ports = ports;
  }

  async begin(
    caller: Caller,
    id: string,
    more: readonly string[] = [],
  ): Promise<Result<{ readonly url: string; readonly expiresAt: number }, Failure>> {
    const found = this.#mine(caller, id);
    if (!found.ok) return found;
    const registered = await this.#registered(found.value);
    if (!registered.ok) return registered;
    const { connection, party } = registered.value;
    const settings = connection.oauth as OAuthSettings;
    const wish = { scopes: [...new Set([...settings.scopes, ...more])], resource: settings.resource };
    const { oauth, random, clock, sealer, store, redirectUri } = this.#ports;
    const state = random.token(32);
    const begun = await oauth.begin(party, wish, { redirectUri: redirectUri(), state });
    if (!begun.ok) return begun;
    const expiresAt = clock.now() + authorizationMs;
    const secret: Begun = { client: clientOf(party), verifier: begun.value.verifier, wish };
    await store.begin(
      {
        state: digestText(state),
        organisationId: connection.organisationId,
        connectionId: id,
        principalId: caller.principalId as string,
        secret: sealer.seal(JSON.stringify(secret), authorizationContext(id)),
        code: null,
        expiresAt,
      },
      clock.now(),
    );
    return ok({ url: begun.value.url, expiresAt });
  }

  /** What an issuer sends a browser back with; its state is good for one time. */
  async answer(parameters: Readonly<Record<string, string>>): Promise<Result<Answered, Failure>> {
    const { store, clock, sealer, oauth, directory, redirectUri } = this.#ports;
    const { state = '' } = parameters;
    const authorization = await store.take(digestText(state), clock.now());
    if (authorization === undefined) return unknownState;
    const { connectionId } = authorization;
    // From the store: another replica may have registered the client a moment ago.
    const connection = await store.find(connectionId);
    if (connection?.oauth == null) return unknownState;
    const { client, verifier, wish } = this.#opened<Begun>(authorization);
    if (client !== clientOf(connection.oauth)) return unknownState;
    const party = partyOf(connection.oauth, openSecret(sealer, connection));
    const exchanged = await oauth.exchange(party, wish, { parameters, redirectUri: redirectUri(), state, verifier });
    if (!exchanged.ok) return exchanged;
    const code = codeOf(this.#ports.random.token(8));
    const kept: Kept = { client, granted: exchanged.value, scopes: exchanged.value.scopes ?? wish.scopes };
    const expiresAt = clock.now() + authorizationMs;
    await store.begin(
      {
        ...authorization,
        secret: sealer.seal(JSON.stringify(kept), authorizationContext(connectionId)),
        code: digestText(code),
        expiresAt,
      },
      clock.now(),
    );
    const principal = directory.principal(authorization.principalId)?.name ?? 'somebody';
    return ok({ code, connectionId, principal, expiresAt });
  }

  /** Completes the authorization that the caller started; after too many wrong codes it must be started again. */
  async confirm(caller: Caller, id: string, code: string): Promise<Result<Connection, Failure>> {
    const found = this.#mine(caller, id);
    if (!found.ok) return found;
    const { store, clock, sealer, manage } = this.#ports;
    const authorization = await store.answered(id, clock.now(), attempts);
    if (authorization === undefined || authorization.principalId !== caller.principalId)
      return fail('conflict', `Nothing is waiting for confirmation: start with POST /v1/connections/${id}/authorize.`);
    if (!sameText(digestText(plainCode(code)), authorization.code ?? ''))
      return fail('invalid_request', '/code is not the one that the page showed.', {
        issues: [{ path: '/code', message: 'is not the one that the page showed' }],
      });
    const { client, granted, scopes } = this.#opened<Kept>(authorization);
    const present = await store.find(id);
    if (present?.oauth == null || client !== clientOf(present.oauth)) return changedMeanwhile;
    const { accessToken, refreshToken, expiresAt } = granted;
    const tokens: Tokens = { accessToken, ...(refreshToken !== undefined && { refreshToken }) };
    const patch = {
      tokens: sealTokens(sealer, id, tokens),
      tokensExpireAt: expiresAt,
      oauth: { ...present.oauth, scopes },
      state: 'ready',
      problem: null,
    } as const;
    if (!(await store.change(id, patch, clock.now(), present.revision))) return changedMeanwhile;
    await store.end(id);
    await recordChange(this.#ports, caller, 'connection.authorize', id, {
      scopes,
      server: manage.serverName(found.value),
    });
    return manage.find(caller, id);
  }

  #mine(caller: Caller, id: string): Result<Connection, Failure> {
    const found = this.#ports.manage.owned(caller, id);
    if (!found.ok) return found;
    return found.value.oauth?.grant === 'authorization_code'
      ? found
      : fail('conflict', 'This connection needs no authorization: only those with the grant authorization_code do.');
  }

  /** The connection with a client of its issuer; one is registered where none was given. */
  async #registered(
    connection: Connection,
  ): Promise<Result<{ readonly connection: Connection; readonly party: OAuthParty }, Failure>> {
    const settings = connection.oauth as OAuthSettings;
    const { oauth, sealer, store, clock, feed, redirectUri } = this.#ports;
    if (settings.clientId !== null) return ok({ connection, party: partyOf(settings, openSecret(sealer, connection)) });
    const made = await oauth.register(settings.issuer, redirectUri(), settings.scopes);
    if (!made.ok) return made;
    const { clientId, clientSecret } = made.value;
    const secret = sealSecret(sealer, connection.id, { kind: 'oauth2', ...(clientSecret && { clientSecret }) });
    const patch = { oauth: { ...settings, clientId }, secret };
    if (!(await store.change(connection.id, patch, clock.now(), connection.revision))) return changedMeanwhile;
    await feed.caughtUp();
    return ok({
      connection: { ...connection, ...patch },
      party: { issuer: settings.issuer, ...made.value },
    });
  }

  #opened<T>({ connectionId, secret }: Authorization): T {
    return JSON.parse(this.#ports.sealer.open(secret, authorizationContext(connectionId))) as T;
  }
}

const changedMeanwhile: Result<never, Failure> = fail(
  'conflict',
  'The connection was changed in the meantime: start again with assay connections authorize.',
);

const unknownState: Result<never, Failure> = fail(
  'not_found',
  'This authorization is not known: it was answered before, or has expired. Begin again with assay connections authorize.',
);
