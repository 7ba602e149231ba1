import type { ConnectionCredential, CreateConnection, RotateConnection } from '@assay/contracts';
import { type Caller, hasScope, type IdentityPorts, reaches, recordChange } from '@assay/identity';
import { type Failure, fail, ok, type Result, type Sealer } from '@assay/kernel';
import type { Catalogue } from '@assay/registry';
import type { Connection } from './connection.js';
import type { ConnectionStore } from './connection-store.js';
import type { Connections } from './connections.js';
import { secretOf, targetFor, unfit } from './draft-connection.js';
import type { OAuthClient } from './oauth-client.js';
import { sealSecret } from './open-secret.js';
import { originOf } from './origin-of.js';
import { type Settled, settleOAuth } from './settle-oauth.js';

export interface ManageConnectionsPorts extends Omit<IdentityPorts, 'store'> {
  readonly catalogue: Catalogue;
  readonly connections: Connections;
  readonly store: ConnectionStore;
  readonly oauth: OAuthClient;
  readonly sealer: Sealer;
}

/** Most connections of one principal. */
const maxConnections = 200;

const withoutOAuth: Settled = { oauth: null, tokens: null, tokensExpireAt: null, state: 'ready' };

/** The vault as its users see it. What is secret goes in and never comes out. */
export class ManageConnections {
  readonly #ports: ManageConnectionsPorts;

  constructor(ports: ManageConnectionsPorts) {
    this.#ports = ports;
  }

