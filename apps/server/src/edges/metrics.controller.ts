import { Controller, Get, Header, Inject } from '@nestjs/common';
import type { Domain } from '../wiring/domain.js';
import { breakerMetrics } from './breaker-metrics.js';
import { jobMetrics } from './job-metrics.js';
import { metricsText, metricsType } from './metrics-text.js';
import { repairMetrics } from './repair-metrics.js';
import { DOMAIN } from './rest/tokens.js';
import { runMetrics } from './run-metrics.js';

/** For Prometheus: numbers about this process, and nothing about anybody. */
@Controller()
export class MetricsController {
  constructor(@Inject(DOMAIN) private readonly domain: Domain) {}

  @Get('metrics')
  @Header('content-type', metricsType)
  show(): string {
    return metricsText([
      ...repairMetrics(this.domain.quality.metrics.counts()),
      ...breakerMetrics(this.domain.hierarchies.circuits),
      ...runMetrics(this.domain.compositions.metrics.counts()),
      ...jobMetrics(this.domain.jobs.counts()),
    ]);
  }
}
