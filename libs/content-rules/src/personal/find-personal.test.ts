import { describe, expect, it } from '@jest/globals';
import { FindPersonal } from './find-personal.js';

const rules = new FindPersonal();
const reportOf = (text: string) => rules.find(text).map((it) => [it.class, text.slice(it.start, it.end)]);

describe('FindPersonal finds', () => {
  it.each([
    ['personal.email', 'bob.miller+x@mail.acme-corp.co.uk'],
    ['personal.phone', '+49 30 901820'],
    ['personal.phone', '(212) 736-5000'],
    ['personal.phone', '212-736-5000'],
    ['personal.iban', 'DE89 3704 0044 0532 0130 00'],
    ['personal.iban', 'GB29NWBK60161331926819'],
    ['personal.card', '4539 1488 0343 6467'],
    ['personal.card', '4539148803436467'],
    ['personal.national-id', '536-22-1234'],
    ['personal.national-id', 'RSSMRA85T10A562S'],
    ['personal.national-id', '11010519491231002X'],
    ['personal.ip', '91.198.174.192'],
    ['personal.ip', '2620:0:862:ed1a::1'],
  ])('%s: %s', (found, value) => {
    for (const text of [
      value,
      `It is ${value}, and stays.`,
      `"${value}"`,
      `<${value}>`,
      `(${value})`,
      `x\n${value}\ny`,
    ])
      expect(reportOf(text)).toEqual([[found, value]]);
  });

  it.each([
    ['PESEL: 44051401359', '44051401359'],
    ['her BSN is 111222333', '111222333'],
    ['DNI 12345678Z', '12345678Z'],
    ['social security number 536221234', '536221234'],
  ])('a number that the text announces: %s', (text, value) => {
    expect(reportOf(text)).toEqual([['personal.national-id', value]]);
  });

  it('several in one text, one after the other', () => {
    expect(reportOf('bob@acme.io,ann@acme.io +49 30 901820 4539148803436467 12/27')).toEqual([
      ['personal.email', 'bob@acme.io'],
      ['personal.email', 'ann@acme.io'],
      ['personal.phone', '+49 30 901820'],
      ['personal.card', '4539148803436467'],
    ]);
  });
});

describe('FindPersonal passes over', () => {
  it.each([
    ['examples of addresses', 'a@example.com x@host.invalid user@localhost noreply@acme.io git@github.com'],
    ['names of files and packages', 'icon@2x.png @scope/package@1.2.3 left-pad@^1.0.0'],
    ['logins in addresses', 'postgres://app:secret@db.acme.io/main'],
    ['a wrong check digit', '4539 1488 0343 6468 DE88370400440532013000 11010519491231002A'],
    ['cards of documentation', '4111 1111 1111 1111, 4242424242424242'],
    ['numbers that were never issued', '000-12-3456 666-12-3456 987-65-4321 123-45-6789'],
    ['times, ids and hashes', '1700000000000 2026-11-27T10:30:00Z 3f2504e0-4f89-11d3-9a0c-0305e82c3301 0x5f3759df'],
    ['amounts and coordinates', '1,234,567.89 52.520008,13.404954 $1.99 100000000'],
    ['versions', 'v1.2.3.4 version 10.0.19.41 Chrome/120.0.6099.109'],
    ['private machines', '10.0.0.1 192.168.1.1 127.0.0.1 169.254.169.254 8.8.8.8 203.0.113.9 2001:db8::1 ::1'],
    ['invented telephone numbers', '+1 212 555 0123, (212) 555-0199'],
    ['numbers that only look like identity numbers', '44051401359 111222333'],
    ['words', 'ISBN 978-3-16-148410-0 and ISO 9001 AB12 CD34'],
  ])('%s', (_, text) => {
    expect(reportOf(text)).toEqual([]);
  });
});

/** Texts that make a careless search go back and forth. */
const worst = {
  digits: '1',
  pairs: '1 ',
  dots: '1.',
  dashes: '1-',
  plus: '+1',
  brackets: '(1',
  at: 'a@',
  ats: '@',
  dotted: 'a.',
  colons: 'a:',
  hex: 'f',
  capitals: 'A',
  iban: 'DE89 ',
  codes: 'AB12',
  card: '4539 ',
  mail: 'a@b.c',
  underscores: '_',
  spaces: ' ',
};

describe('FindPersonal takes time in proportion to the text', () => {
  it.each(Object.entries(worst))('%s', (_, piece) => {
    const reads = (length: number): number => {
      const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
      let count = 0;
      const counted = new Proxy(new String(text), {
        get(target, name) {
          const member = Reflect.get(target, name) as unknown;
          if (typeof member !== 'function') {
            count += 1;
            return member;
          }
          return (...given: number[]) => {
            const result = (member as (...all: number[]) => unknown).apply(text, given);
            count += typeof result === 'string' ? result.length + 1 : 1;
            return result;
          };
        },
      });
      rules.find(counted as unknown as string);
      return count;
    };
    const [small, large] = [reads(2_000), reads(20_000)];
    expect(large).toBeLessThan(small * 12);
    expect(large).toBeLessThan(20_000 * 400);
  });

  it('reads a million characters', () => {
    expect(rules.find('a1 b2. '.repeat(150_000))).toEqual([]);
  });
});
