import type { Random } from './clock.js';

const bytes = 6;
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A number uniform in [0, 1), with 48 bits, from the only source of randomness. */
export const fraction = (random: Pick<Random, 'token'>): number =>
  [...random.token(bytes)].reduce((sum, digit) => sum * 64 + digits.indexOf(digit), 0) / 2 ** (8 * bytes);
