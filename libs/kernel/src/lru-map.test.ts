import { describe, expect, it } from '@jest/globals';
import { lruMap } from './lru-map.js';

const filled = () => {
  const map = lruMap<string, number>(2);
  map.set('first', 1);
  map.set('second', 2);
  return map;
};

describe('lruMap', () => {
  it('evicts the entry whose last use is longest ago', () => {
    const map = filled();
    map.get('first');
    map.set('third', 3);
    expect([map.get('first'), map.get('second'), map.get('third')]).toEqual([1, undefined, 3]);
    expect(map.size).toBe(2);
  });

  it('does not count peek as a use', () => {
    const map = filled();
    expect(map.peek('first')).toBe(1);
    map.set('third', 3);
    expect([map.peek('first'), map.peek('second')]).toEqual([undefined, 2]);
  });

  it('counts a second set as a use, and removes on demand', () => {
    const map = filled();
    map.set('first', 10);
    map.set('third', 3);
    expect([map.peek('first'), map.peek('second')]).toEqual([10, undefined]);
    expect(map.delete('first')).toBe(true);
    expect(map.peek('first')).toBeUndefined();
  });

  it('evicts what exceeds the size of all entries, and does not keep what is larger by itself', () => {
    const map = lruMap<string, string>(10, { maxSize: 5, sizeOf: (it) => it.length });
    map.set('first', 'abc');
    map.set('second', 'de');
    map.set('third', 'f');
    expect([map.peek('first'), map.peek('second'), map.peek('third')]).toEqual([undefined, 'de', 'f']);
    map.set('large', 'abcdef');
    expect([map.peek('large'), map.peek('second')]).toEqual([undefined, 'de']);
  });
});
