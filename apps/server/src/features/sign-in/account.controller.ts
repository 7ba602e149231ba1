import type {
  AccountDetail,
  AccountSessionView,
  AddPasskey,
  ChangeOwnAccount,
  ChangePassword,
  PasskeyOptions,
  PasskeyView,
  Reauthenticate,
  SessionState,
} from '@assay/contracts';
import { type Caller, Directory, ManageOwnAccount, type OwnAccount, type RelyingParty } from '@assay/identity';
import { Controller, Inject, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { OwnOrigins } from '../../edges/own-origins.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { accountDetail, passkeyView, sessionView } from './account-views.js';
import { SignInAttempts } from './attempts.js';
import { SessionViews } from './session-views.js';

/** The account of the person who is signed in. */
@Controller()
export class AccountController {
  constructor(
    @Inject(Directory) private readonly directory: Directory,
    @Inject(ManageOwnAccount) private readonly own: ManageOwnAccount,
    @Inject(SessionViews) private readonly views: SessionViews,
    @Inject(SignInAttempts) private readonly attempts: SignInAttempts,
    @Inject(OwnOrigins) private readonly origins: OwnOrigins,
  ) {}

  @Endpoint('showAccount')
  async show(@CurrentCaller() caller: Caller): Promise<AccountDetail> {
    return this.#detail(unwrap(this.own.find(caller)));
  }

  @Endpoint('changeOwnAccount')
  async change(@CurrentCaller() caller: Caller, @Body() body: ChangeOwnAccount): Promise<AccountDetail> {
    return this.#detail(unwrap(await this.own.rename(caller, body.displayName)));
  }

  @Endpoint('reauthenticate')
  async reauthenticate(
    @CurrentCaller() caller: Caller,
    @Body() body: Reauthenticate,
    @Req() request: FastifyRequest,
  ): Promise<SessionState> {
    unwrap(await this.own.reauthenticate(caller, body, this.origins.partyOf(request), request.ip));
    return this.views.ofRequest(request);
  }

  @Endpoint('reauthenticatePasskeyOptions')
  async reauthenticationOptions(
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
  ): Promise<PasskeyOptions> {
    return unwrap(await this.own.reauthenticationOptions(caller, this.#party(caller, request)));
  }

  @Endpoint('changePassword')
  async changePassword(@CurrentCaller() caller: Caller, @Body() body: ChangePassword): Promise<AccountDetail> {
    return this.#detail(unwrap(await this.own.setPassword(caller, body.password)));
  }

  @Endpoint('passkeyOptions')
  async passkeyOptions(@CurrentCaller() caller: Caller, @Req() request: FastifyRequest): Promise<PasskeyOptions> {
    return unwrap(await this.own.passkeyOptions(caller, this.#party(caller, request)));
  }

  @Endpoint('addPasskey')
  async addPasskey(
    @CurrentCaller() caller: Caller,
    @Body() body: AddPasskey,
    @Req() request: FastifyRequest,
  ): Promise<PasskeyView> {
    return passkeyView(unwrap(await this.own.addPasskey(caller, body, this.#party(caller, request))));
  }

  @Endpoint('removePasskey')
  async removePasskey(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    unwrap(await this.own.removePasskey(caller, id));
  }

  @Endpoint('listOwnSessions')
  sessions(
    @CurrentCaller() caller: Caller,
    @Query() query: PageQuery,
  ): { items: AccountSessionView[]; nextCursor: string | null } {
    const { items, nextCursor } = pageOf(this.own.list(caller), query, (it) => it.id);
    return { items: items.map((it) => sessionView(it, caller.session?.id)), nextCursor };
  }

  @Endpoint('endSession')
  async end(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    unwrap(await this.own.end(caller, id));
  }

  /** Whether the caller is signed in counts before the address. */
  #party(caller: Caller, request: FastifyRequest): RelyingParty {
    unwrap(this.own.find(caller));
    return this.attempts.party(request);
  }

  async #detail({ account }: OwnAccount): Promise<AccountDetail> {
    const current = this.directory.accounts.of(account.id) ?? account;
    return accountDetail(current, await this.own.credentials(account), this.directory);
  }
}
