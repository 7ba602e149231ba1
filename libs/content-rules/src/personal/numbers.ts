import { parsePhoneNumberFromString } from 'libphonenumber-js';
import validator from 'validator';
import { isPublicIpv4 } from './ip-address.js';
import { isNationalId } from './national-id.js';

const maxLength = 40;
const maxBefore = 60;
const maxGroups = 6;
/** Numbers of payment providers' documentation. */
const sampleCards = new Set([
  '4111111111111111',
  '4242424242424242',
  '5555555555554444',
  '378282246310005',
  '4012888888881881',
]);

export interface FoundNumber {
  readonly kind: 'card' | 'phone' | 'national-id' | 'ip';
  readonly start: number;
  readonly end: number;
}

/** Where the run of digits and what stands between them that begins at a place ends. */
export function runEnd(text: string, start: number): number {
  let end = start;
  for (let gaps = 0; end < text.length && end - start < maxLength; end += 1) {
    const isDigit = isDigitCode(text.charCodeAt(end));
    gaps = isDigit ? 0 : gaps + 1;
    if (!isDigit && (gaps > 2 || !between.has(text[end] as string))) break;
  }
  while (end > start && !isDigitCode(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

const between: ReadonlySet<string> = new Set([' ', '-', '.', '(', ')', '/', '+', '\u00a0']);
const isDigitCode = (code: number): boolean => code >= 48 && code <= 57;

/** What the run from `start` to `end` is, or begins with; undefined when it is nobody's number. */
export function numberIn(text: string, start: number, end: number): FoundNumber | undefined {
  const before = text.slice(Math.max(0, start - maxBefore), start);
  for (const stop of stops(text, start, end)) {
    if (isLetter(text.charCodeAt(stop)) && !isId(text, start, stop + 1, before)) continue;
    const to = isId(text, start, stop + 1, before) ? stop + 1 : stop;
    const kind = kindOf(text.slice(start, to), before);
    if (kind !== undefined) return { kind, start, end: to };
  }
  return undefined;
}

/** A number with a letter at its end, as some identity numbers have. */
const isId = (text: string, start: number, end: number, before: string): boolean =>
  isLetter(text.charCodeAt(end - 1)) && !isLetter(text.charCodeAt(end)) && isNationalId(text.slice(start, end), before);

/** Ends of the run's groups, the longest run first: another number may follow after a space. */
function stops(text: string, start: number, end: number): number[] {
  const found = [end];
  for (let at = end - 1; at > start && found.length < maxGroups; at -= 1) {
    if (isSpace(text[at]) && isDigitCode(text.charCodeAt(at - 1))) found.push(at);
  }
  return found;
}

const isSpace = (letter: string | undefined): boolean => letter === ' ' || letter === '\u00a0';
const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;

function kindOf(run: string, before: string): FoundNumber['kind'] | undefined {
  const digits = run.replaceAll(/\D/g, '');
  if (digits.length < 4) return undefined;
  if (run.includes('.') && isPublicIpv4(run, before)) return 'ip';
  if (isCard(run, digits)) return 'card';
  if (digits.length >= 8 && isNationalId(run, before)) return 'national-id';
  return isPhone(run, digits) ? 'phone' : undefined;
}

/** In one piece, or in groups as they are printed; of a known issuer and with a valid check digit. */
function isCard(run: string, digits: string): boolean {
  if (digits.length < 13 || digits.length > 19 || !printed.test(run)) return false;
  return validator.isCreditCard(digits) && !sampleCards.has(digits) && new Set(digits).size > 2;
}
const printed = /^\d{4}([ -]?)(?:\d{4}\1\d{4}\1\d{1,7}|\d{6}\1\d{4,5})$/;

/** With a country's prefix, or as numbers of North America are written. */
function isPhone(run: string, digits: string): boolean {
  if (digits.length < 8 || digits.length > 15) return false;
  if (!run.startsWith('+') && !northAmerican.test(run)) return false;
  const parsed = parsePhoneNumberFromString(run, run.startsWith('+') ? undefined : 'US');
  return parsed?.isValid() === true && !/^\+?1?\D*\d{3}\D*555\D*01\d\d$/.test(run);
}
const northAmerican = /^(?:1[-. ])?(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-.]\d{4}$/;
