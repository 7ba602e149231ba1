import { Directory } from '@assay/identity';
import { NotifyingReviews, WellKnownNames } from '@assay/registry';
import { Module } from '@nestjs/common';
import { memory } from '../../platform/port-sets.js';
import { CLOCK, REVIEW_STORE } from '../../platform/ports.js';
import { useCase } from '../../platform/provide.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { NOTICES } from '../notifications/ports.js';

const providers = [
  useCase(NotifyingReviews, { reviews: REVIEW_STORE, notices: NOTICES, directory: Directory, clock: CLOCK }),
  useCase(WellKnownNames, { ...memory, clock: CLOCK }),
];

/** Where publications, namespaces and capabilities wait for a reviewer, and the names that resemble known ones. */
@Module({ imports: [NotificationsModule], providers, exports: providers })
export class ReviewQueueModule {}
