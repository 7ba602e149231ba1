import { memberNames } from '@assay/kernel';

/**
 * At least the first `length` characters of a value as JSON, or all when it is shorter, without writing the rest: each
 * value takes at least one character, so no more than `length` of them are written. Whole numbers of CEL are numbers.
 */
export function jsonBeginning(value: unknown, length: number): string {
  let written = 0;
  const begin = (_name: string, member: unknown): unknown => {
    written += 1;
    if (typeof member === 'bigint') return Number(member);
    if (typeof member === 'string') return member.slice(0, length + 1);
    if (typeof member !== 'object' || member === null) return member;
    if (written > length) return null;
    return Array.isArray(member) ? member.slice(0, length + 1) : firstMembers(member, length + 1);
  };
  return JSON.stringify(value, begin) ?? '';
}

function firstMembers(value: object, count: number): object {
  const names = memberNames(value);
  if (names.length <= count) return value;
  return Object.fromEntries(
    names.slice(0, count).map((name) => [name, (value as Readonly<Record<string, unknown>>)[name]]),
  );
}
