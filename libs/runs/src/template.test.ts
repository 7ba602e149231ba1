import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fill, follow, readTemplate, referencesIn, type Source } from './template.js';

/** `@3.a.b` refers into the output of node 3. */
const read = (text: string) => {
  const match = /^@(\d+)((?:\.[^.]+)*)$/.exec(text);
  return match ? { source: Number(match[1]), path: (match[2] as string).split('.').slice(1) } : undefined;
};
const template = (value: unknown) => readTemplate(value, read);
const outputs: unknown[] = [{ a: { b: 1 }, list: ['x', { y: 2 }], nothing: null }, '@0.a', ['$ref:x', '@1']];
const lookUp = (source: Source) => outputs[source as number];

describe('fill', () => {
  it.each([
    ['a literal', { a: [1, 'x @0'] }, { a: [1, 'x @0'] }],
    ['whole outputs', { a: '@0.list', b: ['@1'] }, { a: ['x', { y: 2 }], b: ['@0.a'] }],
    ['members and positions', ['@0.a.b', '@0.list.1.y'], [1, 2]],
    ['a null that is there', { a: '@0.nothing' }, { a: null }],
    ['what an output holds as it is', { a: '@2' }, { a: ['$ref:x', '@1'] }],
    ['only whole texts', 'see @0.a', 'see @0.a'],
  ])('puts in %s', (_, asked, filled) => {
    expect(fill(template(asked), lookUp, 'omit')).toEqual(filled);
  });

  it('gives null for what leads nowhere, or leaves it out', () => {
    const asked = template({ a: '@0.none', b: ['@0.a.b.c', 7], c: { d: '@9' } });
    expect(fill(asked, lookUp, 'null')).toEqual({ a: null, b: [null, 7], c: { d: null } });
    expect(fill(asked, lookUp, 'omit')).toEqual({ b: [7], c: {} });
  });

  it('makes own members of every name', () => {
    const filled = fill(template(JSON.parse('{"__proto__": "@0.a", "b": 1}')), lookUp, 'omit') as object;
    expect(Object.keys(filled)).toEqual(['__proto__', 'b']);
    expect(Object.getPrototypeOf(filled)).toBe(Object.prototype);
  });

  it('is the value itself where there are no references', () => {
    const json = fc.jsonValue();
    fc.assert(
      fc.property(json, (value) => {
        const asked = readTemplate(value, () => undefined);
        expect(fill(asked, () => 'never', 'null')).toBe(value);
        expect(referencesIn(asked)).toEqual([]);
      }),
    );
  });
});

describe('follow', () => {
  it.each([
    ['a member of the prototype', {}, ['constructor']],
    ['__proto__', {}, ['__proto__', 'toString']],
    ['the length of a list', [1, 2], ['length']],
    ['a position written otherwise', [1, 2], ['01']],
    ['a character of a text', 'abc', ['0']],
    ['anything of null', null, ['a']],
  ])('does not follow %s', (_, value, path) => {
    expect(follow(value, path)).toBeUndefined();
  });
});

it('names its references in order', () => {
  const asked = template({ a: '@0.a', b: ['x', '@2', { c: '@1' }] });
  expect(referencesIn(asked).map((it) => it.source)).toEqual([0, 2, 1]);
});
