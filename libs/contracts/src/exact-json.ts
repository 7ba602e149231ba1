/**
 * JSON whose numbers survive. A double holds about 17 significant digits up to 1.8e308; JSON.parse rounds what has more
 * and turns what is larger into Infinity, which JSON.stringify then writes as null. Here such a number becomes a raw
 * JSON value (`JSON.rawJSON`), which JSON.stringify writes exactly as it was read.
 */

/** A number kept as its text. */
export interface RawNumber {
  readonly rawJSON: string;
}

/** The parts of the JSON object that TypeScript's library does not declare yet. */
const native = JSON as unknown as {
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
};

/** A number with 16 digits or more, or with an exponent. May also match inside of a string, which only costs time. */
const maybeInexact = /(?:^|[[:,\s])-?(?:[\d.]{16}|[\d.]{1,16}[eE])/;

/** JSON.parse, except that a number no double can hold becomes a RawNumber. Throws SyntaxError as JSON.parse does. */
export function parseExactJson(text: string): unknown {
  if (!maybeInexact.test(text)) return JSON.parse(text);
  return native.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && !isExact(source, value) ? native.rawJSON(source) : value,
  );
}

/** Whether a value is a number that no double can hold. */
export const isRawNumber = (value: unknown): value is RawNumber => native.isRawJSON(value);

/**
 * Whether a double, written in its shortest form or with as many significant digits as its literal has, is that literal. So `0.1` and the 17
 * digits that C prints for it are exact, and `12345678901234567891` is not.
 */
function isExact(literal: string, value: number): boolean {
  const { digits, exponent } = scientific(literal);
  if (digits === '') return true;
  if (!Number.isFinite(value) || value === 0 || digits.length > maxDigits) return false;
  const magnitude = Math.abs(value);
  // The shortest text of a double is not always its value rounded to so many digits: 1841148075692353.25 is …353.2.
  return [String(magnitude), magnitude.toExponential(digits.length - 1)].some((text) => {
    const printed = scientific(text);
    return printed.digits === digits && printed.exponent === exponent;
  });
}

/** The most digits that `toExponential` prints, less one before the point. */
const maxDigits = 100;

/** Significant digits without zeros at either end, and the power of ten of the first one. */
function scientific(literal: string): { readonly digits: string; readonly exponent: number } {
  const [mantissa = '', power = '0'] = splitAtExponent(literal.startsWith('-') ? literal.slice(1) : literal);
  const point = mantissa.indexOf('.');
  const whole = point < 0 ? mantissa : mantissa.slice(0, point);
  const all = point < 0 ? mantissa : whole + mantissa.slice(point + 1);
  let first = 0;
  while (first < all.length && all.charCodeAt(first) === zero) first += 1;
  let end = all.length;
  while (end > first && all.charCodeAt(end - 1) === zero) end -= 1;
  return { digits: all.slice(first, end), exponent: whole.length - 1 - first + Number(power) };
}

const zero = 48;

function splitAtExponent(literal: string): readonly string[] {
  const at = literal.search(/[eE]/);
  return at < 0 ? [literal] : [literal.slice(0, at), literal.slice(at + 1)];
}

/** The first number in a JSON text that no double can hold; null when there is none. Costs one scan of most texts. */
export const findInexactNumber = (text: string): { readonly path: string; readonly text: string } | null =>
  maybeInexact.test(text) ? findRawNumber(parseExactJson(text)) : null;

/** The place of the first RawNumber in a value, as a JSON pointer, and its text. Follows at most `levels` levels. */
export function findRawNumber(value: unknown, levels = 128): { readonly path: string; readonly text: string } | null {
  if (typeof value !== 'object' || value === null) return null;
  if (isRawNumber(value)) return { path: '', text: value.rawJSON };
  if (levels === 0) return null;
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== 'object' || member === null) continue;
    const found = findRawNumber(member, levels - 1);
    if (found) return { path: `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}${found.path}`, text: found.text };
  }
  return null;
}

/** A copy in which each RawNumber is the nearest finite double: for checks that need a number, never for a caller. */
export function withNearestDoubles(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isRawNumber(value)) {
    const nearest = Number(value.rawJSON);
    return Number.isFinite(nearest) ? nearest : Math.sign(nearest) * Number.MAX_VALUE;
  }
  if (Array.isArray(value)) return value.map(withNearestDoubles);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withNearestDoubles(member)]));
}

/** The message about a rejected number. */
export const refusedNumber = (text: string): string =>
  `the number ${text.length > 40 ? `${text.slice(0, 40)}…` : text} has more digits or a larger exponent than a double holds: round it, or send it as a string`;
