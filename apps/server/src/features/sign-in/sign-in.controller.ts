import type {
  PasskeyAnswer,
  PasskeyOptions,
  SessionState,
  SignInPasskeyOptions as SignInPasskeyRequest,
  SignInPassword,
} from '@assay/contracts';
import { type Caller, ManageOwnAccount, SignIn, type StartedSession } from '@assay/identity';
import { ok } from '@assay/kernel';
import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { OwnOrigins } from '../../edges/own-origins.js';
import { setSessionCookie } from '../../edges/session-cookie.js';
import { SignInAttempts } from './attempts.js';
import { SessionViews } from './session-views.js';

/** Who is signed in; signing in and out. */
@Controller()
export class SignInController {
  constructor(
    @Inject(SignIn) private readonly signIn: SignIn,
    @Inject(ManageOwnAccount) private readonly own: ManageOwnAccount,
    @Inject(SessionViews) private readonly views: SessionViews,
    @Inject(SignInAttempts) private readonly attempts: SignInAttempts,
    @Inject(OwnOrigins) private readonly origins: OwnOrigins,
  ) {}

  @Endpoint('showSession')
  session(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): SessionState {
    reply.header('cache-control', 'no-store');
    return this.views.ofRequest(request);
  }

  @Endpoint('signOut')
  async signOut(
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    if (caller.session !== undefined) await this.own.end(caller, caller.session.id);
    setSessionCookie(reply, null, this.origins.isSecure(request));
  }

  @Endpoint('signInWithPassword')
  async password(
    @Body() body: SignInPassword,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionState> {
    const started = await this.attempts.run(request, (from) => this.signIn.withPassword(body, from));
    return this.#begin(started, request, reply);
  }

  @Endpoint('signInPasskeyOptions')
  passkeyOptions(@Body() body: SignInPasskeyRequest, @Req() request: FastifyRequest): Promise<PasskeyOptions> {
    const party = this.attempts.party(request);
    return this.attempts.run(request, async () => ok(await this.signIn.passkeyOptions(body, party)));
  }

  @Endpoint('signInWithPasskey')
  async passkey(
    @Body() { response }: PasskeyAnswer,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionState> {
    const party = this.attempts.party(request);
    const started = await this.attempts.run(request, (from) => this.signIn.withPasskey(response, party, from));
    return this.#begin(started, request, reply);
  }

  /** The session that the browser had before ends with the new one. */
  async #begin({ token }: StartedSession, request: FastifyRequest, reply: FastifyReply): Promise<SessionState> {
    await this.views.endFormer(request);
    return this.views.begin(token, request, reply);
  }
}
