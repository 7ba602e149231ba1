import { describe, expect, it } from '@jest/globals';
import { checksumOf, entropyOf, isPlausibleSecret, secretSigns } from './secrets.js';

// Put together here, so that nobody takes the file for a leak.
const letters = 'q7Zt9KxB2mVw4RsY8nLc6HdJ3pGfT5aE1uQzXyWvNb';
const github = (body: string) => `${'gh'}p_${body}${checksumOf(body)}`;
const rulesIn = (text: string) => secretSigns(text, '/x').map((it) => it.rule);

describe('secretSigns', () => {
  it.each([
    ['secret-aws-key-id', `${'AK'}IAQ7ZT2KXB4MVW6RSY`],
    ['secret-google', `${'AI'}za${letters.slice(0, 35)}`],
    ['secret-token', `${'ey'}J${letters.slice(0, 30)}.${'ey'}J${letters.slice(0, 30)}.${letters}`],
  ])('finds %s', (rule, secret) => {
    const [sign] = secretSigns(`The key is ${secret}, keep it.`, '/x');
    expect(sign?.rule).toBe(rule);
    expect(sign?.excerpt).not.toContain(secret.slice(0, 14));
  });

  it.each([
    ['an example', `${'AK'}IAIOSFODNN7EXAMPLE`],
    ['ordinary words', 'Pass your API key in the header.'],
  ])('lets %s pass', (_, text) => {
    expect(rulesIn(text)).toEqual([]);
  });

  it.each([
    ['a token', github(letters.slice(0, 30)), true],
    ['a token whose checksum is wrong', `${'gh'}p_${letters.slice(0, 36)}`, false],
    ['a placeholder', `${'sk'}_live_xxxxxxxxxxxxxxxxxxxxxxxxxxxx`, false],
    ['an address', `postgres://app:${letters.slice(0, 12)}@db-7.internal.acme.io/main`, true],
    ['an address with a placeholder', 'postgres://user:password@localhost:5432/db', false],
    ['a private key', `-----BEGIN ${'RSA'} PRIVATE KEY-----\n${letters}`, true],
    ['a private key left out', `-----BEGIN ${'RSA'} PRIVATE KEY-----\n...`, false],
  ])('takes %s for what it is', (_, secret, expected) => {
    expect(isPlausibleSecret(secret)).toBe(expected);
  });

  it('computes CRC-32 and entropy as published', () => {
    // CRC-32 of "123456789" is 0xcbf43926 (IEEE 802.3 check value): 3,421,780,262.
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const value = [...checksumOf('123456789')].reduce((sum, it) => sum * 62 + digits.indexOf(it), 0);
    expect(value).toBe(0xcbf43926);
    expect(entropyOf('aaaa')).toBeCloseTo(0);
    expect(entropyOf('abcd')).toBeCloseTo(2);
  });
});
