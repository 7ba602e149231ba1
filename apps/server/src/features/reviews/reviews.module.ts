import { ClaimNamespace, DecideReviews, ManageCapabilities, NotifyingReviews, PublishVersion } from '@assay/registry';
import { Module } from '@nestjs/common';
import { changePorts, memory } from '../../platform/port-sets.js';
import { provide } from '../../platform/provide.js';
import { CapabilitiesModule } from '../capabilities/capabilities.module.js';
import { NamespacesModule } from '../namespaces/namespaces.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { NOTICES } from '../notifications/ports.js';
import { ToolsModule } from '../tools/tools.module.js';
import { carryOutReview } from './carry-out-review.js';
import { ReviewQueueModule } from './review-queue.module.js';
import { ReviewsController } from './reviews.controller.js';

const providers = [
  provide(
    DecideReviews,
    {
      ...changePorts,
      ...{ reviews: NotifyingReviews, directory: memory.directory, notices: NOTICES },
      ...{ publish: PublishVersion, claim: ClaimNamespace, capabilities: ManageCapabilities },
    },
    ({ publish, claim, capabilities, ...ports }) =>
      new DecideReviews({
        ...ports,
        carryOut: (review) => carryOutReview(review, { directory: ports.directory, publish, claim, capabilities }),
      }),
  ),
];

/** Decisions of reviewers. */
@Module({
  imports: [CapabilitiesModule, NamespacesModule, NotificationsModule, ReviewQueueModule, ToolsModule],
  controllers: [ReviewsController],
  providers,
  exports: providers,
})
export class ReviewsModule {}
