import { CheckPublishedCode } from '@assay/creation';
import { CompareVersions, CopiedTools, NotifyingReviews, PublishVersion, WellKnownNames } from '@assay/registry';
import { CheckComposites, ListDependents } from '@assay/runs';
import { DefinitionExaminer } from '@assay/trust';
import { Module } from '@nestjs/common';
import { cataloguePorts, memory } from '../../platform/port-sets.js';
import {
  CLOCK,
  HOST_FUNCTIONS,
  KEY_STORE,
  MANIFEST_CHECKS,
  SANDBOX,
  SIGNATURE_VERIFIER,
  SIGNER,
  TYPE_CHECKERS,
} from '../../platform/ports.js';
import { from, made, provide, useCase } from '../../platform/provide.js';
import { dependencies } from '../../platform/sandbox/dependencies.js';
import { plainCode } from '../../platform/sandbox/plain-code.js';
import { DiscoveryModule } from '../discovery/discovery.module.js';
import { FindingsModule } from '../findings/findings.module.js';
import { LifecycleModule } from '../lifecycle/lifecycle.module.js';
import { DEPRECATE_OLDER } from '../lifecycle/ports.js';
import { LimitsModule } from '../limits/limits.module.js';
import { COUNT_PUBLICATION } from '../limits/ports.js';
import { ReviewQueueModule } from '../reviews/review-queue.module.js';
import { CheckCompositesModule } from '../runs/check-composites.module.js';
import { TRUST_OF } from '../trust/ports.js';
import { ScoreSoon } from '../trust/score-soon.js';
import { TrustModule } from '../trust/trust.module.js';
import { HeldEntries } from './held-entries.js';
import { ToolFactsController } from './tool-facts.controller.js';
import { ToolsController } from './tools.controller.js';

const providers = [
  useCase(CopiedTools, { ...memory, clock: CLOCK }),
  useCase(CheckPublishedCode, {
    ...{ sandbox: SANDBOX, plainCode: from(TYPE_CHECKERS, plainCode), dependencies: made(() => dependencies) },
    lists: from(HOST_FUNCTIONS, ({ lists }) => lists),
  }),
  provide(
    PublishVersion,
    {
      ...cataloguePorts,
      ...{ signer: SIGNER, verifier: SIGNATURE_VERIFIER, signatures: KEY_STORE },
      ...{ reviews: NotifyingReviews, names: WellKnownNames, copies: CopiedTools },
      ...{
        checks: MANIFEST_CHECKS,
        count: COUNT_PUBLICATION,
        compositions: CheckComposites,
        checkingCode: CheckPublishedCode,
      },
      ...{ examiner: DefinitionExaminer, score: ScoreSoon, older: DEPRECATE_OLDER },
    },
    ({ examiner, score, older, checkingCode, ...ports }) =>
      new PublishVersion({
        ...ports,
        examine: examiner.examine,
        code: (manifest) => checkingCode.run(manifest),
        published: async (version) => {
          score.published();
          await examiner.published(version);
          await older.published(version);
        },
      }),
  ),
  useCase(CompareVersions, memory),
  useCase(ListDependents, memory),
  useCase(HeldEntries, {
    ...memory,
    ...{ reviews: NotifyingReviews, publish: PublishVersion, trustOf: TRUST_OF },
  }),
];

/** Publishing and reading tools. */
@Module({
  imports: [
    CheckCompositesModule,
    DiscoveryModule,
    FindingsModule,
    LifecycleModule,
    LimitsModule,
    ReviewQueueModule,
    TrustModule,
  ],
  controllers: [ToolsController, ToolFactsController],
  providers,
  exports: providers,
})
export class ToolsModule {}
