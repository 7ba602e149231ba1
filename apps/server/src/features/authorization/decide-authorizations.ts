import type { AuthorizationServer, PendingAuthorization } from '@assay/authentication';
import type { AuthorizationRequestView, DecideAuthorization } from '@assay/contracts';
import { type Caller, type DelegateAccess, type Directory, seesNamespace } from '@assay/identity';
import { type Failure, fail, ok, type Result, type Sealer } from '@assay/kernel';
import type { FastifyRequest } from 'fastify';
import { isMarked } from './browser-mark.js';
import { requestView } from './request-view.js';

export interface DecidePorts {
  readonly server: Pick<AuthorizationServer, 'pending' | 'allow' | 'refuse'>;
  readonly access: Pick<DelegateAccess, 'grantable' | 'consent'>;
  readonly directory: Directory;
  readonly sealer: Pick<Sealer, 'mac'>;
}

/** Maximum namespaces that a consent page lists. */
const maxNamespaces = 200;

const gone = fail('not_found', 'This request has expired or was decided: start the sign-in again from the client.');

/** A person decides which client may act for them: in the browser that the client opened, and never with a key. */
export class DecideAuthorizations {
  readonly #ports: DecidePorts;

  constructor(ports: DecidePorts) {
    this.#ports = ports;
  }

  async show(person: Caller, id: string, browser: FastifyRequest): Promise<Result<AuthorizationRequestView, Failure>> {
    const found = await this.#find(person, id, browser);
    if (!found.ok) return found;
    const grantable = this.#ports.access.grantable(person, found.value.scopes);
    return ok(requestView({ request: found.value, person, grantable, namespaces: this.#namespacesOf(person) }));
  }

  /** Answers where the browser goes on. */
  async decide(
    person: Caller,
    id: string,
    browser: FastifyRequest,
    body: DecideAuthorization,
  ): Promise<Result<string, Failure>> {
    const found = await this.#find(person, id, browser);
    if (!found.ok) return found;
    const { server } = this.#ports;
    const decided =
      body.decision === 'deny' ? ok(await server.refuse(id)) : await this.#allow(person, found.value, body);
    if (!decided.ok) return decided;
    return decided.value === undefined ? gone : ok(decided.value);
  }

  async #allow(person: Caller, request: PendingAuthorization, body: DecideAuthorization) {
    const { server, access } = this.#ports;
    const grantable = access.grantable(person, request.scopes);
    const scopes = body.scopes ?? grantable;
    const beyond = scopes.find((it) => !grantable.includes(it));
    if (beyond !== undefined || scopes.length === 0) return notGrantable(beyond);
    const key = await access.consent(person, {
      ...{ clientId: request.client.id, clientName: request.client.name, resource: request.resource },
      ...{ scopes, namespaces: body.namespaces ?? null },
    });
    if (!key.ok) return key;
    return ok(await server.allow(request.id, { principalId: String(person.principalId), keyId: key.value, scopes }));
  }

  async #find(person: Caller, id: string, browser: FastifyRequest): Promise<Result<PendingAuthorization, Failure>> {
    if (!isSignedIn(person))
      return fail('forbidden', 'Sign in in the browser: a key does not decide which clients may act for a person.');
    if (!isMarked(this.#ports.sealer, id, browser)) return gone;
    const request = await this.#ports.server.pending(id);
    return request === undefined ? gone : ok(request);
  }

  #namespacesOf(person: Caller): string[] {
    return [...this.#ports.directory.namespaces()]
      .filter((it) => it.organisationId === person.organisationId && seesNamespace(person, it))
      .map((it) => it.name)
      .sort()
      .slice(0, maxNamespaces);
  }
}

/** A person in a session of their own, which no key and no client has. */
const isSignedIn = ({ session }: Caller): boolean => session !== undefined;

const notGrantable = (scope: string | undefined): Result<never, Failure> =>
  fail(
    'invalid_request',
    scope === undefined ? 'The client asks for nothing that you can grant: deny it.' : `You cannot grant ${scope}.`,
    { issues: [{ path: '/scopes', message: 'must be scopes that you can grant' }] },
  );
