import { Controller, Get, Header, Inject } from '@nestjs/common';
import type { Domain } from '../../domain.js';
import { breakerMetrics } from './breaker-metrics.js';
import { metricsText, metricsType } from './metrics-text.js';
import { repairMetrics } from './repair-metrics.js';
import { DOMAIN } from '../../edges/tokens.js';
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
    ]);
  }
}
