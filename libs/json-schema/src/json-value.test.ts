import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonSameness } from './comparison/json-sameness.js';
import { identityText, pointerStep, uniqueIssues } from './json-value.js';

describe('identityText', () => {
  it('is the same for equal values in any member order', () => {
    expect(identityText({ b: [1, { d: 2, c: 3 }], a: undefined })).toBe(identityText({ b: [1, { c: 3, d: 2 }] }));
    expect(identityText({ a: 1 })).not.toBe(identityText({ a: '1' }));
  });

  it('distinguishes values exactly as a comparison of their members does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(identityText(one) === identityText(other)).toBe(new JsonSameness().same(one, other));
      }),
    );
  });
});

describe('pointerStep', () => {
  it('escapes characters with a meaning in pointers', () => {
    expect(pointerStep('a/b~c')).toBe('/a~1b~0c');
  });
});

describe('uniqueIssues', () => {
  it('keeps one of equal problems, and all different problems of a place', () => {
    const issue = { path: '/a', message: 'm' };
    const other = { path: '/a', message: 'n' };
    expect(uniqueIssues([issue, other, { ...issue }])).toEqual([issue, other]);
  });
});
