import { type RangeUnit, rangeUnits } from '@assay/contracts';
import { type Failure, fail, ok, type Result } from '@assay/kernel';

/** A range as it was asked for; both ends included, counted from 0. */
export interface AskedRange {
  readonly unit: RangeUnit;
  /** Undefined: `last` counts from the end (`bytes=-500`). */
  readonly first: number | undefined;
  /** Undefined: to the end. */
  readonly last: number | undefined;
}

const form = /^([a-z]+)=(\d{1,15})?-(\d{1,15})?$/;

/** Reads `bytes=0-99`, `items=10-`, `lines=-20`, as HTTP writes ranges; `items` and `lines` go by the same rules. */
export function parseRange(text: string): Result<AskedRange, Failure> {
  const [, name, first, last] = form.exec(text) ?? [];
  const unit = rangeUnits.find((it) => it === name);
  if (unit === undefined || (first === undefined && last === undefined))
    return unfit(`must be one of ${rangeUnits.join(', ')} with its ends, such as bytes=0-65535, items=0-99, lines=-20`);
  const asked = { unit, first: numberOf(first), last: numberOf(last) };
  if (asked.first !== undefined && asked.last !== undefined && asked.last < asked.first)
    return unfit('must not end before it starts');
  if (asked.first === undefined && asked.last === 0) return unfit('must ask for something: the last 0 are nothing');
  return ok(asked);
}

const numberOf = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);

const unfit = (message: string) =>
  fail('invalid_request', `/query/range ${message}.`, { issues: [{ path: '/query/range', message }] });
