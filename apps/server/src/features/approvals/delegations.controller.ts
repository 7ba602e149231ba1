import type { ApprovalView, DelegateApproval, Delegates, OpenApprovalLink } from '@assay/contracts';
import { type Approval, ApprovalLinks, DelegateApprovals } from '@assay/gateway';
import { type Caller, Directory } from '@assay/identity';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { approvalView } from './approval-views.js';
import { APPROVAL_URL } from './ports.js';

/** Who decides instead, and links of messages that lead to an approval. */
@Controller()
export class DelegationsController {
  constructor(
    @Inject(Directory) private readonly directory: Directory,
    @Inject(DelegateApprovals) private readonly delegating: DelegateApprovals,
    @Inject(ApprovalLinks) private readonly links: ApprovalLinks,
    @Inject(APPROVAL_URL) private readonly approvalUrl: (id: string) => string,
  ) {}

  @Endpoint('listDelegates')
  async delegates(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<Delegates> {
    const people = unwrap(await this.delegating.delegates(caller, id));
    return { items: people.map(({ name }) => ({ name })) };
  }

  @Endpoint('delegateApproval')
  async delegate(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: DelegateApproval,
  ): Promise<ApprovalView> {
    return this.#view(unwrap(await this.delegating.delegate(caller, id, body)));
  }

  @Endpoint('takeBackApproval')
  async takeBack(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<ApprovalView> {
    return this.#view(unwrap(await this.delegating.takeBack(caller, id)));
  }

  @Endpoint('openApprovalLink')
  async open(@CurrentCaller() caller: Caller, @Body() { token }: OpenApprovalLink): Promise<ApprovalView> {
    return this.#view(unwrap(await this.links.open(caller, token)));
  }

  #view = (approval: Approval): ApprovalView =>
    approvalView(approval, { directory: this.directory, urlOf: this.approvalUrl });
}
