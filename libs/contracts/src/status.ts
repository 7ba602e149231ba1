import { z } from 'zod';
import { keptMomentOrDate, reasonText } from './kept.js';
import { statuses } from './manifest.js';

/** Statuses a version can be given; REVOKED is shown while a revocation covers it. */
export const storedStatuses = statuses.filter((it) => it !== 'REVOKED');

export const changeStatusSchema = z.strictObject({
  status: z.enum(storedStatuses),
  reason: reasonText.describe('Reason; shown to everyone who can see the version and sent to its users'),
  sunsetAt: keptMomentOrDate
    .nullable()
    .optional()
    .describe(
      'With DEPRECATED: when the version ends, at least 30 days ahead; a date alone means 00:00 UTC. ' +
        'An announced date is kept when absent, can be postponed, and is removed with null',
    ),
});
export type ChangeStatus = z.infer<typeof changeStatusSchema>;
