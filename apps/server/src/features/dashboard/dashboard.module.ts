import { ReadDashboard } from '@assay/trust';
import { Module } from '@nestjs/common';
import { cataloguePorts } from '../../platform/port-sets.js';
import { CALL_ROLLUPS, CONFIG } from '../../platform/ports.js';
import { from, useCase } from '../../platform/provide.js';
import { DashboardController } from './dashboard.controller.js';

const providers = [
  useCase(ReadDashboard, {
    ...cataloguePorts,
    rollups: CALL_ROLLUPS,
    halfLifeDays: from(CONFIG, ({ trustHalfLifeDays }) => trustHalfLifeDays),
  }),
];

/** Figures of calls over a minute to ninety days. */
@Module({ controllers: [DashboardController], providers })
export class DashboardModule {}
