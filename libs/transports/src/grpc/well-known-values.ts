import { UnfitError } from './unfit.js';

/** Seconds and nanoseconds, as Timestamp and Duration carry them. */
export interface Moment {
  readonly seconds: bigint;
  readonly nanos: number;
}

const timestampShape = /^(\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})$/;
const durationShape = /^(-?)(\d{1,12})(?:\.(\d{1,9}))?s$/;
const maxDuration = 315_576_000_000n;

/** An RFC 3339 date with its time, to the nanosecond. */
export function readTimestamp(value: unknown): Moment {
  const [, date, fraction = '', zone] = timestampShape.exec(typeof value === 'string' ? value : '') ?? [];
  const ms = Date.parse(`${date}${zone}`.toUpperCase());
  if (date === undefined || Number.isNaN(ms))
    throw new UnfitError('', 'must be a date with its time, such as 2026-11-23T08:30:00Z');
  return { seconds: BigInt(ms) / 1_000n, nanos: Number(fraction.padEnd(9, '0')) };
}

export function writeTimestamp({ seconds, nanos }: Moment): unknown {
  const date = new Date(Number(seconds) * 1_000);
  // A value outside the calendar is shown as received.
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9_999)
    return { seconds: String(seconds), nanos };
  return `${date.toISOString().slice(0, 19)}${fractionOf(nanos)}Z`;
}

/** Seconds with an `s` behind them. */
export function readDuration(value: unknown): Moment {
  const [, sign, whole, fraction = ''] = durationShape.exec(typeof value === 'string' ? value : '') ?? [];
  const seconds = whole === undefined ? undefined : BigInt(whole);
  if (seconds === undefined || seconds > maxDuration) throw new UnfitError('', 'must be seconds, such as 1.5s');
  const nanos = Number(fraction.padEnd(9, '0'));
  return sign === '-' ? { seconds: -seconds, nanos: nanos === 0 ? 0 : -nanos } : { seconds, nanos };
}

export function writeDuration({ seconds, nanos }: Moment): string {
  const isNegative = seconds < 0n || nanos < 0;
  const whole = seconds < 0n ? -seconds : seconds;
  return `${isNegative ? '-' : ''}${whole}${fractionOf(Math.abs(nanos))}s`;
}

/** Nothing, or 3, 6 or 9 digits. */
function fractionOf(nanos: number): string {
  if (nanos === 0) return '';
  const digits = String(nanos).padStart(9, '0');
  return `.${digits.endsWith('000000') ? digits.slice(0, 3) : digits.endsWith('000') ? digits.slice(0, 6) : digits}`;
}

/** Paths of fields in lowerCamelCase with commas, to snake_case. */
export function readFieldMask(value: unknown): string[] {
  if (typeof value !== 'string' || !/^[\w.,]*$/.test(value))
    throw new UnfitError('', 'must be names of fields with commas between them');
  return value === ''
    ? []
    : value.split(',').map((path) => path.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

export const writeFieldMask = (paths: readonly string[]): string =>
  paths.map((path) => path.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())).join(',');
