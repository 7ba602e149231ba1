import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson, digestJson, digestText, sameText } from './digest.js';

describe('canonicalJson', () => {
  // value, its form by RFC 8785 (the numbers are among those of its appendix B)
  it.each<[unknown, string]>([
    [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
    [[3, { z: null, y: true }], '[3,{"y":true,"z":null}]'],
    [-0, '0'],
    [5e-324, '5e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [9007199254740992, '9007199254740992'],
    [295147905179352830000, '295147905179352830000'],
    [1e23, '1e+23'],
    [0.000001, '0.000001'],
    [1e-7, '1e-7'],
    ['\u20ac$\u000f\nA\'B"\\\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
    // Keys are ordered by UTF-16 code units: the emoji's surrogate comes before U+FB33.
    [
      { '\ufb33': 1, '\u{1f600}': 2, '\u00f6': 3, '1': 4, '\r': 5 },
      '{"\\r":5,"1":4,"\u00f6":3,"\u{1f600}":2,"\ufb33":1}',
    ],
  ])('%j becomes %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('distinguishes text with invalid Unicode from all other text', () => {
    expect(canonicalJson({ b: '\ud800', a: [undefined, 'é', 1], c: undefined })).toBe(
      '{"a":[null,"é",1],"b":"\\ud800"}',
    );
    const digests = ['\ud800', '\udc00', '\ufffd', '\\ud800'].map(digestJson);
    expect(new Set(digests).size).toBe(4);
    expect(canonicalJson({ '\udc00': 1, 1: 2 })).toBe('{"1":2,"\\udc00":1}');
  });

  it('omits what JSON cannot represent', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
    expect(canonicalJson(undefined)).toBe('null');
  });

  it('is equivalent to its source, and its own canonical form', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });
});

describe('digests', () => {
  it('are SHA-256 in hexadecimal over UTF-8', () => {
    const expected = (text: string) => `sha256:${createHash('sha256').update(Buffer.from(text, 'utf8')).digest('hex')}`;
    expect(digestText('')).toBe('sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(digestText('é🧾')).toBe(expected('é🧾'));
    expect(digestJson({ b: 1, a: [] })).toBe(expected('{"a":[],"b":1}'));
  });
});

describe('sameText', () => {
  it.each([
    ['abc', 'abc', true],
    ['abc', 'abd', false],
    ['abc', 'abcd', false],
    ['', '', true],
    // The same number of characters but not of bytes.
    ['é', 'e', false],
  ])('%j and %j: %s', (a, b, same) => {
    expect(sameText(a, b)).toBe(same);
  });
});
