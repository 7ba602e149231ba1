import type { CreatedKey, CreateKey, Me, OrganisationView } from '@assay/contracts';
import { type Caller, createOrganisation, ownedNamespaces } from '@assay/identity';
import { Controller, Inject, Param } from '@nestjs/common';
import type { Domain } from '../../domain.js';
import { unwrap } from '../../edges/failure-exception.js';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { DOMAIN } from '../../edges/tokens.js';
import { keyView, organisationView } from '../../edges/views.js';

/** Organisations, keys, and who is calling. */
@Controller()
export class IdentityController {
  constructor(@Inject(DOMAIN) private readonly domain: Domain) {}

  @Endpoint('me')
  me(@CurrentCaller() caller: Caller): Me {
    const { principalId, organisationId, kind, name, scopes } = caller;
    return {
      principal: principalId === null || kind === null ? null : { id: principalId, kind, name },
      organisation: organisationId === null ? null : (this.domain.directory.organisation(organisationId)?.name ?? null),
      scopes: [...scopes],
      namespaces: ownedNamespaces(this.domain.directory, caller),
    };
  }

  @Endpoint('createOrganisation')
  async organisation(@CurrentCaller() caller: Caller, @Body() { name }: { name: string }): Promise<OrganisationView> {
    return organisationView(unwrap(await createOrganisation(this.domain.identityPorts, caller, name)));
  }

  @Endpoint('listKeys')
  keys(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const { items, nextCursor } = pageOf(this.domain.keys.list(caller), query, (it) => it.id);
    return { items: items.map((it) => keyView(it, this.domain.directory)), nextCursor };
  }

  @Endpoint('createKey')
  async createKey(@CurrentCaller() caller: Caller, @Body() body: CreateKey): Promise<CreatedKey> {
    return unwrap(await this.domain.keys.create(caller, body));
  }

  @Endpoint('revokeKey')
  async revokeKey(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    unwrap(await this.domain.keys.revoke(caller, id));
  }
}
