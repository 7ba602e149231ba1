import type { Caller } from '@assay/identity';
import { type Deadline, err, type Failure, fail, Generations, hourMs, ok, type Result } from '@assay/kernel';
import { protocolRules, type Server, type ToolVersion } from '@assay/registry';
import { carryCredential, noQueryInGrpc } from './carry-credential.js';
import { type Asked, chooseConnection, holdsCredentials, mending, placeIn } from './choose-connection.js';
import type { Connection } from './connection.js';
import type { Connections } from './connections.js';
import { type Credential, credentialOf } from './credential.js';
import { openSecret, openTokens } from './open-secret.js';
import { isFresh, type RenewPorts, RenewTokens } from './renew-tokens.js';
import type { StartAuthorization, StartedAuthorization } from './start-authorization.js';

const maxNotified = 5_000;

export interface CredentialPorts extends RenewPorts {
  readonly connections: Connections;
  /** Begins an authorization for a caller without a connection; absent where nobody can be asked. */
  readonly startAuthorization?: Pick<StartAuthorization, 'run'>;
}

/** What a call goes with: its server as it is for this call, and the credential in it, if there is one. */
export interface Provided {
  readonly server: Server | null;
  readonly credential: Credential | undefined;
}

/** A call as far as its credential goes. */
export interface CallingWith {
  readonly caller: Pick<Caller, 'principalId' | 'organisationId'>;
  readonly version: Pick<ToolVersion, 'manifest' | 'namespace'>;
  readonly server: Server | null;
  readonly deadline: Deadline;
}

/** Finds, opens and, where it has to be, renews the credential that a call carries. */
export class ProvideCredential {
  readonly #ports: CredentialPorts;
  readonly #renew: RenewTokens;
  /** Connections whose owner was notified lately. */
  readonly #refused = new Generations<true>(maxNotified, hourMs);

  constructor(ports: CredentialPorts) {
    this.#ports = ports;
    this.#renew = new RenewTokens(ports);
  }

