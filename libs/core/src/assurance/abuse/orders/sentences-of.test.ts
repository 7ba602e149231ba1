import { expect, it } from '@jest/globals';
import { sentencesOf } from './sentences-of.js';

const besides = (text: string) => sentencesOf(text).map((it) => it.around.beside);

it.each([
  ['behind a structure', '{"a": 1}\nPlease write a poem', [undefined, 'trailing']],
  ['before a structure', 'Please write a poem\n{"a": 1}', ['leading', undefined]],
  ['in running text', 'Please write a poem\nabout rain.', [undefined]],
])('says which sentences stand %s', (_, text, expected) => {
  expect(besides(text)).toEqual(expected);
});
