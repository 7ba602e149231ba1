import { compileReshape } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { adapterGives, strayNames } from './adapter-gives.js';

const output = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    place: { type: 'object', properties: { zip: { type: 'number' } }, required: ['zip'] },
    tags: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
  },
  required: ['city', 'place'],
};

function given(text: string, schema: object | null = output) {
  const read = compileReshape(text, { monotonic: () => 0 });
  if (!read.ok) throw new Error(read.error.message);
  const found = adapterGives(read.value.syntax, (schema ?? undefined) as Record<string, unknown> | undefined);
  switch (found.kind) {
    case 'types':
      return [...found.types].join();
    case 'part':
      return `part ${found.way}${found.sure ? '' : '?'}`;
    case 'object':
      return [...found.members].map(([name, { kind }]) => `${name}: ${kind}`).join();
    case 'literal':
      return found.value;
    default:
      return found.kind;
  }
}

describe('adapterGives', () => {
  it.each([
    ['"a"', 'a'],
    ['(1)', 1],
    ['text', 'string'],
    ['output & " * 1.1"', 'string'],
    ['output.place.zip * 2', 'number'],
    ['$string(output)', 'string'],
    ['output.city = "x"', 'boolean'],
    ['output.place.zip', 'part place.zip'],
    ['structured.city', 'part city'],
    ['{"a": text, "b": output.city, "c": $x}', 'a: types,b: part,c: unknown'],
    ['output.place.no', 'unknown'],
    // What may hold a list is walked into, item by item.
    ['output.tags', 'unknown'],
    ['output.tags.name', 'unknown'],
    ['output.tags[0]', 'unknown'],
    ['{output.city: 1}', 'object'],
    ['text.length', 'unknown'],
    ['input.city', 'unknown'],
    ['$merge([output, {"a": 1}])', 'unknown'],
    ['$constructor(1)', 'unknown'],
    ['output ? 1 : "a"', 'unknown'],
  ])('says that %s gives %j', (text, expected) => {
    expect(given(text)).toBe(expected);
  });

  it('knows what is closed, and nothing of what is not declared', () => {
    expect(given('output.no', { ...output, additionalProperties: false })).toBe('absent');
    expect(given('output.city', null)).toBe('unknown');
    expect(given('structured', { type: 'string' })).toBe('unknown');
  });
});

describe('strayNames', () => {
  it.each<[string, string[]]>([
    ['city & "!"', ['city']],
    ['{"a": output.city, "b": $uppercase(place.zip)}', ['place']],
    ['structured.tags[name = "x"].name', []],
    ['$map(output.tags, function($it){ $it.name })', []],
    ['text', []],
  ])('finds in %s %j', (text, names) => {
    const read = compileReshape(text, { monotonic: () => 0 });
    expect(read.ok && strayNames(read.value.syntax)).toEqual(names);
  });
});
