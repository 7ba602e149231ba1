import { LeasedRuns } from '@assay/runs';
import { Global, Module } from '@nestjs/common';
import { warns } from '../port-sets.js';
import { CLOCK, DURABLE_RUNS, RUN_JOURNAL } from '../ports.js';
import { provide } from '../provide.js';

const providers = [
  provide(
    DURABLE_RUNS,
    { store: RUN_JOURNAL, clock: CLOCK, onProblem: warns('durable runs are in trouble; trying again') },
    (ports) => new LeasedRuns(ports),
  ),
];

/** The engine of durable runs; it starts once everything that it runs has been defined. */
@Global()
@Module({ providers, exports: providers })
export class DurableRunsModule {}