  /** `challenge` is what the upstream asked for a credential with, if it did. */
  async create(
    caller: Caller,
    body: CreateConnection,
    challenge: string | null = null,
  ): Promise<Result<Connection, Failure>> {
    const target = targetFor(caller, body, this.#ports);
    if (!target.ok) return target;
    const { connections, store, random, clock, sealer } = this.#ports;
    const mine = [...connections.all()].filter((it) => it.principalId === caller.principalId);
    if (mine.length >= maxConnections)
      return fail('conflict', `You have ${maxConnections} connections: remove one that is not needed.`);
    const id = random.uuid();
    const { credential } = body;
    const { server, ...place } = target.value;
    const settled = await this.#settle(id, credential, { server, origin: place.origin, challenge });
    if (!settled.ok) return settled;
    const now = clock.now();
    const connection: Connection = {
      id,
      organisationId: caller.organisationId as string,
      principalId: caller.principalId as string,
      shared: body.shared ?? false,
      ...place,
      serverId: server?.id ?? null,
      ...carriedAs(credential),
      ...settled.value,
      secret: sealSecret(sealer, id, secretOf(credential)),
      problem: null,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    };
    if (!(await store.add(connection)))
      return fail(
        'conflict',
        `${connection.shared ? 'Your organisation shares' : 'You have'} a connection for ${body.server ?? body.origin}: rotate or remove it (GET /v1/connections lists it).`,
      );
    await this.#record(caller, 'connection.create', connection);
    return ok(connection);
  }

  /** The caller's own, and those its organisation shares with it; an administrator sees every shared one. */
  list(caller: Caller): Connection[] {
    return [...this.#ports.connections.all()]
      .filter((it) => this.#sees(caller, it))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  find(caller: Caller, id: string): Result<Connection, Failure> {
    const connection = this.#ports.connections.get(id);
    return connection !== undefined && this.#sees(caller, connection) ? ok(connection) : noConnection(id);
  }

  /** One that the caller may change: its own, or a shared one as administrator. */
  owned(caller: Caller, id: string): Result<Connection, Failure> {
    const found = this.find(caller, id);
    if (!found.ok) return found;
    return manages(caller, found.value)
      ? found
      : fail('forbidden', 'A shared connection is changed by an administrator, whose key is not narrowed.');
  }

  async rotate(caller: Caller, id: string, { credential }: RotateConnection): Promise<Result<Connection, Failure>> {
    const found = this.owned(caller, id);
    if (!found.ok) return found;
    const { kind, serverId, oauth, origin } = found.value;
    const changed = credential.kind !== kind || (credential.kind === 'oauth2' && credential.grant !== oauth?.grant);
    if (changed)
      return fail(
        'invalid_request',
        `/credential must be of the same kind (${kindOf(kind, oauth?.grant)}): remove the connection and make another for a new kind.`,
        { issues: [{ path: '/credential/kind', message: `must be ${kindOf(kind, oauth?.grant)}` }] },
      );
    const server = serverId === null ? null : (this.#serverOf(serverId) ?? null);
    const problem = unfit(credential, server);
    if (problem !== undefined) return problem;
    if (server !== null && originOf(server) !== origin)
      return fail('conflict', 'The server has moved since: remove this connection and make another if you trust that.');
    const settled = await this.#settle(id, credential, { server, origin });
    if (!settled.ok) return settled;
    const { store, sealer, clock } = this.#ports;
    const secret = sealSecret(sealer, id, secretOf(credential));
    const patch = { ...carriedAs(credential), ...settled.value, secret, problem: null };
    if (!(await store.change(id, patch, clock.now()))) return noConnection(id);
    await store.end(id);
    await this.#record(caller, 'connection.rotate', found.value);
    return this.find(caller, id);
  }

  async remove(caller: Caller, id: string): Promise<Result<null, Failure>> {
    const found = this.owned(caller, id);
    if (!found.ok) return found;
    await this.#ports.store.remove(id);
    await this.#record(caller, 'connection.delete', found.value);
    return ok(null);
  }

  /** `ns/server` as it is called now; null for an origin's. */
  serverName({ serverId }: Connection): string | null {
    const server = serverId === null ? undefined : this.#serverOf(serverId);
    return server === undefined ? null : `${server.namespace}/${server.name}`;
  }

  /** A key that is narrowed to namespaces sees what is for them alone. */
  #sees(caller: Caller, connection: Connection): boolean {
    if (!isFor(caller, connection)) return false;
    if (caller.namespaces === null) return true;
    const { serverId, namespaces } = connection;
    const places = serverId === null ? namespaces : [this.#serverOf(serverId)?.namespace];
    return places.every((it) => it !== undefined && reaches(caller, it));
  }

  #serverOf(id: string) {
    for (const server of this.#ports.catalogue.servers()) if (server.id === id) return server;
    return undefined;
  }

  async #settle(
    id: string,
    credential: ConnectionCredential,
    place: Parameters<typeof settleOAuth>[2],
  ): Promise<Result<Settled, Failure>> {
    return credential.kind === 'oauth2' ? settleOAuth(id, credential, place, this.#ports) : ok(withoutOAuth);
  }

  #record(caller: Caller, action: string, connection: Connection): Promise<void> {
    const { id, kind, shared, origin } = connection;
    const details = { kind, shared, origin, server: this.serverName(connection) };
    return recordChange(this.#ports, caller, action, id, details);
  }
}

/** Where an API key travels; nothing of the other kinds. */
const carriedAs = (credential: ConnectionCredential) => ({
  kind: credential.kind,
  place: credential.kind === 'apiKey' ? (credential.in ?? null) : null,
  name: credential.kind === 'apiKey' ? (credential.name ?? null) : null,
});

const administers = (caller: Caller): boolean => hasScope(caller, 'admin') && caller.namespaces === null;

const isFor = (caller: Caller, { organisationId, principalId, shared, grantedTo }: Connection): boolean => {
  if (caller.principalId === null || organisationId !== caller.organisationId) return false;
  if (!shared) return principalId === caller.principalId;
  return administers(caller) || grantedTo.length === 0 || grantedTo.includes(caller.principalId);
};

const manages = (caller: Caller, { shared }: Connection): boolean => !shared || administers(caller);

const kindOf = (kind: string, grant: string | undefined): string => (grant === undefined ? kind : `${kind} ${grant}`);

const noConnection = (id: string): Result<never, Failure> =>
  fail('not_found', `You have no connection with the id "${id}": GET /v1/connections lists them.`);
