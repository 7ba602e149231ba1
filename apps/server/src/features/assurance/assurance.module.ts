import { asExample, RunExamples } from '@assay/gateway';
import { WatchDefinitions } from '@assay/importing';
import { requireSound } from '@assay/kernel';
import { VisibleConsumers } from '@assay/registry';
import {
  AttestVersion,
  ChangeStage,
  CheckContract,
  promotionStages,
  RequestVerification,
  readTrackRecord,
  ScoreVersions,
  SweepStages,
  VerificationQueue,
  VerifyVersion,
  WithdrawAttestation,
} from '@assay/trust';
import { Module } from '@nestjs/common';
import { changePorts, memory } from '../../platform/port-sets.js';
import {
  ATTESTATION_STORE,
  CLOCK,
  CONFIG,
  DEFINITION_CHECK_STORE,
  EVIDENCE_STORE,
  JOBS,
  LARGE_CHECKS,
  SAVED_EXAMPLES,
  SIGNER,
  STAGE_STORE,
  TRANSPORT_OF,
  VERIFICATION_STORE,
} from '../../platform/ports.js';
import { from, provide, recurring, useCase } from '../../platform/provide.js';
import { DefinitionsModule } from '../definitions/definitions.module.js';
import { missingOf } from '../installation/missing-of.js';
import { shippedKits } from '../installation/shipped-kits.js';
import { LifecycleModule } from '../lifecycle/lifecycle.module.js';
import { DEPRECATE_OLDER } from '../lifecycle/ports.js';
import { LimitsModule } from '../limits/limits.module.js';
import { CALL_LIMITS } from '../limits/ports.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { NOTICES } from '../notifications/ports.js';
import { DecayedTrust } from '../trust/decayed-trust.js';
import { TrustModule } from '../trust/trust.module.js';
import { AssuranceController } from './assurance.controller.js';
import { RECORD_OF } from './ports.js';

const ports = {
  ...changePorts,
  ...memory,
  ...{ verifications: VERIFICATION_STORE, stages: STAGE_STORE, attestations: ATTESTATION_STORE },
  ...{ looks: DEFINITION_CHECK_STORE, watch: WatchDefinitions, transportOf: TRANSPORT_OF, largeChecks: LARGE_CHECKS },
  ...{ limits: CALL_LIMITS, signer: SIGNER, notices: NOTICES, consumers: VisibleConsumers, recordOf: RECORD_OF },
  trustIn: from(DecayedTrust, ({ within }) => within),
  judged: from(ScoreVersions, (scoring) => () => scoring.run()),
  savedExamples: from(
    SAVED_EXAMPLES,
    (store) => async (versionId: string) => (await store.verifying(versionId)).map(asExample),
  ),
  staged: from(DEPRECATE_OLDER, (older) => (toolId: string) => older.run(toolId)),
};

const providers = [
  provide(
    RECORD_OF,
    { store: EVIDENCE_STORE, directory: memory.directory, clock: CLOCK, config: CONFIG },
    ({ config, ...all }) => readTrackRecord({ ...all, halfLifeDays: config.trustHalfLifeDays }),
  ),
  useCase(RunExamples, ports),
  useCase(CheckContract, ports),
  provide(
    VerifyVersion,
    { ...ports, examples: RunExamples, contract: CheckContract, config: CONFIG },
    ({ config, ...all }) => new VerifyVersion({ ...all, missing: missingOf(config, shippedKits) }),
  ),
  useCase(VerificationQueue, { ...ports, jobs: JOBS, verify: VerifyVersion }),
  useCase(RequestVerification, { ...ports, queue: VerificationQueue }),
  useCase(ChangeStage, ports),
  useCase(AttestVersion, ports),
  useCase(WithdrawAttestation, ports),
  provide(SweepStages, ports, (all) => {
    requireSound(promotionStages);
    return new SweepStages(all);
  }),
  recurring('jobs of assurance', { jobs: JOBS, sweep: SweepStages }, ({ sweep }) => sweep),
];

/** What judges tools: verification, stages, attestations. */
@Module({
  imports: [DefinitionsModule, LifecycleModule, LimitsModule, NotificationsModule, TrustModule],
  controllers: [AssuranceController],
  providers,
  exports: providers,
})
export class AssuranceModule {}
