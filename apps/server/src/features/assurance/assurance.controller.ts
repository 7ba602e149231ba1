import type {
  Attest,
  AttestationView,
  ChangeStage,
  StageView,
  VerificationVerdict,
  VerificationView,
  WithdrawAttestation,
} from '@assay/contracts';
import { type Caller, Directory } from '@assay/identity';
import { isUuid } from '@assay/kernel';
import {
  AttestVersion,
  ChangeStage as ChangeStageUseCase,
  RequestVerification,
  WithdrawAttestation as WithdrawAttestationUseCase,
} from '@assay/trust';
import { Controller, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { badCursor, type PageQuery, readCursor, writeCursor } from '../../edges/page.js';
import { attestationView, stageView, verificationView } from './assurance-views.js';

const defaultLimit = 50;

type VerificationsQuery = PageQuery & { readonly tool?: string; readonly verdict?: VerificationVerdict };

/** Whether tools do what they say, and what they may do therefore. */
@Controller()
export class AssuranceController {
  constructor(
    @Inject(Directory) private readonly directory: Directory,
    @Inject(RequestVerification) private readonly verifications: RequestVerification,
    @Inject(ChangeStageUseCase) private readonly stages: ChangeStageUseCase,
    @Inject(AttestVersion) private readonly attesting: AttestVersion,
    @Inject(WithdrawAttestationUseCase) private readonly withdrawals: WithdrawAttestationUseCase,
  ) {}

  @Endpoint('verifyTool')
  async verify(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Query() { version }: { readonly version?: string },
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VerificationView> {
    const { directory } = this;
    const begun = unwrap(await this.verifications.run(caller, `${ns}/${tool}`, version));
    void reply.header('location', `/v1/verifications/${begun.verification.id}`);
    return verificationView(begun, directory);
  }

  @Endpoint('listVerifications')
  async list(@CurrentCaller() caller: Caller, @Query() { cursor, limit = defaultLimit, ...query }: VerificationsQuery) {
    const asked = { ...query, ...after(cursor), limit: limit + 1 };
    const found = unwrap(await this.verifications.list(caller, asked));
    return pageOfIds(
      found.map((it) => verificationView(it, this.directory)),
      limit,
    );
  }

  @Endpoint('showVerification')
  async show(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<VerificationView> {
    return verificationView(unwrap(await this.verifications.find(caller, id)), this.directory);
  }

  @Endpoint('showStage')
  async stage(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Param('version') version: string,
  ): Promise<StageView> {
    const { directory } = this;
    return stageView(unwrap(await this.stages.show(caller, `${ns}/${tool}`, version)), directory);
  }

  @Endpoint('changeStage')
  async changeStage(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Param('version') version: string,
    @Body() body: ChangeStage,
  ): Promise<StageView> {
    const { directory } = this;
    return stageView(unwrap(await this.stages.run(caller, `${ns}/${tool}`, version, body)), directory);
  }

  @Endpoint('listAttestations')
  async attestations(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Param('version') version: string,
    @Query() { cursor, limit = defaultLimit }: PageQuery,
  ) {
    const page = { ...after(cursor), limit: limit + 1 };
    const found = unwrap(await this.attesting.list(caller, `${ns}/${tool}`, version, page));
    return pageOfIds(found.map(attestationView), limit);
  }

  @Endpoint('withdrawAttestation')
  async withdrawAttestation(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Param('version') version: string,
    @Param('id') id: string,
    @Body() { reason }: WithdrawAttestation,
  ): Promise<AttestationView> {
    return attestationView(unwrap(await this.withdrawals.run(caller, { tool: `${ns}/${tool}`, version, id }, reason)));
  }

  @Endpoint('attest')
  async attest(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Param('version') version: string,
    @Body() body: Attest,
  ): Promise<AttestationView> {
    return attestationView(unwrap(await this.attesting.run(caller, `${ns}/${tool}`, version, body)));
  }
}

function after(cursor: string | undefined): { readonly after?: string } {
  if (cursor === undefined) return {};
  const id = readCursor(cursor);
  if (!isUuid(id)) throw badCursor();
  return { after: id };
}

/** `found` holds one more than is shown when there are more. */
function pageOfIds<T extends { readonly id: string }>(found: readonly T[], limit: number) {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last !== undefined ? writeCursor(last.id) : null };
}
