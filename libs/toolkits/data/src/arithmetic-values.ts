import { Decimal } from 'decimal.js';

/** Exact to this many digits; larger exponents are refused, since nothing useful has them. */
export const Exact = Decimal.clone({ precision: 50, maxE: 5_000, minE: -5_000, defaults: true });

/** A number or a list of numbers. */
export type Value = Decimal | readonly Decimal[];
