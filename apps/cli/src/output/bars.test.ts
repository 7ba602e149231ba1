import { describe, expect, it } from '@jest/globals';
import { bar, sparkline } from './bars.js';

describe('bar', () => {
  it.each([
    [0, ''],
    [0.5, '██'],
    [0.53, '██▏'],
    [1, '████'],
    [7, '████'],
    [-1, ''],
  ])('draws %s of four columns as "%s"', (share, drawn) => {
    expect(bar(share, 4)).toBe(drawn);
  });
});

describe('sparkline', () => {
  it('runs from the least value to the greatest', () => {
    expect(sparkline([1, 1.5, 2])).toBe('▁▅█');
    expect(sparkline([0.4, 0.4])).toBe('▄▄');
    expect(sparkline([])).toBe('');
  });
});
