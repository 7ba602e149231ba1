import type { CreateGrant, EndorsementView, GrantView } from '@assay/contracts';
import { type Caller, Directory, ManageGrants } from '@assay/identity';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { endorsementView, grantView } from '../../edges/views.js';

/** Grants and endorsements: who may call what. */
@Controller()
export class GrantsController {
  constructor(
    @Inject(ManageGrants) private readonly managing: ManageGrants,
    @Inject(Directory) private readonly directory: Directory,
  ) {}

  @Endpoint('listGrants')
  grants(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const { items, nextCursor } = pageOf(this.managing.list(caller), query, (it) => it.id);
    return { items: items.map((it) => grantView(it, this.directory)), nextCursor };
  }

  @Endpoint('createGrant')
  async grant(@CurrentCaller() caller: Caller, @Body() body: CreateGrant): Promise<GrantView> {
    return grantView(unwrap(await this.managing.grant(caller, body)), this.directory);
  }

  @Endpoint('deleteGrant')
  async withdraw(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    unwrap(await this.managing.withdraw(caller, id));
  }

  @Endpoint('listEndorsements')
  endorsements(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const own = [...this.directory.endorsements()]
      .filter((it) => it.organisationId === caller.organisationId)
      .sort((a, b) => (a.id < b.id ? 1 : -1));
    const { items, nextCursor } = pageOf(own, query, (it) => it.id);
    return { items: items.map((it) => endorsementView(it, this.directory)), nextCursor };
  }

  @Endpoint('createEndorsement')
  async endorse(
    @CurrentCaller() caller: Caller,
    @Body() { tool, organisation }: { tool: string; organisation?: string },
  ): Promise<EndorsementView> {
    return endorsementView(unwrap(await this.managing.endorse(caller, tool, organisation)), this.directory);
  }

  @Endpoint('deleteEndorsement')
  async withdrawEndorsement(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    unwrap(await this.managing.withdrawEndorsement(caller, id));
  }
}
