import type {
  ApprovalDetail,
  ApprovalSettings,
  ApprovalState,
  ApprovalView,
  DecideApproval,
  Envelope,
} from '@assay/contracts';
import { type Approval, DecideApprovals } from '@assay/gateway';
import { type Caller, Directory } from '@assay/identity';
import { isUuid } from '@assay/kernel';
import { Catalogue } from '@assay/registry';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { badCursor, readCursor, writeCursor } from '../../edges/page.js';
import { RECORDED_CALL, type RecordedCall } from '../audit/ports.js';
import { approvalDetail, approvalView } from './approval-views.js';
import { APPROVAL_URL } from './ports.js';

interface ApprovalListQuery {
  readonly cursor?: string;
  readonly limit?: number;
  readonly status?: ApprovalState;
}

const defaultLimit = 50;

/** Calls that wait for a person. */
@Controller()
export class ApprovalsController {
  constructor(
    @Inject(Directory) private readonly directory: Directory,
    @Inject(Catalogue) private readonly catalogue: Catalogue,
    @Inject(DecideApprovals) private readonly deciding: DecideApprovals,
    @Inject(RECORDED_CALL) private readonly recordedCall: (id: string) => Promise<RecordedCall | undefined>,
    @Inject(APPROVAL_URL) private readonly approvalUrl: (id: string) => string,
  ) {}

  @Endpoint('listApprovals')
  async list(@CurrentCaller() caller: Caller, @Query() { cursor, limit = defaultLimit, status }: ApprovalListQuery) {
    const before = cursor === undefined ? undefined : readCursor(cursor);
    if (before !== undefined && !isUuid(before)) throw badCursor();
    const found = await this.deciding.list(caller, { status, before, limit: limit + 1 });
    const items = found.slice(0, limit).map(this.#view);
    const last = items.at(-1);
    return { items, nextCursor: found.length > limit && last !== undefined ? writeCursor(last.id) : null };
  }

  @Endpoint('showApproval')
  async show(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<ApprovalDetail> {
    const { directory, catalogue } = this;
    const approval = unwrap(await this.deciding.find(caller, id));
    const paused = await this.deciding.call(caller, approval);
    const answer = await this.#answer(caller, approval);
    return approvalDetail(approval, paused, { directory, catalogue, answer, urlOf: this.approvalUrl });
  }

  @Endpoint('decideApproval')
  async decide(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: DecideApproval,
  ): Promise<ApprovalView> {
    return this.#view(unwrap(await this.deciding.decide(caller, id, body)));
  }

  @Endpoint('showApprovalSettings')
  async settings(@CurrentCaller() caller: Caller): Promise<ApprovalSettings> {
    return unwrap(await this.deciding.settings(caller));
  }

  @Endpoint('setApprovalSettings')
  async setSettings(@CurrentCaller() caller: Caller, @Body() body: ApprovalSettings): Promise<ApprovalSettings> {
    return unwrap(await this.deciding.setSettings(caller, body));
  }

  /** For the caller, and for those who decided that it is made. */
  async #answer({ principalId }: Caller, approval: Approval): Promise<Envelope | undefined> {
    const { outcome, decisions, invocationId } = approval;
    const isConcerned = approval.principalId === principalId || decisions.some((it) => it.principalId === principalId);
    if (outcome === null || !isConcerned) return undefined;
    return (await this.recordedCall(invocationId))?.body as Envelope | undefined;
  }

  #view = (approval: Approval): ApprovalView =>
    approvalView(approval, { directory: this.directory, urlOf: this.approvalUrl });
}
