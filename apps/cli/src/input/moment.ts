import { InvalidArgumentError } from 'commander';
import { duration } from './options.js';

const isoTime = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** A time such as `2026-11-01T09:00:00Z`, one without an offset in this machine's zone, or so long from now: `10m`. */
export function moment(value: string, now = Date.now()): string {
  const text = value.trim();
  const at = isoTime.test(text) ? Date.parse(text) : isLength(text) ? now + duration(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new InvalidArgumentError('It must be a time such as 2026-11-01T09:00:00Z, or look like 10m, 2h or 30d.');
  return new Date(at).toISOString();
}

const isLength = (text: string): boolean => /^\d+(?:\.\d+)?(?:s|m|h|d)$/.test(text);
