import type {
  Attest,
  AttestationView,
  ChangeStage,
  StageView,
  VerificationVerdict,
  VerificationView,
  WithdrawAttestation,
} from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { isUuid } from '@assay/kernel';
import { Controller, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Domain } from '../../domain.js';
import { unwrap } from '../../edges/failure-exception.js';
import { attestationView, stageView, verificationView } from './assurance-views.js';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { badCursor, type PageQuery, readCursor, writeCursor } from '../../edges/page.js';
import { DOMAIN } from '../../edges/tokens.js';

const defaultLimit = 50;

type VerificationsQuery = PageQuery & { readonly tool?: string; readonly verdict?: VerificationVerdict };

/** Whether tools do what they say, and what they may do therefore. */
@Controller()
export class AssuranceController {
  constructor(@Inject(DOMAIN) private readonly domain: Domain) {}

  @Endpoint('verifyTool')
  async verify(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Query() { version }: { readonly version?: string },
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VerificationView> {
    const { assurance, directory } = this.domain;
    const begun = unwrap(await assurance.verifications.run(caller, `${ns}/${tool}`, version));
    void reply.header('location', `/v1/verifications/${begun.verification.id}`);
    return verificationView(begun, directory);
  }

  @Endpoint('listVerifications')
  async list(@CurrentCaller() caller: Caller, @Query() { cursor, limit = defaultLimit, ...query }: VerificationsQuery) {
    const asked = { ...query, ...after(cursor), limit: limit + 1 };
    const found = unwrap(await this.domain.assurance.verifications.list(caller, asked));
    return pageOfIds(
      found.map((it) => verificationView(it, this.domain.directory)),
      limit,
    );
  }

  @Endpoint('showVerification')
  async show(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<VerificationView> {
    return verificationView(unwrap(await this.domain.assurance.verifications.find(caller, id)), this.domain.directory);
  }

  @Endpoint('showStage')
  async stage(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Param('version') version: string,
  ): Promise<StageView> {
    const { assurance, directory } = this.domain;
    return stageView(unwrap(await assurance.stages.show(caller, `${ns}/${tool}`, version)), directory);
  }

  @Endpoint('changeStage')
  async changeStage(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Param('version') version: string,
    @Body() body: ChangeStage,
  ): Promise<StageView> {
    const { assurance, directory } = this.domain;
    return stageView(unwrap(await assurance.stages.run(caller, `${ns}/${tool}`, version, body)), directory);
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
    const found = unwrap(await this.domain.assurance.attestations.list(caller, `${ns}/${tool}`, version, page));
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
    const { withdrawals } = this.domain.assurance;
    return attestationView(unwrap(await withdrawals.run(caller, { tool: `${ns}/${tool}`, version, id }, reason)));
  }

  @Endpoint('attest')
  async attest(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Param('version') version: string,
    @Body() body: Attest,
  ): Promise<AttestationView> {
    const { attestations } = this.domain.assurance;
    return attestationView(unwrap(await attestations.run(caller, `${ns}/${tool}`, version, body)));
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
