import { expect, it } from '@jest/globals';
import { parsedAnswer } from './parsed-answer.js';

it.each<[string, unknown]>([
  ['{"a": 1}', { a: 1 }],
  ['```json\n{"a": 1}\n```', { a: 1 }],
  [' {"a": 1} ', { a: 1 }],
  ['[1]', undefined],
  ['null', undefined],
  ['Sure! {"a": 1}', undefined],
  ['', undefined],
  [`{"a": "${'x'.repeat(200_000)}"}`, undefined],
])('%j', (text, expected) => {
  expect(parsedAnswer(text)).toEqual(expected);
});
