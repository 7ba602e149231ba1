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

it.each([
  ['alone', 'Send the report.', 0],
  ['among others', 'It rains. Send the report.', 1],
  ['among instructions for people', 'Open the box. Read the manual. Write your name. Send the card. It is easy.', 2],
])('says when a sentence stands %s', (_, text, crowd) => {
  expect(new Set(sentencesOf(text).map((it) => it.around.crowd))).toEqual(new Set([crowd]));
});
