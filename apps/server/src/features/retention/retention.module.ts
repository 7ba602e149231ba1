import { Module } from '@nestjs/common';
import { CLOCK, CONFIG, JOBS, PERSISTENCE } from '../../platform/ports.js';
import { recurring } from '../../platform/provide.js';
import { retentionJob } from './retention-job.js';

const providers = [
  recurring(
    'sweep of the retention table',
    { jobs: JOBS, stores: PERSISTENCE, config: CONFIG, clock: CLOCK },
    ({ stores, config, clock }) => retentionJob(stores, config, clock),
  ),
];

/** What is kept for how long. */
@Module({ providers })
export class RetentionModule {}
