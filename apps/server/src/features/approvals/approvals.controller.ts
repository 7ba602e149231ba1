import type { ApprovalDetail, ApprovalSettings, ApprovalState, ApprovalView, DecideApproval } from '@assay/contracts';
import type { Approval } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { isUuid } from '@assay/kernel';
import { Controller, Inject, Param } from '@nestjs/common';
import type { Domain } from '../../domain.js';
import { unwrap } from '../../edges/failure-exception.js';
import { approvalDetail, approvalView } from './approval-views.js';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { badCursor, readCursor, writeCursor } from '../../edges/page.js';
import { DOMAIN } from '../../edges/tokens.js';

interface ApprovalListQuery {
  readonly cursor?: string;
  readonly limit?: number;
  readonly status?: ApprovalState;
}

const defaultLimit = 50;

/** Calls that wait for a person. */
@Controller()
export class ApprovalsController {
  constructor(@Inject(DOMAIN) private readonly domain: Domain) {}

  @Endpoint('listApprovals')
  async list(@CurrentCaller() caller: Caller, @Query() { cursor, limit = defaultLimit, status }: ApprovalListQuery) {
    const { deciding } = this.domain.approvals;
    const before = cursor === undefined ? undefined : readCursor(cursor);
    if (before !== undefined && !isUuid(before)) throw badCursor();
    const found = await deciding.list(caller, { status, before, limit: limit + 1 });
    const items = found.slice(0, limit).map(this.#view);
    const last = items.at(-1);
    return { items, nextCursor: found.length > limit && last !== undefined ? writeCursor(last.id) : null };
  }

  @Endpoint('showApproval')
  async show(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<ApprovalDetail> {
    const { approvals, directory, catalogue } = this.domain;
    const approval = unwrap(await approvals.deciding.find(caller, id));
    const paused = await approvals.deciding.call(caller, approval);
    return approvalDetail(approval, paused, { directory, catalogue, urlOf: approvals.urlOf });
  }

  @Endpoint('decideApproval')
  async decide(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: DecideApproval,
  ): Promise<ApprovalView> {
    return this.#view(unwrap(await this.domain.approvals.deciding.decide(caller, id, body)));
  }

  @Endpoint('showApprovalSettings')
  async settings(@CurrentCaller() caller: Caller): Promise<ApprovalSettings> {
    return unwrap(await this.domain.approvals.deciding.settings(caller));
  }

  @Endpoint('setApprovalSettings')
  async setSettings(@CurrentCaller() caller: Caller, @Body() body: ApprovalSettings): Promise<ApprovalSettings> {
    return unwrap(await this.domain.approvals.deciding.setSettings(caller, body));
  }

  #view = (approval: Approval): ApprovalView =>
    approvalView(approval, { directory: this.domain.directory, urlOf: this.domain.approvals.urlOf });
}
