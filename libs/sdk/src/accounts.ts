import type { AccountView, Invite, IssuedLink, PatchAccount } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** Accounts of your organisation's people, for administrators. Each is found by its id or the person's name. */
export class Accounts {
  constructor(private readonly connection: Connection) {}

  list(query: ListQuery<'listAccounts'> = {}, options?: RequestOptions): PagedList<AccountView> {
    return listing(this.connection, 'listAccounts', { query }, options);
  }

  show(account: string, options?: RequestOptions): Promise<AccountView> {
    return this.connection.request('showPerson', { path: { id: account } }, options);
  }

  /** Invites a person. The answer is the only time the link is shown. */
  invite(person: Invite, options?: RequestOptions): Promise<IssuedLink> {
    return this.connection.request('invite', { body: person }, options);
  }

  /** Changes roles, or disables the account: its sessions end and its keys stop. */
  change(account: string, change: PatchAccount, options?: RequestOptions): Promise<AccountView> {
    return this.connection.request('changeAccount', { path: { id: account }, body: change }, options);
  }

  /** Ends the person's sessions and issues a link for new credentials, shown only once. */
  reset(account: string, options?: RequestOptions): Promise<IssuedLink> {
    return this.connection.request('resetAccount', { path: { id: account } }, options);
  }
}
