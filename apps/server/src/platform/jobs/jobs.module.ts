import { PgBossJobs } from '@assay/jobs';
import { Global, Module } from '@nestjs/common';
import { CLOCK, DATABASE_URL, JOBS, LOG } from '../ports.js';
import { provide } from '../provide.js';

const providers = [
  provide(
    JOBS,
    { databaseUrl: DATABASE_URL, clock: CLOCK, log: LOG },
    ({ log, ...ports }) =>
      new PgBossJobs({
        ...ports,
        onProblem: (job, cause) => log.warn({ job, reason: (cause as Error)?.message }, 'a job failed; it is retried'),
      }),
  ),
];

/** The queue of recurring jobs and queued work; it starts once all of them have been declared. */
@Global()
@Module({ providers, exports: providers })
export class JobsModule {}
