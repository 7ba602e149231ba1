/** What the parts of a cursor must be, which anybody can write as they like: nothing the database chokes on. */

/** End of the year 9999, the last that a timestamp of four digits can say. */
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Milliseconds since the epoch. */
export const isMoment = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= lastMoment;

/** Sequences and numbers of checkpoints. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** The name of a chain. */
export const isChainName = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
