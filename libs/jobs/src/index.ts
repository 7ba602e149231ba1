/** pg-boss behind kernel's port for jobs. */
export { makeQueueSchema } from './make-queue-schema.js';
export { PgBossJobs } from './pg-boss-jobs.js';
