import { PgBoss } from 'pg-boss';

/** The schema of the queue, beside Assay's own tables. */
export const queueSchema = 'pgboss';

/** Makes the queue's tables, or brings them up to date. Safe to repeat; run it under the lock of the migrations. */
export async function makeQueueSchema(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: queueSchema,
    application_name: 'assay-migrate',
    max: 1,
    schedule: false,
    supervise: false,
    registerInstance: false,
  });
  // What fails is thrown by `start`; an event without a listener would end the process.
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}
