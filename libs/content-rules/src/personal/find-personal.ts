import type { Passage } from '../passage.js';
import { ibanAt, mayBeIban } from './bank-account.js';
import { ipv6At } from './ip-address.js';
import { mailAddressAt } from './mail-address.js';
import { isNationalId } from './national-id.js';
import { numberIn, runEnd } from './numbers.js';

/**
 * Personal data by form and checksum: mail addresses, telephone numbers, bank accounts, cards, identity numbers, addresses
 * of machines. One pass over the text; each character that may begin one is looked at within bounded reach, and maintained
 * libraries (validator, libphonenumber) decide.
 */
export class FindPersonal {
  find(text: string): readonly Passage[] {
    const found: Passage[] = [];
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code > 90 || begins[code] === 0 || found.length === maxFound) continue;
      const next = passageAt(text, at, code);
      if (next === undefined) continue;
      if (next.class !== none) found.push(next);
      at = Math.max(at, next.end - 1);
    }
    return found;
  }
}

/** By character: whether a passage may begin with it, or be around it. Nearly all of a text is passed over by this. */
const begins = new Uint8Array(91);
for (const it of '@:+(0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ') begins[it.charCodeAt(0)] = 1;

/** Passages of one text: what has more is masked by its first ones, and is one finding either way. */
const maxFound = 10_000;
/** Passed over: it has been looked at as a whole. */
const none = '';

function passageAt(text: string, at: number, code: number): Passage | undefined {
  if (code === 64) return called('personal.email', mailAddressAt(text, at));
  if (code === 58) return isHex(text.charCodeAt(at - 1)) ? called('personal.ip', ipv6At(text, at)) : undefined;
  if (code < 58) return numberAt(text, at, code);
  const next = text.charCodeAt(at + 1);
  return (isUpper(next) || isDigit(next)) && !isWord(text.charCodeAt(at - 1)) ? codeAt(text, at) : undefined;
}

const called = (of: string, place: { readonly start: number; readonly end: number } | undefined) =>
  place && { class: of, ...place };

function numberAt(text: string, at: number, code: number): Passage | undefined {
  const before = text.charCodeAt(at - 1);
  if (isDigit(code) && (isWord(before) || joins.has(before))) return passedOver(at, digitsEnd(text, at));
  if (!isDigit(code) && !isDigit(text.charCodeAt(at + 1))) return undefined;
  const end = runEnd(text, at);
  if (end - at < minNumber) return passedOver(at, Math.max(end, at + 1));
  const found = numberIn(text, at, end);
  if (found !== undefined) return { class: `personal.${found.kind}`, start: found.start, end: found.end };
  // Another number may begin after the first group, or behind the bracket.
  return passedOver(at, isDigit(code) ? digitsEnd(text, at + 1) : at + 1);
}

const minNumber = 7;
const passedOver = (start: number, end: number): Passage => ({ class: none, start, end });

function digitsEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

/** What begins with capital letters: a bank account, or an identity number. */
function codeAt(text: string, at: number): Passage | undefined {
  if (mayBeIban(text, at)) {
    const iban = ibanAt(text, at);
    if (iban !== undefined) return called('personal.iban', iban);
  }
  let end = at;
  while (end < text.length && end - at <= 20 && isWord(text.charCodeAt(end))) end += 1;
  const word = text.slice(at, end);
  if (word.length < 9 || word.length > 16 || !/\d/.test(word)) return undefined;
  const before = text.slice(Math.max(0, at - 60), at);
  return isNationalId(word, before) ? called('personal.national-id', { start: at, end }) : undefined;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isHex = (code: number): boolean => isDigit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
const isUpper = (code: number): boolean => code >= 65 && code <= 90;
const isWord = (code: number): boolean =>
  isDigit(code) || isUpper(code) || (code >= 97 && code <= 122) || code === 95 || code > 191;
/** After these a number is a part of something longer: a decimal, an id, a path, a percent code. */
const joins: ReadonlySet<number> = new Set([...'.-/#%_'].map((it) => it.charCodeAt(0)));
