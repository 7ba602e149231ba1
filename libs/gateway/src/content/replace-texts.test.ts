import { describe, expect, it } from '@jest/globals';
import { replacing } from './replace-texts.js';

describe('replacing', () => {
  const replace = replacing(
    new Map([
      ['bob@x.org', '<mail>'],
      ['12', '<n>'],
      ['123456789', '<long>'],
    ]),
  );

  it('replaces texts at any depth, in names of members too', () => {
    expect(replace({ a: ['to bob@x.org', { 'bob@x.org': 1 }], n: 123_456_789 })).toEqual({
      a: ['to <mail>', { '<mail>': 1 }],
      n: '<long>',
    });
  });

  it('replaces a short text only where it is the whole', () => {
    expect(replace(['12', 'at 12:30'])).toEqual(['<n>', 'at 12:30']);
  });

  it('leaves everything else as it is', () => {
    const value = { a: [1, null, true, 'x'] };
    expect(replace(value)).toEqual(value);
    expect(replacing(new Map())(value)).toBe(value);
  });
});
