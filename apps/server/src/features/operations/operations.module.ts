import { Module } from '@nestjs/common';
import { CLOCK, CONFIG, PERSISTENCE, RATES, SEARCH_INDEX } from '../../platform/ports.js';
import { provide } from '../../platform/provide.js';
import { OpenRequests } from '../../stopping/open-requests.js';
import { CallsModule } from '../invocations/calls.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { HealthController } from './health.controller.js';
import { InstallationController } from './installation.controller.js';
import { MetricsController } from './metrics.controller.js';
import { Readiness } from './readiness.js';

const providers = [
  provide(
    Readiness,
    {
      ...{ requests: OpenRequests, persistence: PERSISTENCE, rates: RATES },
      ...{ search: SEARCH_INDEX, clock: CLOCK, config: CONFIG },
    },
    ({ search, config, ...ports }) => new Readiness({ ...ports, search: config.searchEngine === null ? null : search }),
  ),
];

/** For load balancers and monitoring. */
@Module({
  imports: [CallsModule, RunsModule],
  controllers: [HealthController, InstallationController, MetricsController],
  providers,
  exports: providers,
})
export class OperationsModule {}
