import { type AuditLog, fail } from '@assay/kernel';
import { isReadOnly, type PlainStage } from './call.js';

/**
 * No effect without a record: while records cannot be written, a tool that may have effects is not called. What only
 * reads goes on, and its records wait in memory.
 */
export const onlyIfRecordable = (audit: Pick<AuditLog, 'isFailing'>, stage: PlainStage): PlainStage => ({
  ...stage,
  run: (call) => (audit.isFailing && !isReadOnly(call.resolved.version) ? notNow : stage.run(call)),
});

const notNow = fail(
  'unavailable',
  'The tool was not called: it may have effects, and the database that records calls is unavailable. Try again in a moment; /readyz shows when it is back.',
  { retryAfterMs: 1_000 },
).error;
