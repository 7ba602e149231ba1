import { z } from 'zod';
import { keptMomentOrDate, reasonText } from './kept.js';
import { statuses } from './manifest.js';

/** Statuses a version can be given; REVOKED is shown while a revocation covers it. */
export const storedStatuses = statuses.filter((it) => it !== 'REVOKED');

export const changeStatusSchema = z.strictObject({
  status: z.enum(storedStatuses),
  reason: reasonText.describe('Why, for people: shown to everybody who sees the version, and told to its users'),
  sunsetAt: keptMomentOrDate
    .nullable()
    .optional()
    .describe(
      'With DEPRECATED: when the version ends, at least 30 days ahead, a date alone being its beginning in UTC. ' +
        'An announced date stays when this is absent, may be put off, and goes with null',
    ),
});
export type ChangeStatus = z.infer<typeof changeStatusSchema>;
