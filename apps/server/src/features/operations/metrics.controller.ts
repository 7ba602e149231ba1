import type { CacheCounts, Circuits } from '@assay/gateway';
import type { Jobs } from '@assay/kernel';
import { RunMetrics } from '@assay/runs';
import { Controller, Get, Header, Inject } from '@nestjs/common';
import { CIRCUITS, JOBS } from '../../platform/ports.js';
import type { ValueOf } from '../../platform/provide.js';
import { CACHE_COUNTS, REPAIR_METRICS } from '../invocations/ports.js';
import { breakerMetrics } from './breaker-metrics.js';
import { cacheMetrics } from './cache-metrics.js';
import { jobMetrics } from './job-metrics.js';
import { metricsText, metricsType } from './metrics-text.js';
import { repairMetrics } from './repair-metrics.js';
import { runMetrics } from './run-metrics.js';

/** For Prometheus: numbers about this process, and nothing about anybody. */
@Controller()
export class MetricsController {
  constructor(
    @Inject(REPAIR_METRICS) private readonly repairs: ValueOf<typeof REPAIR_METRICS>,
    @Inject(CACHE_COUNTS) private readonly cached: CacheCounts,
    @Inject(CIRCUITS) private readonly circuits: Circuits,
    @Inject(RunMetrics) private readonly runs: RunMetrics,
    @Inject(JOBS) private readonly jobs: Pick<Jobs, 'counts'>,
  ) {}

  @Get('metrics')
  @Header('content-type', metricsType)
  show(): string {
    return metricsText([
      ...repairMetrics(this.repairs.counts()),
      ...cacheMetrics(this.cached),
      ...breakerMetrics(this.circuits),
      ...runMetrics(this.runs.counts()),
      ...jobMetrics(this.jobs.counts()),
    ]);
  }
}
