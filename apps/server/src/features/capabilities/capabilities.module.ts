import { Catalogue, ManageCapabilities, NotifyingReviews } from '@assay/registry';
import { Module } from '@nestjs/common';
import { identityPorts, memory } from '../../platform/port-sets.js';
import { CAPABILITY_STORE, CLOCK } from '../../platform/ports.js';
import { from, provide, useCase } from '../../platform/provide.js';
import { ReviewQueueModule } from '../reviews/review-queue.module.js';
import { CapabilitiesController } from './capabilities.controller.js';
import { CountedTools } from './tool-counts.js';

const providers = [
  useCase(ManageCapabilities, {
    ...identityPorts,
    taxonomy: from(Catalogue, ({ taxonomy }) => taxonomy),
    capabilities: CAPABILITY_STORE,
    reviews: NotifyingReviews,
  }),
  provide(
    CountedTools,
    { ...memory, clock: CLOCK },
    ({ catalogue, directory, clock }) => new CountedTools(catalogue, directory, clock),
  ),
];

/** What tools can do, as a tree. */
@Module({ imports: [ReviewQueueModule], controllers: [CapabilitiesController], providers, exports: providers })
export class CapabilitiesModule {}
