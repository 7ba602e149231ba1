import type { CedarValueJson } from '@cedar-policy/cedar-wasm/nodejs';

/** Deeper than anything a policy says; the library reads at most 128 levels. */
const maxDepth = 64;
/** What the library takes for something else than a record. */
const reserved: ReadonlySet<string> = new Set(['__entity', '__extn', '__expr']);
/** Cedar's decimals are 64-bit integers of ten-thousandths. */
const maxDecimal = 922_337_203_685_477;

/**
 * JSON as Cedar has it. Whole numbers that JavaScript keeps exactly are Longs, others decimals of four digits, rounded
 * away from zero; a number beyond Cedar's is text, so that a comparison with it is an error and never false. A null is
 * left out, as something that was not given; lists are sets. Nothing throws.
 */
export const cedarValue = (value: unknown): CedarValueJson => convert(value, exactNumber, 0) ?? '';

/** The same with every number as a decimal. */
export const cedarDecimals = (value: unknown): CedarValueJson => convert(value, decimalOrText, 0) ?? '';

/** A number as a decimal; `round` says which way where it has more than four digits. */
export const decimal = (value: number, round: (value: number) => number): CedarValueJson => {
  const text = decimalText(value, round);
  return { __extn: { fn: 'decimal', arg: text ?? `${value < 0 ? '-' : ''}${maxDecimal}.0` } };
};

export const moment = (ms: number): CedarValueJson => ({
  __extn: { fn: 'datetime', arg: new Date(ms).toISOString() },
});

type NumberAs = (value: number) => CedarValueJson;

function convert(value: unknown, numberAs: NumberAs, depth: number): CedarValueJson | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return numberAs(value);
  if (typeof value !== 'object') return String(value);
  if (depth >= maxDepth) return 'nested too deep';
  if (Array.isArray(value)) {
    return value.flatMap((it) => convert(it, numberAs, depth + 1) ?? []);
  }
  const members: [string, CedarValueJson][] = [];
  for (const [key, it] of Object.entries(value)) {
    const converted = convert(it, numberAs, depth + 1);
    if (converted !== undefined) members.push([reserved.has(key) ? `_${key}` : key.toWellFormed(), converted]);
  }
  return Object.fromEntries(members);
}

const exactNumber: NumberAs = (value) => (Number.isSafeInteger(value) ? value + 0 : decimalOrText(value));

const decimalOrText: NumberAs = (value) => {
  const text = decimalText(value, awayFromZero);
  return text === undefined ? String(value) : { __extn: { fn: 'decimal', arg: text } };
};

export const awayFromZero = (value: number): number => (value < 0 ? Math.floor(value) : Math.ceil(value));

function decimalText(value: number, round: (value: number) => number): string | undefined {
  if (!Number.isFinite(value) || Math.abs(value) >= maxDecimal) return undefined;
  const text = shortest(value);
  if (/^-?\d+(\.\d{1,4})?$/.test(text)) return text.includes('.') ? text : `${text}.0`;
  const steps = round(value * 10_000) / 10_000;
  const fixed = steps.toFixed(4);
  return Math.abs(Number(fixed)) >= maxDecimal ? undefined : fixed;
}

/** As JavaScript writes it, `-0` apart. */
const shortest = (value: number): string => String(value === 0 ? 0 : value);
