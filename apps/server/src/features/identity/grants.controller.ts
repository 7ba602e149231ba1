import type { CreateGrant, EndorsementView, GrantView } from '@assay/contracts';
import { ManageStandingApprovals } from '@assay/gateway';
import { type Caller, Directory, ManageGrants } from '@assay/identity';
import type { Clock } from '@assay/kernel';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller, requireScope } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { endorsementView, grantView, standingGrantView } from '../../edges/views.js';
import { CLOCK } from '../../platform/ports.js';

/** Grants and endorsements: who may call what. */
@Controller()
export class GrantsController {
  constructor(
    @Inject(ManageGrants) private readonly managing: ManageGrants,
    @Inject(ManageStandingApprovals) private readonly standing: ManageStandingApprovals,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
    @Inject(Directory) private readonly directory: Directory,
  ) {}

  @Endpoint('listGrants')
  async grants(@CurrentCaller() caller: Caller, @Query() query: PageQuery & { readonly standing?: 'yes' | 'no' }) {
    const grants =
      query.standing === 'yes' ? [] : this.managing.list(caller).map((it) => grantView(it, this.directory));
    const found = query.standing === 'no' ? [] : await this.standing.list(caller);
    const now = this.clock.now();
    const views = [...grants, ...found.map((it) => standingGrantView(it, now, this.directory))];
    return pageOf(
      views.sort((a, b) => (a.id < b.id ? 1 : -1)),
      query,
      (it) => it.id,
    );
  }

  @Endpoint('createGrant')
  async grant(@CurrentCaller() caller: Caller, @Body() { standing, ...body }: CreateGrant): Promise<GrantView> {
    requireScope(caller, standing === undefined ? 'registry:publish' : 'approvals:decide');
    if (standing === undefined) return grantView(unwrap(await this.managing.grant(caller, body)), this.directory);
    const made = unwrap(await this.standing.create(caller, { ...body, standing }));
    return standingGrantView(made, this.clock.now(), this.directory);
  }

  @Endpoint('deleteGrant')
  async withdraw(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    const revoked = await this.standing.revoke(caller, id);
    if (revoked === undefined) requireScope(caller, 'registry:publish');
    unwrap(revoked ?? (await this.managing.withdraw(caller, id)));
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
