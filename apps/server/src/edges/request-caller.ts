import { type Authenticate, type AuthenticateSession, type Caller, isCsrfToken } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { FastifyRequest } from 'fastify';
import type { OwnOrigins } from './own-origins.js';
import { sessionTokenOf } from './session-cookie.js';

export interface RequestCallerPorts {
  readonly authenticate: Pick<Authenticate, 'run'>;
  readonly sessions: Pick<AuthenticateSession, 'run'>;
  readonly origins: OwnOrigins;
}

export const csrfHeader = 'x-assay-csrf';

/** Routes that begin a session, whatever cookie the browser has. */
const signInPath = '/v1/sign-in/';
const safeMethods = new Set(['GET', 'HEAD']);

/** Who sends a request: by its Authorization header, or else by the session cookie of a signed-in person. */
export class RequestCaller {
  readonly #ports: RequestCallerPorts;

  constructor(ports: RequestCallerPorts) {
    this.#ports = ports;
  }

  of = async (request: FastifyRequest): Promise<Result<Caller, Failure>> => {
    const { authorization } = request.headers;
    const signedIn = authorization === undefined ? this.#signedIn(request) : undefined;
    return signedIn ?? this.#ports.authenticate.run(authorization, request.ip);
  };

  /** The person who is signed in; undefined without a session in force, and at the routes that begin one. */
  #signedIn(request: FastifyRequest): Result<Caller, Failure> | undefined {
    const { origins, sessions } = this.#ports;
    const token = sessionTokenOf(request, origins.isSecure(request));
    if (token === undefined || request.url.startsWith(signInPath)) return undefined;
    const caller = sessions.run(token);
    if (caller === undefined) return undefined;
    if (safeMethods.has(request.method)) return ok(caller);
    const given = request.headers[csrfHeader];
    if (typeof given !== 'string' || !isCsrfToken(given, token))
      return fail(
        'cross_site_request',
        `With a session cookie, this needs the header ${csrfHeader} with the csrfToken of GET /v1/session.`,
      );
    return origins.isSameOrigin(request)
      ? ok(caller)
      : fail('cross_site_request', 'A request with a session cookie must come from a page of this server.');
  }
}
