import { administratorsOf, type Directory } from '@assay/identity';
import {
  type AuditLog,
  type Clock,
  err,
  type Failure,
  fail,
  type Notices,
  ok,
  type Result,
  type Sealer,
  wait,
} from '@assay/kernel';
import { mending } from './choose-connection.js';
import type { Connection, OAuthSettings, Tokens } from './connection.js';
import type { ConnectionStore } from './connection-store.js';
import type { GrantedTokens, OAuthClient, OAuthParty } from './oauth-client.js';
import { openSecret, openTokens, sealTokens } from './open-secret.js';

export interface RenewPorts {
  readonly store: ConnectionStore;
  readonly oauth: OAuthClient;
  readonly sealer: Sealer;
  readonly audit: AuditLog;
  readonly notices: Notices;
  readonly directory: Directory;
  readonly clock: Clock;
}

/** A token and the revision of its connection. */
export interface Renewed {
  readonly accessToken: string;
  readonly connection: Connection;
}

/**
 * One replica asks the issuer at a time; if it dies, another may after this long. Longer than the request can take:
 * three documents and a token at 10 s each. Many issuers treat a refresh token that is used twice as stolen.
 */
const leaseMs = 60_000;
const lookAgainMs = 100;
/** A token that ends within this time is renewed before it is used. */
export const renewalMs = 30_000;

/** Whether tokens are of use for a call now. */
export const isFresh = ({ tokens, tokensExpireAt }: Connection, now: number): boolean =>
  tokens !== null && (tokensExpireAt === null || tokensExpireAt - now > renewalMs);

/**
 * Renews access tokens, once per connection for any number of calls, and on one replica at a time. A connection whose
 * renewal the issuer rejects is marked as broken, and its owner is notified.
 */
export class RenewTokens {
  readonly #ports: RenewPorts;
  readonly #underWay = new Map<string, Promise<Result<Renewed, Failure>>>();

  constructor(ports: RenewPorts) {
    this.#ports = ports;
  }

  /**
   * A fresh token of the connection. `refused` is one that the upstream has turned away although it was to be good
   * still. Fails with `connection_needed` or, when the issuer cannot be asked, `upstream_unavailable`.
   */
  async run(id: string, refused: string | undefined, signal: AbortSignal): Promise<Result<Renewed, Failure>> {
    const key = `${id} ${refused ?? ''}`;
    let renewal = this.#underWay.get(key);
    if (renewal === undefined) {
      renewal = this.#renew(id, refused).finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, renewal);
    }
    return Promise.race([renewal, abortOf(signal)]);
  }

