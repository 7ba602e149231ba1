import { z } from 'zod';
import { statuses } from './manifest.js';

/** Statuses a version can be given; REVOKED is shown while a revocation covers it. */
export const storedStatuses = statuses.filter((it) => it !== 'REVOKED');

export const changeStatusSchema = z.strictObject({
  status: z.enum(storedStatuses),
  reason: z
    .string()
    .trim()
    .min(1)
    .max(2_000)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be text without NUL and broken surrogates')
    .describe('Why, for people: shown to everybody who sees the version, and told to its users'),
  sunsetAt: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()])
    .nullable()
    .optional()
    .describe(
      'With DEPRECATED: when the version ends, at least 30 days ahead, a date alone being its beginning in UTC. ' +
        'An announced date stays when this is absent, may be put off, and goes with null',
    ),
});
export type ChangeStatus = z.infer<typeof changeStatusSchema>;
