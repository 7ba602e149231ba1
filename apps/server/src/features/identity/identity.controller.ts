import type { CreatedKey, CreateKey, Me, OrganisationView } from '@assay/contracts';
import { type Caller, Directory, ManageKeys, ownedNamespaces } from '@assay/identity';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { keyView, organisationView } from '../../edges/views.js';
import type { ValueOf } from '../../platform/provide.js';
import { CREATE_ORGANISATION } from './ports.js';

/** Organisations, keys, and who is calling. */
@Controller()
export class IdentityController {
  constructor(
    @Inject(Directory) private readonly directory: Directory,
    @Inject(ManageKeys) private readonly managing: ManageKeys,
    @Inject(CREATE_ORGANISATION) private readonly createOrganisation: ValueOf<typeof CREATE_ORGANISATION>,
  ) {}

  @Endpoint('me')
  me(@CurrentCaller() caller: Caller): Me {
    const { principalId, organisationId, kind, name, scopes } = caller;
    return {
      principal: principalId === null || kind === null ? null : { id: principalId, kind, name },
      organisation: organisationId === null ? null : (this.directory.organisation(organisationId)?.name ?? null),
      scopes: [...scopes],
      namespaces: ownedNamespaces(this.directory, caller),
      clients: this.managing.clientsOf(caller).map((it) => keyView(it, this.directory)),
    };
  }

  @Endpoint('createOrganisation')
  async organisation(@CurrentCaller() caller: Caller, @Body() { name }: { name: string }): Promise<OrganisationView> {
    return organisationView(unwrap(await this.createOrganisation(caller, name)));
  }

  @Endpoint('listKeys')
  keys(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const { items, nextCursor } = pageOf(this.managing.list(caller), query, (it) => it.id);
    return { items: items.map((it) => keyView(it, this.directory)), nextCursor };
  }

  @Endpoint('createKey')
  async createKey(@CurrentCaller() caller: Caller, @Body() body: CreateKey): Promise<CreatedKey> {
    return unwrap(await this.managing.create(caller, body));
  }

  @Endpoint('revokeKey')
  async revokeKey(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    unwrap(await this.managing.revoke(caller, id));
  }
}
