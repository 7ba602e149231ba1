import type { Circuits } from '@assay/gateway';
import { RunMetrics } from '@assay/runs';
import { Controller, Get, Header, Inject } from '@nestjs/common';
import { CIRCUITS } from '../../platform/ports.js';
import type { ValueOf } from '../../platform/provide.js';
import { QUALITY } from '../invocations/ports.js';
import { breakerMetrics } from './breaker-metrics.js';
import { metricsText, metricsType } from './metrics-text.js';
import { repairMetrics } from './repair-metrics.js';
import { runMetrics } from './run-metrics.js';

/** For Prometheus: numbers about this process, and nothing about anybody. */
@Controller()
export class MetricsController {
  constructor(
    @Inject(QUALITY) private readonly quality: ValueOf<typeof QUALITY>,
    @Inject(CIRCUITS) private readonly circuits: Circuits,
    @Inject(RunMetrics) private readonly runs: RunMetrics,
  ) {}

  @Get('metrics')
  @Header('content-type', metricsType)
  show(): string {
    return metricsText([
      ...repairMetrics(this.quality.metrics.counts()),
      ...breakerMetrics(this.circuits),
      ...runMetrics(this.runs.counts()),
    ]);
  }
}
