import { describe, expect, it } from '@jest/globals';
import { fitName } from './fit-name.js';

describe('fitName', () => {
  it.each([
    ['create_order', 'create_order'],
    ['Café au lait', 'Cafe_au_lait'],
    ['a/b:c  d', 'a_b_c_d'],
    ['日本', '_'],
    ['', 'tool'],
  ])('makes %j %j', (name, fit) => {
    expect(fitName(name)).toBe(fit);
  });

  it('cuts to size', () => {
    expect(fitName('x'.repeat(200))).toHaveLength(128);
    expect(fitName('x'.repeat(200), 64)).toHaveLength(64);
  });
});