  async of(call: CallingWith): Promise<Result<Provided, Failure>> {
    const chosen = chooseConnection(call, this.#ports.connections);
    if (!chosen.ok) return chosen;
    return chosen.value === undefined
      ? ok({ server: call.server, credential: undefined })
      : this.#provide(call, chosen.value, undefined);
  }

  /** Why a call would not get its credential; for a dry run, which asks no issuer. */
  objection(call: Asked): Failure | undefined {
    const chosen = chooseConnection(call, this.#ports.connections);
    return chosen.ok ? undefined : chosen.error;
  }

  /** The connection whose credential a call would carry; undefined for none. */
  carried(call: Asked): Pick<Connection, 'id' | 'shared' | 'revision'> | undefined {
    const chosen = chooseConnection(call, this.#ports.connections);
    return chosen.ok ? chosen.value : undefined;
  }

  /**
   * After the upstream has refused a call's credential: another one to try once, or undefined when there is none that
   * has not been refused.
   */
  async instead(call: CallingWith, refused: Credential): Promise<Result<Provided, Failure> | undefined> {
    const connection = await this.#ports.store.find(refused.connectionId);
    if (connection?.oauth == null || connection.state !== 'ready') return undefined;
    const tokens = openTokens(this.#ports.sealer, connection);
    const mayRenew = connection.oauth.grant === 'client_credentials' || tokens?.refreshToken !== undefined;
    if (!mayRenew || tokens === null) return undefined;
    // Another call may have had it renewed meanwhile.
    const isOld = refused.secrets.includes(tokens.accessToken);
    return this.#provide(call, connection, isOld ? tokens.accessToken : undefined);
  }

  /** Begins a connection for who called without one, where the upstream's server takes it. */
  async begin(
    { caller, server }: { caller: Caller; server: Server | null },
    failure: Failure,
  ): Promise<StartedAuthorization | undefined> {
    if (server === null) return undefined;
    const header = (failure.data?.challenge as { readonly header?: unknown } | undefined)?.header;
    return this.#ports.startAuthorization?.run(caller, server, typeof header === 'string' ? header : null);
  }

  /** Notifies a connection's owner that the upstream refuses it, at most once an hour. */
  noteRefusal(connectionId: string): void {
    const { connections, notices, clock } = this.#ports;
    const connection = connections.get(connectionId);
    const now = clock.now();
    if (connection === undefined || this.#refused.get(connectionId, now) !== undefined) return;
    this.#refused.set(connectionId, true, now);
    const { id, origin, organisationId, principalId } = connection;
    const notice = {
      key: `connection.refused ${id} ${Math.floor(now / hourMs)}`,
      kind: 'connection.refused',
      subject: id,
      text: `${origin} refuses the credential of the connection ${id}. ${mending(connection)}`,
      details: { connection: id, origin },
      to: [{ organisationId, principalId }],
    } as const;
    // The call has its own answer; a notice that cannot be written must not change it.
    void notices.send([notice]).catch(() => {});
  }

  /** What an upstream's refusal of a call's credential, or its wish for one, means to the caller. */
  refusal(call: Asked, credential: Credential | undefined, failure: Failure): Failure {
    const { data: _challenge, ...plain } = failure;
    const scopes = missingScopes(failure);
    if (credential !== undefined) {
      const { connectionId } = credential;
      const connection = this.#ports.connections.get(connectionId);
      const advice =
        scopes !== undefined && connection?.oauth?.grant === 'authorization_code'
          ? `It wants more than you have agreed to: assay connections authorize ${connectionId} --scope "${scopes}"`
          : connection && mending(connection);
      const message = `${failure.message} The connection ${connectionId} was carried. ${advice ?? ''}`.trim();
      return { ...plain, code: 'credential_refused', message, outcome: 'none' };
    }
    const upstream = call.version.manifest.auth?.upstream;
    if (upstream === 'none' || holdsCredentials(call.server))
      return { ...plain, code: 'credential_refused', outcome: 'none' };
    const add = `assay connections add ${placeIn(call)}`;
    const next = upstream === 'shared' ? `An administrator can share one: ${add} --shared` : `Connect it: ${add}`;
    const message = `${failure.message} It wants a credential. ${next}`;
    return { ...plain, code: 'connection_needed', message, outcome: 'none' };
  }

  async #provide(
    call: CallingWith,
    connection: Connection,
    refused: string | undefined,
  ): Promise<Result<Provided, Failure>> {
    const token = await this.#token(connection, refused, call.deadline.signal);
    if (!token.ok) return token;
    const { accessToken, connection: present } = token.value;
    const secret = openSecret(this.#ports.sealer, present);
    const credential = credentialOf(present, secret, accessToken, call.version.manifest.auth?.scheme);
    if (typeof credential === 'string') return unfit(call, present, credential);
    const server = call.server === null ? unaddressed(call, credential) : carryCredential(call.server, credential);
    return typeof server === 'string' ? unfit(call, present, server) : ok({ server, credential });
  }

  async #token(
    connection: Connection,
    refused: string | undefined,
    signal: AbortSignal,
  ): Promise<Result<{ readonly accessToken: string | null; readonly connection: Connection }, Failure>> {
    if (connection.oauth === null) return ok({ accessToken: null, connection });
    const { sealer, clock } = this.#ports;
    if (refused === undefined && isFresh(connection, clock.now()))
      return ok({ accessToken: openTokens(sealer, connection)?.accessToken ?? null, connection });
    const renewed = await this.#renew.run(connection.id, refused, signal);
    return renewed.ok ? renewed : err({ ...renewed.error, outcome: 'none' });
  }
}

/** Of a tool on no server: null, or why its protocol has no place for the credential. */
const unaddressed = ({ version }: Asked, { query }: Credential): string | null =>
  !protocolRules[version.manifest.protocol].hasQuery && Object.keys(query).length > 0 ? noQueryInGrpc : null;

/** The scopes that an upstream names as missing (RFC 6750, section 3.1), if it does. */
function missingScopes({ data }: Failure): string | undefined {
  const challenge = (data?.challenge as { readonly header?: unknown } | undefined)?.header;
  if (typeof challenge !== 'string' || !/insufficient_scope/.test(challenge)) return undefined;
  return /\bscope="([\x21\x23-\x5b\x5d-\x7e ]{1,500})"/.exec(challenge)?.[1];
}

const unfit = (call: Asked, { id }: Connection, why: string): Result<never, Failure> =>
  fail(
    'connection_needed',
    `The connection ${id} does not fit ${call.version.manifest.name}: ${why}. Replace it: assay connections remove ${id}, then assay connections add ${placeIn(call)}`,
    { outcome: 'none' },
  );
