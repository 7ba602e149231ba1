import { describe, expect, it } from '@jest/globals';
import { brokenReferences, lastStep, References } from './references.js';

const root = {
  components: {
    schemas: { Pet: { type: 'object' }, 'a/b~c d': { type: 'string' }, Again: { $ref: '#/components/schemas/Pet' } },
    parameters: { one: { $ref: '#/components/parameters/two' }, two: { $ref: '#/components/parameters/one' } },
  },
  list: [{ name: 'first' }],
};
const references = new References(root);

describe('References', () => {
  it('resolves pointers, escaped or percent-encoded', () => {
    expect(references.at('#/components/schemas/a~1b~0c%20d')).toEqual({ type: 'string' });
    expect(references.at('#/list/0/name')).toBe('first');
    expect(references.at('#')).toBe(root);
    expect(references.at('#/components/%E0%A4%A')).toBeUndefined();
  });

  it('follows own members only', () => {
    expect(['#/constructor', '#/list/length', '#/__proto__'].map((it) => references.at(it))).toEqual([
      undefined,
      1,
      undefined,
    ]);
  });

  it('follows chains to their end, and stops at cycles', () => {
    expect(references.resolve({ $ref: '#/components/schemas/Again' })).toEqual({ type: 'object' });
    expect(references.resolve({ $ref: '#/components/parameters/one' })).toBeUndefined();
    expect(references.resolve('text')).toBeUndefined();
  });

  it('names a reference by its last step', () => {
    expect([lastStep('#/components/schemas/a~1b'), lastStep('#')]).toEqual(['a/b', '']);
  });
});

describe('brokenReferences', () => {
  it('has nothing against references that stay inside', () => {
    expect(brokenReferences(root)).toEqual([]);
  });

  it.each([
    ['https://other.example/pet.json', 'would have to be fetched'],
    ['pet.yaml#/Pet', 'would have to be fetched'],
    ['#Pet', 'begins with "#/"'],
    ['#/components/schemas/Absent', 'leads nowhere'],
  ])('rejects %s with its place', (to, why) => {
    const broken = brokenReferences({ paths: { '/a': { get: { parameters: [{ $ref: to }] } } } });
    expect(broken).toEqual([{ path: '/paths/~1a/get/parameters/0/$ref', message: expect.stringContaining(why) }]);
  });

  it('ignores examples, extensions and properties called $ref', () => {
    const away = { $ref: 'https://away.example' };
    const schema = { properties: { $ref: { type: 'string' } }, example: away, examples: [away], default: away };
    expect(
      brokenReferences({ 'x-vendor': away, components: { schemas: { schema }, examples: { one: { value: away } } } }),
    ).toEqual([]);
  });

  it('looks into what is called like an example', () => {
    expect(brokenReferences({ components: { schemas: { example: { $ref: 'away.json' } } } })).toHaveLength(1);
  });
});
