import { z } from 'zod';

/** Text of at most so many characters that every store and every terminal can hold. */
export const keptText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be text without NUL and broken surrogates');

/** Why, for people. */
export const reasonText = keptText(2_000).trim().min(1);

const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Whether a date and time is within the years that a timestamp of four digits can say, also in UTC. */
function isKeptMoment(text: string): boolean {
  const at = Date.parse(text);
  return at >= 0 && at <= lastMoment;
}

const outOfRange = 'must lie in the years 1970 to 9999';

/** A date and time with its offset. */
export const keptMoment = z.iso
  .datetime({ offset: true, error: 'must be a date and time such as 2026-11-01T00:00:00Z' })
  .refine(isKeptMoment, outOfRange);

/** A date and time, or a date alone, which is its beginning in UTC. */
export const keptMomentOrDate = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .refine(isKeptMoment, outOfRange);
