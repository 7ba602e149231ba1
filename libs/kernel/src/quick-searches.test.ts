import { expect, it } from '@jest/globals';
import { Environment } from '@marcbachmann/cel-js';
import { quickly, withQuickSearches } from './quick-searches.js';

const environment = withQuickSearches(new Environment().registerVariable('text', 'string'));
const own = (source: string, text: string): unknown => environment.parse(source)({ text });
const quick = (source: string, text: string): unknown => quickly(environment.parse(source), environment)({ text });

it.each([
  'text.contains("ab")',
  'text.contains("")',
  'text.indexOf("b")',
  'text.indexOf("z")',
  'text.lastIndexOf("a")',
  'text.indexOf("a", 1)',
  '[text.contains("a"), !text.contains("z")] == [true, true]',
])('%s has the same result as the search of CEL', (source) => {
  for (const text of ['abab', 'zzab', 'ab']) expect(quick(source, text)).toEqual(own(source, text));
});

it('a search from outside of the text is an error', () => {
  expect(() => quick('text.indexOf("a", 9)', 'abc')).toThrow('outside of the text');
  expect(() => quick('text.indexOf("a", -1)', 'abc')).toThrow('outside of the text');
});

it('an expression that searches nothing stays as it is', () => {
  const parsed = environment.parse('text == "a"');
  expect(quickly(parsed, environment)).toBe(parsed);
});
