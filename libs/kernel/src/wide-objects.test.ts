import { describe, expect, it } from '@jest/globals';
import { keptNames, memberNames, ObjectBuilder, rememberNames, wideFrom } from './wide-objects.js';

describe('names of wide objects', () => {
  it('are cached, or listed otherwise', () => {
    const value = { a: 1, b: 2 };
    expect([memberNames(value), keptNames(value)]).toEqual([['a', 'b'], undefined]);
    const names = ['b', 'a'];
    rememberNames(value, names);
    expect([memberNames(value) === names, keptNames(value) === names]).toEqual([true, true]);
  });
});

describe('ObjectBuilder', () => {
  it('keeps the last of members with the same name, and __proto__ as a member', () => {
    const builder = new ObjectBuilder();
    for (const [name, value] of [
      ['a', 1],
      ['__proto__', { b: 1 }],
      ['a', 2],
    ] as const)
      builder.put(name, value);
    const built = builder.end();
    expect(JSON.stringify(built)).toBe('{"a":2,"__proto__":{"b":1}}');
    expect(keptNames(built)).toBeUndefined();
  });

  it('keeps the names of a wide object', () => {
    const builder = new ObjectBuilder();
    for (let at = 0; at < wideFrom; at += 1) builder.put(`k${at}`, at);
    const built = builder.end();
    expect(keptNames(built)).toEqual(Object.keys(built));
  });
});
