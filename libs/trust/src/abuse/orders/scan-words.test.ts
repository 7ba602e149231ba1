import { describe, expect, it } from '@jest/globals';
import { classNumber, scanWords, type TokenClass, tokenClasses } from './scan-words.js';

const sentencesIn = (text: string) => scanWords(text).map(({ start, end }) => text.slice(start, end));
const classesIn = (text: string): TokenClass[] =>
  scanWords(text)
    .flatMap((it) => it.tokens)
    .flatMap((it) => it.classes.map((number) => tokenClasses[number] as TokenClass));

describe('scanWords', () => {
  it.each([
    ['sentences', 'It rains. Stay in! Why?', ['It rains.', 'Stay in!', 'Why?']],
    ['lines', 'One\nTwo', ['One', 'Two']],
    ['a line that goes on', 'One\nand two', ['One\nand two']],
    ['written line ends', 'One\\nTwo', ['One', 'Two']],
    ['names and numbers', 'See file a.txt, version 2.1 today.', ['See file a.txt, version 2.1 today.']],
  ])('splits %s', (_, text, expected) => {
    expect(sentencesIn(text)).toEqual(expected);
  });

  it('knows words by what they do, and names by their form', () => {
    expect(classesIn('You must')).toEqual(['you', 'must']);
    expect(classesIn('send_mail ~/.ssh/id x@y.example https://h.example/a 42')).toEqual([
      'identifier',
      'path',
      'mail',
      'address',
      'number',
    ]);
    expect(classesIn('<important> ok')).toContain('tag');
    expect(classesIn('an <important> block')).not.toContain('tag');
    expect(classNumber('you')).toBe(0);
  });

  it('numbers words by their letters, in either case, and with the character after them, and names by their kind', () => {
    const hashesOf = (text: string) => scanWords(text).flatMap((it) => it.hashes);
    expect(hashesOf('Send SEND send')).toEqual([1, 2, 3].flatMap(() => hashesOf('send')));
    const [plain, beforeSpace] = hashesOf('send it');
    const [withComma, beforeComma] = hashesOf('send, it');
    expect(withComma).toBe(plain);
    expect(beforeComma).not.toBe(beforeSpace);
    expect(new Set(hashesOf('send mail')).size).toBe(4);
    expect(hashesOf('17 4242')).toEqual([3, 3]);
    expect(hashesOf('a@b.example ~/x/y send_mail')).toEqual([1, 2, 4]);
  });

  it.each(['=', '<', '```', 'a_', '\\', '/', '~/', 'a.', 'é'])(
    'reads a long text of "%s" in bounded sentences',
    (unit) => {
      const sentences = scanWords(unit.repeat(20_000));
      expect(Math.max(0, ...sentences.map((it) => it.tokens.length))).toBeLessThanOrEqual(92);
    },
  );
});
