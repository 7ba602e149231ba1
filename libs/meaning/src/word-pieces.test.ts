import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tokenTable } from './token-table.js';
import { eachToken } from './word-pieces.js';

const { vocabulary } = tokenTable();
const names = [...vocabulary.keys()];
function tokens(text: string, maxTokens = 100): string[] {
  const found: string[] = [];
  eachToken(text, vocabulary, maxTokens, (token) => found.push(names[token] as string));
  return found;
}

describe('word pieces', () => {
  it.each([
    ['Hello, world!', ['hello', ',', 'world', '!']],
    ['tokenization', ['token', '##ization']],
    ['Café MÜNCHEN', ['cafe', 'munchen']],
    ['get_user-id', ['get', '_', 'user', '-', 'id']],
    ['日本', ['日', '本']],
    ['$5.99', ['$', '5', '.', '99']],
    ['', []],
    [' \n\t\u0000 ', []],
  ])('of %j are %j', (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });

  it('leave out a word without pieces, and words longer than any', () => {
    expect(tokens('tea \u{13000} tea')).toEqual(['tea', 'tea']);
    expect(tokens(`tea ${'q'.repeat(101)} tea`)).toEqual(['tea', 'tea']);
  });

  it('end after the allowed number of tokens', () => {
    expect(tokens('tea '.repeat(50), 3)).toEqual(['tea', 'tea', 'tea']);
  });

  it('are tokens of the vocabulary, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        eachToken(text, vocabulary, 1_000, (token) => expect(names[token]).toBeDefined());
      }),
    );
  });
});
