import type { LimitName, LimitUnit } from '@assay/contracts';
import { limitTable } from './limit-table.js';

/** Money is counted in whole millionths of a US dollar. */
const microPerUsd = 1_000_000;
/** In US dollars, as far as whole numbers are exact wherever limits are counted. */
const maxUsd = 10_000_000;
/** The same of a sliding window, each slice of which holds 32 bits. */
const maxSlidingUsd = 4_000;

export const unitOf = (name: LimitName): LimitUnit => limitTable[name].unit ?? 'count';

/** A limit's number as people give it, as it is counted; a reason, where it is none. */
export function countedOf(name: LimitName, shown: number): number | string {
  if (unitOf(name) === 'count') return Number.isInteger(shown) ? shown : `${name} is a whole number: ${shown} is none.`;
  const limit = limitTable[name].window.kind === 'sliding' ? maxSlidingUsd : maxUsd;
  return shown > limit ? `${name} may be at most ${limit} US dollars.` : Math.round(shown * microPerUsd);
}

/** As it is counted, as people read it: US dollars, or the number itself. */
export const shownOf = (name: LimitName, counted: number): number =>
  unitOf(name) === 'usd' ? counted / microPerUsd : counted;

/** With its unit, for sentences. */
export const quantityText = (name: LimitName, counted: number): string =>
  unitOf(name) === 'usd'
    ? `$${shownOf(name, counted).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`
    : counted.toLocaleString('en');

/** What a call costs, as it is counted: rounded up, so that many cheap calls are not free. */
export const countedCost = (usd: number | undefined): number =>
  usd === undefined ? 0 : Math.min(Math.ceil(Number((usd * microPerUsd).toFixed(3))), Number.MAX_SAFE_INTEGER);
