import { z } from 'zod';
import { keptText } from './kept.js';
import { versionStatusSchema } from './manifest.js';
import { qualifiedNameSchema } from './names.js';

export const setPinSchema = z.strictObject({
  tool: qualifiedNameSchema,
  range: z.string().min(1).max(200).nullable().describe('A version range such as ^1.2.0; null removes the pin'),
  note: keptText(500).optional(),
});
export type SetPin = z.infer<typeof setPinSchema>;

/** "I depend on this": it does not change resolution, but the principal is notified of changes to the tool. */
export const pinSchema = z.object({
  tool: z.string(),
  range: z.string().nullable().describe('Null once the pin is removed'),
  note: z.string().nullable(),
  newest: z
    .object({ version: z.string(), status: versionStatusSchema, sunsetAt: z.iso.datetime().nullable() })
    .nullable()
    .describe('The newest version in the range visible to you'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type PinView = z.infer<typeof pinSchema>;