  async #renew(id: string, refused: string | undefined): Promise<Result<Renewed, Failure>> {
    const { store, sealer, clock } = this.#ports;
    const until = clock.monotonic() + leaseMs;
    const giveUp = new AbortController();
    while (clock.monotonic() < until) {
      const now = clock.now();
      const held = await store.lease(id, now, now + leaseMs);
      if (held === undefined) return gone;
      const { connection, leased } = held;
      const tokens = openTokens(sealer, connection);
      const useful = tokens !== null && tokens.accessToken !== refused && isFresh(connection, now);
      if (useful || connection.state !== 'ready') {
        if (leased) await store.release(id);
        return useful ? ok({ accessToken: tokens.accessToken, connection }) : broken(connection);
      }
      if (leased) return this.#ask(connection, tokens);
      await wait(clock, lookAgainMs, giveUp.signal);
    }
    return fail('upstream_unavailable', 'Another replica has been asking for a new token for long: try again.', {
      outcome: 'none',
    });
  }

  async #ask(connection: Connection, tokens: Tokens | null): Promise<Result<Renewed, Failure>> {
    const { store } = this.#ports;
    let granted: Result<GrantedTokens, Failure>;
    try {
      granted = await this.#grant(connection, tokens);
    } catch (bug) {
      await store.release(connection.id);
      throw bug;
    }
    if (granted.ok) return this.#keep(connection, tokens, granted.value);
    if (granted.error.code === 'credential_refused') return this.#break(connection, granted.error);
    await store.release(connection.id);
    return granted;
  }

  #grant(connection: Connection, tokens: Tokens | null): Promise<Result<GrantedTokens, Failure>> {
    const { oauth, sealer } = this.#ports;
    const settings = connection.oauth as OAuthSettings;
    const party = partyOf(settings, openSecret(sealer, connection));
    if (settings.grant === 'client_credentials') return oauth.clientCredentials(party, settings);
    return tokens?.refreshToken === undefined
      ? Promise.resolve(fail('credential_refused', 'its token has expired, and its issuer provided no refresh token.'))
      : oauth.refresh(party, tokens.refreshToken, settings);
  }

  async #keep(
    connection: Connection,
    before: Tokens | null,
    granted: GrantedTokens,
  ): Promise<Result<Renewed, Failure>> {
    const { store, sealer, clock } = this.#ports;
    // An issuer that gives no new refresh token means the old one to stay.
    const refreshToken = granted.refreshToken ?? before?.refreshToken;
    const tokens: Tokens = { accessToken: granted.accessToken, ...(refreshToken !== undefined && { refreshToken }) };
    const patch = { tokens: sealTokens(sealer, connection.id, tokens), tokensExpireAt: granted.expiresAt };
    const at = clock.now();
    if (!(await store.change(connection.id, patch, at, connection.revision))) return gone;
    const revision = connection.revision + 1;
    return ok({ accessToken: tokens.accessToken, connection: { ...connection, ...patch, revision } });
  }

  async #break(connection: Connection, refusal: Failure): Promise<Result<Renewed, Failure>> {
    const { store, clock, audit, notices, directory } = this.#ports;
    const { id, organisationId, principalId, shared } = connection;
    const patch = { state: 'broken', problem: refusal.message } as const;
    if (!(await store.change(id, patch, clock.now(), connection.revision))) return gone;
    audit.append({ organisationId, principalId: null, action: 'connection.break', subject: id, details: {} });
    const administrators = shared
      ? administratorsOf(directory, clock.now()).filter((it) => it.organisationId === organisationId)
      : [];
    const to = new Map([{ organisationId, principalId }, ...administrators].map((it) => [it.principalId, it]));
    await notices.send([
      {
        key: `connection.broken ${id} ${connection.revision}`,
        kind: 'connection.broken',
        subject: id,
        text: `The connection ${id} (${connection.origin}) is broken: ${refusal.message} ${mending(connection)}`,
        details: { connection: id, origin: connection.origin },
        to: [...to.values()],
      },
    ]);
    return broken({ ...connection, ...patch });
  }
}

/** Who asks: the client, with its secret if it has one. */
export function partyOf(settings: OAuthSettings, secret: ReturnType<typeof openSecret>): OAuthParty {
  const clientSecret = secret.kind === 'oauth2' ? secret.clientSecret : undefined;
  return { issuer: settings.issuer, clientId: settings.clientId ?? '', ...(clientSecret && { clientSecret }) };
}

const gone: Result<never, Failure> = fail(
  'connection_needed',
  'The connection was changed or removed meanwhile: make the call again.',
  { outcome: 'none' },
);

const broken = (connection: Connection): Result<never, Failure> =>
  fail('connection_needed', `The connection ${connection.id} is broken: ${connection.problem} ${mending(connection)}`, {
    outcome: 'none',
  });

const abortOf = (signal: AbortSignal): Promise<Result<never, Failure>> =>
  new Promise((resolve) => {
    const late = () => resolve(err({ code: 'deadline_exceeded', message: lateMessage, outcome: 'none' }));
    if (signal.aborted) late();
    else signal.addEventListener('abort', late, { once: true });
  });

const lateMessage = 'The deadline passed while a new token was being requested.';
