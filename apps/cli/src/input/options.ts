import { splitReference } from '@assay/sdk';
import { InvalidArgumentError, Option } from 'commander';

/** Collects an option that may be repeated or given as a list with commas. */
export const listed = (value: string, before: string[] = []): string[] => [
  ...before,
  ...value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
];

/** Collects `name=value` (or `Name: value`, as headers are written). */
export function pair(value: string, before: Record<string, string> = {}): Record<string, string> {
  const match = /^([^=:\s]+)\s*(?:=|:\s*)([\s\S]*)$/.exec(value);
  if (!match) throw new InvalidArgumentError('It must look like name=value.');
  return { ...before, [match[1] as string]: match[2] as string };
}

export const number =
  (min: number, max: number) =>
  (value: string): number => {
    const parsed = Number(value);
    if (value.trim() === '' || !(parsed >= min && parsed <= max)) {
      throw new InvalidArgumentError(`It must be a number from ${min} to ${max}.`);
    }
    return parsed;
  };

export const whole =
  (min: number, max: number) =>
  (value: string): number => {
    const parsed = number(min, max)(value);
    if (!Number.isInteger(parsed)) throw new InvalidArgumentError('It must be a whole number.');
    return parsed;
  };

const unitsMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `500ms`, `10s`, `5m`, `2h`, `30d`, or a bare number of ms; in ms. */
export function duration(value: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(value.trim());
  if (!match) throw new InvalidArgumentError('It must look like 500ms, 10s, 5m, 2h or 30d.');
  return Math.round(Number(match[1]) * unitsMs[(match[2] ?? 'ms') as keyof typeof unitsMs]);
}

/** `namespace/name`. */
/** A day of the calendar, `YYYY-MM-DD`. */
export function day(value: string): string {
  const time = Date.parse(`${value}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length) !== value)
    throw new InvalidArgumentError('It must be a date such as 2026-11-01.');
  return value;
}

export function qualifiedName(value: string): string {
  if (!/^[^/@\s]+\/[^/@\s]+$/.test(value)) {
    throw new InvalidArgumentError('It must be namespace/name, such as acme/orders.create.');
  }
  return value;
}

/** `namespace/tool` or `namespace/tool@range`. */
export function toolReference(value: string): string {
  qualifiedName(splitReference(value).tool);
  return value;
}

/** `namespace/*`, `namespace/tool` or `namespace/tool@range`. */
export function revocationTarget(value: string): string {
  if (!/^[^/@\s]+\/(\*|[^/@\s*]+(@[^@]+)?)$/.test(value)) {
    throw new InvalidArgumentError('It must be namespace/tool, namespace/tool@range or namespace/*.');
  }
  return value;
}

/** Options of lists, which are read a page at a time. */
export const limitOption = (): Option =>
  new Option('--limit <n>', 'maximum number of results, 1 to 200').argParser(whole(1, 200)).default(50);
export const cursorOption = (): Option => new Option('--cursor <cursor>', 'cursor of the next page');
export interface PageOptions {
  readonly limit: number;
  readonly cursor?: string;
}
