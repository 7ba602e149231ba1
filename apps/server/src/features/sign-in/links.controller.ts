import type { LinkPasskey, LinkPassword, PasskeyOptions, SessionState, SignInLinkView } from '@assay/contracts';
import { UseLink } from '@assay/identity';
import { isoTime } from '@assay/kernel';
import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Body } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { SignInAttempts } from './attempts.js';
import { FirstLink } from './first-link.js';
import { SessionViews } from './session-views.js';

/** One-time links that set a credential. */
@Controller()
export class LinksController {
  constructor(
    @Inject(UseLink) private readonly links: UseLink,
    @Inject(FirstLink) private readonly firstLink: FirstLink,
    @Inject(SessionViews) private readonly views: SessionViews,
    @Inject(SignInAttempts) private readonly attempts: SignInAttempts,
  ) {}

  @Endpoint('showSignInLink')
  async show(@Param('token') token: string, @Req() request: FastifyRequest): Promise<SignInLinkView> {
    const { link, account, principal } = await this.attempts.run(request, () => this.links.find(token));
    const { purpose, expiresAt } = link;
    return { purpose, name: principal.name, displayName: account.displayName, expiresAt: isoTime(expiresAt) };
  }

  @Endpoint('useLinkWithPassword')
  async password(
    @Param('token') token: string,
    @Body() body: LinkPassword,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionState> {
    const started = await this.attempts.run(request, (from) => this.links.withPassword(token, body, from));
    this.firstLink.forget();
    await this.views.endFormer(request);
    return this.views.begin(started.token, request, reply);
  }

  @Endpoint('linkPasskeyOptions')
  options(@Param('token') token: string, @Req() request: FastifyRequest): Promise<PasskeyOptions> {
    const party = this.attempts.party(request);
    return this.attempts.run(request, () => this.links.passkeyOptions(token, party));
  }

  @Endpoint('useLinkWithPasskey')
  async passkey(
    @Param('token') token: string,
    @Body() body: LinkPasskey,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionState> {
    const party = this.attempts.party(request);
    const started = await this.attempts.run(request, (from) => this.links.withPasskey(token, body, party, from));
    this.firstLink.forget();
    await this.views.endFormer(request);
    return this.views.begin(started.token, request, reply);
  }
}
