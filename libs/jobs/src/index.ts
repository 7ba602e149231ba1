/** pg-boss behind kernel's port for jobs. */
export { makeQueueSchema, queueSchema } from './make-queue-schema.js';
export { PgBossJobs, type PgBossJobsOptions } from './pg-boss-jobs.js';
