import { expect, it } from '@jest/globals';
import { isText, outputText } from './output-text.js';

it.each<[unknown, string, boolean]>([
  ['plain "text"', 'plain "text"', true],
  ['', '', true],
  [{ a: [1, null] }, '{"a":[1,null]}', false],
  [1, '1', false],
  [null, 'null', false],
])('%j as text is %s', (output, text, own) => {
  expect(outputText(output)).toBe(text);
  expect(isText(output)).toBe(own);
});
