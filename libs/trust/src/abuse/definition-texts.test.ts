import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { definitionTexts, valueTexts, visitValueTexts } from './definition-texts.js';

describe('definitionTexts', () => {
  it('marks texts about a number or a truth value, and no others', () => {
    const properties = {
      many: { type: 'integer', description: 'So many' },
      text: { type: 'string', description: 'What' },
      list: { type: 'array', description: 'All', items: { type: 'number', description: 'One' } },
      type: { description: 'Of which kind' },
    };
    const texts = definitionTexts({ inputSchema: { type: 'object', properties } });
    expect(texts.filter((it) => it.isNumeric === true && it.kind === 'prose').map((it) => it.text)).toEqual([
      'So many',
      'One',
    ]);
  });

  it('finds every text a model may read, with its place and the parameter it is about', () => {
    const texts = definitionTexts({
      name: 'acme/tool',
      description: 'Does it.',
      endpoint: { url: 'https://not.shown' },
      inputSchema: {
        type: 'object',
        properties: { 'a/b': { type: 'string', description: 'First', enum: ['x'], default: 'y' } },
      },
      examples: [{ name: 'one', input: { a: 'v' } }],
    });
    const told = texts.map(({ path, kind, text, parameter }) => `${kind} ${path} ${text} ${parameter ?? ''}`.trim());
    expect(told).toEqual(
      expect.arrayContaining([
        'name /name acme/tool',
        'prose /description Does it.',
        'parameter /inputSchema/properties/a~1b a/b',
        'prose /inputSchema/properties/a~1b/description First a/b',
        'value /inputSchema/properties/a~1b/enum/0 x a/b',
        'value /inputSchema/properties/a~1b/default y a/b',
      ]),
    );
    expect(told.join()).not.toContain('not.shown');
    expect(told.join()).toContain('/examples/0/input/a v');
  });

  it('ends at 64 levels', () => {
    let value: unknown = 'deep';
    for (let level = 0; level < 5_000; level += 1) value = { in: value };
    expect([...valueTexts(value)].map((it) => it.text)).not.toContain('deep');
    expect([...valueTexts({ a: ['b'] })].map((it) => it.path)).toEqual(['/a', '/a/0']);
  });
});

describe('visitValueTexts', () => {
  const texts = (value: unknown, options: Parameters<typeof visitValueTexts>[1]) => {
    const found: string[] = [];
    visitValueTexts(value, options, ({ path, kind, text }) => void found.push(`${kind} ${path} ${text}`));
    return found;
  };

  it('goes the other way in exactly the opposite order', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(texts(value, { fromEnd: true })).toEqual(texts(value, {}).toReversed());
      }),
    );
  });

  it('omits short names, and ends when the visitor returns false', () => {
    const value = { ab: 'one', long: ['two', 'three'] };
    expect(texts(value, { minName: 3 })).toEqual([
      'value /ab one',
      'parameter /long long',
      'value /long/0 two',
      'value /long/1 three',
    ]);
    const found: string[] = [];
    visitValueTexts(value, {}, ({ text }) => found.push(text) < 3);
    expect(found).toEqual(['ab', 'one', 'long']);
  });

  it('ends after as many values as it may visit', () => {
    const visits = { left: 3 };
    visitValueTexts(['a', 'b', 'c', 'd'], { visits }, () => undefined);
    expect(visits.left).toBe(0);
  });
});
