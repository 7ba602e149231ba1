import type { IssuerSignIn } from '@assay/authentication';
import type { IssuerSignInQuery } from '@assay/contracts';
import { AuthenticateSession, type ExternalPerson, SignInExternally } from '@assay/identity';
import { type Clock, type Failure, fail, type Result, type Sealer } from '@assay/kernel';
import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { FailureException, unwrap } from '../../edges/failure-exception.js';
import { OwnOrigins } from '../../edges/own-origins.js';
import { sessionTokenOf } from '../../edges/session-cookie.js';
import { CLOCK, ISSUER_SIGN_IN, PEOPLE_URL, SEALER } from '../../platform/ports.js';
import { COUNT_LOGIN } from '../limits/ports.js';
import { beginningLastsMs, type KeptSignIn, keepSignIn, keptSignIn, localPath } from './begun-sign-in.js';
import { SessionViews } from './session-views.js';

/** Browsers that go to the OpenID Connect issuer to sign in, and come back. */
@Controller()
export class IssuerSignInController {
  constructor(
    @Inject(ISSUER_SIGN_IN) private readonly issuer: Pick<IssuerSignIn, 'begin' | 'complete'> | null,
    @Inject(SignInExternally) private readonly signIn: SignInExternally,
    @Inject(AuthenticateSession) private readonly sessions: AuthenticateSession,
    @Inject(SessionViews) private readonly views: SessionViews,
    @Inject(OwnOrigins) private readonly origins: OwnOrigins,
    @Inject(SEALER) private readonly sealer: Sealer,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(COUNT_LOGIN) private readonly countLogin: (address: string) => Promise<Failure | undefined>,
    @Inject(PEOPLE_URL) private readonly peopleUrl: () => string,
  ) {}

  @Endpoint('beginIssuerSignIn')
  async begin(
    @Query() { next, confirm }: IssuerSignInQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const issuer = this.#configured();
    reply.header('cache-control', 'no-store');
    // A local installation has several names; the cookie must be set for the one the issuer sends the browser back to.
    const { host, hostname } = new URL(this.peopleUrl());
    if (hostname === 'localhost' && request.headers.host !== host)
      return go(reply, this.peopleUrl() + request.originalUrl);
    await this.#count(request);
    const { url, secrets } = unwrap(await issuer.begin(confirm === 'true'));
    const expiresAt = this.clock.now() + beginningLastsMs;
    const kept: KeptSignIn = { secrets, next: localPath(next), confirm: confirm === 'true', expiresAt };
    keepSignIn(reply, this.sealer, kept, this.origins.isSecure(request));
    go(reply, url);
  }

  @Endpoint('completeIssuerSignIn')
  async complete(
    @Query() _query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const issuer = this.#configured();
    await this.#count(request);
    const isSecure = this.origins.isSecure(request);
    const kept = keptSignIn(request, this.sealer, isSecure, this.clock.now());
    const done = kept === undefined ? notBegun : await this.#completed(issuer, kept, request, reply);
    keepSignIn(reply, this.sealer, null, isSecure);
    reply.header('cache-control', 'no-store');
    const next = kept?.next ?? '/';
    if (done.ok) return go(reply, this.peopleUrl() + next);
    const query = new URLSearchParams({ failed: done.error.code, ...(next !== '/' && { next }) });
    go(reply, `${this.peopleUrl()}/sign-in?${query}`);
  }

  async #completed(
    issuer: Pick<IssuerSignIn, 'complete'>,
    { secrets, confirm }: KeptSignIn,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Result<unknown, Failure>> {
    const query = request.originalUrl.split('?', 2)[1] ?? '';
    const person = await issuer.complete(secrets, query);
    if (!person.ok) return person;
    if (confirm) return this.#confirm(person.value, request);
    const origin = { address: request.ip, client: request.headers['user-agent'] ?? null };
    const started = await this.signIn.run(person.value, origin);
    if (!started.ok) return started;
    await this.views.endFormer(request);
    this.views.begin(started.value.token, request, reply);
    return started;
  }

  async #confirm(person: ExternalPerson, request: FastifyRequest): Promise<Result<unknown, Failure>> {
    const token = sessionTokenOf(request, this.origins.isSecure(request));
    const caller = token === undefined ? undefined : this.sessions.run(token);
    return caller === undefined ? notBegun : this.signIn.confirm(caller, person);
  }

  #configured() {
    if (this.issuer !== null) return this.issuer;
    throw new FailureException({ code: 'not_found', message: 'People do not sign in at an issuer here.' });
  }

  async #count(request: FastifyRequest): Promise<void> {
    const tooMany = await this.countLogin(request.ip);
    if (tooMany !== undefined) throw new FailureException(tooMany);
  }
}

const notBegun = fail('unauthenticated', 'No sign-in has begun in this browser, or it took too long: begin again.');

const go = (reply: FastifyReply, url: string): void => void reply.header('location', url);
