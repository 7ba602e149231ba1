import type { AccountView, Invite, IssuedLink, PatchAccount } from '@assay/contracts';
import {
  type Account,
  type Caller,
  type CredentialStore,
  Directory,
  type IssuedToken,
  ManageAccounts,
  Sessions,
} from '@assay/identity';
import { isoTime } from '@assay/kernel';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { CREDENTIAL_STORE, PEOPLE_URL } from '../../platform/ports.js';
import { accountView } from './account-views.js';

/** The accounts of an organisation's people, for its administrators. */
@Controller()
export class AccountsController {
  constructor(
    @Inject(Directory) private readonly directory: Directory,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(ManageAccounts) private readonly managing: ManageAccounts,
    @Inject(CREDENTIAL_STORE) private readonly credentials: Pick<CredentialStore, 'counts'>,
    @Inject(PEOPLE_URL) private readonly peopleUrl: () => string,
  ) {}

  @Endpoint('listAccounts')
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const { items, nextCursor } = pageOf(this.managing.list(caller), query, (it) => it.id);
    return { items: await this.#views(items), nextCursor };
  }

  @Endpoint('invite')
  async invite(@CurrentCaller() caller: Caller, @Body() body: Invite): Promise<IssuedLink> {
    return this.#issued(unwrap(await this.managing.invite(caller, body)));
  }

  @Endpoint('showPerson')
  async show(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<AccountView> {
    return this.#view(unwrap(this.managing.find(caller, id)));
  }

  @Endpoint('changeAccount')
  async change(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: PatchAccount,
  ): Promise<AccountView> {
    return this.#view(unwrap(await this.managing.change(caller, id, body)));
  }

  @Endpoint('resetAccount')
  async reset(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<IssuedLink> {
    return this.#issued(unwrap(await this.managing.reset(caller, id)));
  }

  async #issued({ account, token, expiresAt }: IssuedToken): Promise<IssuedLink> {
    return {
      account: await this.#view(account),
      link: `${this.peopleUrl()}/welcome/${token}`,
      expiresAt: isoTime(expiresAt),
    };
  }

  #view = async (account: Account): Promise<AccountView> => (await this.#views([account]))[0] as AccountView;

  async #views(accounts: readonly Account[]): Promise<AccountView[]> {
    const counts = await this.credentials.counts(accounts.map(({ id }) => id));
    return accounts.map((account) => {
      const seen = this.sessions.of(account.id).map(({ lastSeenAt }) => lastSeenAt);
      const counted = counts.get(account.id) ?? { password: false, passkeys: 0 };
      return accountView(account, counted, seen.length === 0 ? null : Math.max(...seen), this.directory);
    });
  }
}
