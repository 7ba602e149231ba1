import { Global, Module } from '@nestjs/common';
import { CLOCK, DATABASE_URL, DURABLE_RUNS, LOG, PLACE, RUN_LEASES } from '../ports.js';
import { provide } from '../provide.js';
import { openRuns } from './runs.js';

const providers = [
  provide(
    DURABLE_RUNS,
    { databaseUrl: DATABASE_URL, place: PLACE, leases: RUN_LEASES, clock: CLOCK, log: LOG },
    openRuns,
  ),
];

/** The engine of durable runs; it starts once everything that it runs has been defined. */
@Global()
@Module({ providers, exports: providers })
export class WorkflowsModule {}
