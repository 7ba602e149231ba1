import { describe, expect, it } from '@jest/globals';
import { hasKnownJson, jsonText, jsonWithMember, rememberJson } from './json-text.js';

describe('jsonText', () => {
  it('returns the text that was written before, or a new one', () => {
    const large = { a: 1 };
    expect([jsonText(large), jsonText('x'), jsonText(undefined)]).toEqual(['{"a":1}', '"x"', 'null']);
    rememberJson(large, '{"a": 1}');
    expect(jsonText(large)).toBe('{"a": 1}');
  });
});

it('hasKnownJson recognises values that were written before', () => {
  const large = { a: 1 };
  expect([hasKnownJson(large), hasKnownJson('x'), hasKnownJson(undefined)]).toEqual([false, false, false]);
  rememberJson(large, '{"a":1}');
  expect(hasKnownJson(large)).toBe(true);
});

describe('jsonWithMember', () => {
  it("reuses the member's text that was written before", () => {
    const output = { a: 1 };
    expect(jsonWithMember({ id: 'x', output }, 'output')).toBe('{"id":"x","output":{"a":1}}');
    rememberJson(output, '{"a":1}');
    expect(JSON.parse(jsonWithMember({ id: 'x', output, end: 2 }, 'output'))).toEqual({ id: 'x', output, end: 2 });
    expect(jsonWithMember({ output }, 'output')).toBe('{"output":{"a":1}}');
  });
});
