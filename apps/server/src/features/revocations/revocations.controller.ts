import type {
  AppealRevocation,
  CreateRevocation,
  LiftRevocation,
  RevocationState,
  RevocationView,
} from '@assay/contracts';
import { type Caller, Directory } from '@assay/identity';
import { isoTime } from '@assay/kernel';
import { AppealRevocation as AppealRevocationUseCase, type Revocation, RevokeTools, targetOf } from '@assay/registry';
import { Controller, HttpStatus, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';

/** Taking versions out of use, and back. */
@Controller()
export class RevocationsController {
  constructor(
    @Inject(RevokeTools) private readonly revocations: RevokeTools,
    @Inject(AppealRevocationUseCase) private readonly appeals: AppealRevocationUseCase,
    @Inject(Directory) private readonly directory: Directory,
  ) {}

  @Endpoint('createRevocation')
  async create(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateRevocation,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RevocationView> {
    const { revocation, created } = unwrap(await this.revocations.revoke(caller, body));
    void reply.status(created ? HttpStatus.CREATED : HttpStatus.OK);
    return this.#view(revocation, caller);
  }

  @Endpoint('listRevocations')
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery & { state?: RevocationState }) {
    const { items, nextCursor } = pageOf(this.revocations.list(caller, query.state), query, (it) => it.id);
    return { items: items.map((it) => this.#view(it, caller)), nextCursor };
  }

  @Endpoint('liftRevocation')
  async lift(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query() { reason }: LiftRevocation,
  ): Promise<RevocationView> {
    return this.#view(unwrap(await this.revocations.lift(caller, id, reason ?? null)), caller);
  }

  @Endpoint('appealRevocation')
  async appeal(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() { reason }: AppealRevocation,
  ): Promise<RevocationView> {
    return this.#view(unwrap(await this.appeals.run(caller, id, reason)), caller);
  }

  #view = (revocation: Revocation, caller: Caller): RevocationView =>
    revocationView(revocation, this.directory, this.revocations.coverage(caller, revocation));
}

export const revocationView = (revocation: Revocation, directory: Directory, versions: number): RevocationView => ({
  id: revocation.id,
  target: targetOf(revocation),
  reason: revocation.reason,
  state: revocation.lifted === null ? 'active' : 'lifted',
  versions,
  revokedAt: isoTime(revocation.createdAt),
  revokedBy: nameOf(revocation.createdBy, directory),
  cause: revocation.cause,
  appeal: revocation.appeal && {
    at: isoTime(revocation.appeal.at),
    by: nameOf(revocation.appeal.by, directory),
    reason: revocation.appeal.reason,
  },
  lifted: revocation.lifted && {
    at: isoTime(revocation.lifted.at),
    by: nameOf(revocation.lifted.by, directory),
    reason: revocation.lifted.reason,
  },
});

const nameOf = (id: string | null, directory: Directory): string => {
  const principal = id === null ? undefined : directory.principal(id);
  return principal === undefined ? 'service:assay' : `${principal.kind}:${principal.name}`;
};
