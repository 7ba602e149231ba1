import { describe, expect, it } from '@jest/globals';
import { keyValues } from './key-values.js';

describe('keyValues', () => {
  it('names the scalars of JSON by their pointers, those at the top first', () => {
    expect(keyValues({ lines: [{ sku: 'tea' }], id: 7, paid: true, note: null, 'a/b': 'x' })).toEqual({
      '/id': 7,
      '/paid': true,
      '/note': null,
      '/a~1b': 'x',
      '/lines/length': 1,
      '/lines/0/sku': 'tea',
    });
  });

  it('reads facts from the lines of a text', () => {
    expect(keyValues('Status: open\n  owner = Ann Smith\nand then some prose.\nhttp://example.org')).toEqual({
      Status: 'open',
      owner: 'Ann Smith',
      http: '//example.org',
    });
    expect(keyValues('nothing of the kind')).toBeUndefined();
  });

  it('keeps few and short ones', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}`, 'x'.repeat(200)]));
    const facts = keyValues(many) ?? {};
    expect(Object.keys(facts)).toHaveLength(40);
    expect(facts['/k0']).toBe(`${'x'.repeat(80)}…`);
    expect(Object.keys(keyValues(`${'k: v\n'.repeat(100_000)}`) ?? {})).toEqual(['k']);
  });

  it('of a scalar is the value, and of nothing nothing', () => {
    expect(keyValues(3)).toEqual({ value: 3 });
    expect(keyValues({})).toBeUndefined();
    expect(keyValues([])).toEqual({ '/length': 0 });
  });
});
