import { describe, expect, it } from '@jest/globals';
import { boundsLike, readBounds } from './bounds.js';

describe('bounds of a standing approval', () => {
  it('keep every argument of a call, but for those that may be any, and allow no other argument', () => {
    expect(boundsLike({ path: 'a.txt', force: false }, new Set(['path']))).toEqual({
      type: 'object',
      properties: { path: {}, force: { const: false } },
      required: ['force'],
      additionalProperties: false,
    });
    expect(boundsLike({ path: 1 }, new Set(['path']))).not.toHaveProperty('required');
    expect(boundsLike({}, new Set())).toEqual({ type: 'object', properties: {}, additionalProperties: false });
  });

  it('are read as a JSON object', () => {
    expect(readBounds('{"properties": {}}')).toEqual({ properties: {} });
    expect(['[]', 'null', '{', '7', ''].map(readBounds)).toEqual(Array(5).fill(undefined));
  });
});
