import { AnnounceReplica } from '@assay/kernel';
import { Module } from '@nestjs/common';
import { onBootstrap, onDestroy } from '../../platform/lifecycle.js';
import {
  CLOCK,
  CONFIG,
  LOG,
  PERSISTENCE,
  RANDOM,
  RATES,
  REPLICA,
  REPLICA_REGISTER,
  SEARCH_INDEX,
} from '../../platform/ports.js';
import { provide } from '../../platform/provide.js';
import { OpenRequests } from '../../stopping/open-requests.js';
import { version } from '../../version.js';
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
  provide(REPLICA, { config: CONFIG, clock: CLOCK, random: RANDOM }, ({ config, clock, random }) => ({
    ...{ id: random.uuid(), name: config.replicaId, version, node: process.versions.node, startedAt: clock.now() },
  })),
  provide(
    AnnounceReplica,
    { replica: REPLICA, register: REPLICA_REGISTER, clock: CLOCK, log: LOG },
    ({ replica, register, clock, log }) =>
      new AnnounceReplica(replica, {
        ...{ register, clock },
        onProblem: (cause) =>
          log.warn({ reason: (cause as Error)?.message }, 'the replica could not be announced; trying again'),
      }),
  ),
  onBootstrap('announce this replica', { announcing: AnnounceReplica }, ({ announcing }) => announcing.start()),
  onDestroy('end of the announcements', { announcing: AnnounceReplica }, ({ announcing }) => announcing.stop()),
];

/** For load balancers and monitoring. */
@Module({
  imports: [CallsModule, RunsModule],
  controllers: [HealthController, InstallationController, MetricsController],
  providers,
  exports: providers,
})
export class OperationsModule {}
