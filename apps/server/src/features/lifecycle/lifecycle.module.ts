import { buildLifecycle, VisibleConsumers } from '@assay/registry';
import { Module } from '@nestjs/common';
import { cataloguePorts } from '../../platform/port-sets.js';
import { JOBS } from '../../platform/ports.js';
import { provide, recurring } from '../../platform/provide.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { NOTICES } from '../notifications/ports.js';
import { TrustModule } from '../trust/trust.module.js';
import { LifecycleController } from './lifecycle.controller.js';
import { CHANGE_STATUS, DEPRECATE_OLDER, LIFECYCLE, LIFECYCLE_SWEEP } from './ports.js';

const providers = [
  provide(LIFECYCLE, { ...cataloguePorts, notices: NOTICES, consumers: VisibleConsumers }, (ports) =>
    buildLifecycle(ports),
  ),
  provide(CHANGE_STATUS, { lifecycle: LIFECYCLE }, ({ lifecycle }) => lifecycle.change),
  provide(DEPRECATE_OLDER, { lifecycle: LIFECYCLE }, ({ lifecycle }) => lifecycle.older),
  provide(LIFECYCLE_SWEEP, { lifecycle: LIFECYCLE }, ({ lifecycle }) => lifecycle.sweep),
  recurring('jobs of the lifecycle', { jobs: JOBS, sweep: LIFECYCLE_SWEEP }, ({ sweep }) => sweep),
];

/** The status of published versions. */
@Module({
  imports: [NotificationsModule, TrustModule],
  controllers: [LifecycleController],
  providers,
  exports: providers,
})
export class LifecycleModule {}
