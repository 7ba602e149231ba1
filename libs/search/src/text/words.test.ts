import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { eachWord, fold } from './words.js';

function words(text: string): string[] {
  const found: string[] = [];
  eachWord(text, (word) => found.push(word));
  return found;
}

describe('eachWord', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['a sentence', 'List the open Issues, please!', 'list the open issues please'],
    ['snake case', 'get_user_by_id', 'get user by id'],
    ['kebab case and dots', 'data.query-sql/run', 'data query sql run'],
    ['camel case, and the short compound in one piece', 'GitHub', 'git hub github'],
    ['a long compound comes in parts only', 'getUserByEmail', 'get user by email'],
    ['an acronym before a word', 'HTTPServer', 'http server httpserver'],
    ['capitals', 'SQL', 'sql'],
    ['digits', 'utf8 S3 v2', 'utf 8 utf8 s 3 s3 v 2 v2'],
    ['a number', '2026', '2026'],
    ['diacritics', 'Café Zürich', 'cafe zurich'],
    ['compatibility forms', 'ﬁle ＡＢＣ', 'file abc'],
    ['other alphabets', 'ПриветМир Ελλάδα', 'привет мир ελλαδα'],
    ['Chinese in pairs', '东京天气', '东京 京天 天气'],
    ['punctuation of such scripts parts them', '东京、天气「今日」。', '东京 天气 今日'],
    ['a single character', '猫', '猫'],
    ['Japanese', 'データ検索', 'デー ータ タ検 検索'],
    ['Korean stays composed', '날씨 검색', '날씨 검색'],
    ['Thai', 'ไทย', 'ไท ทย'],
    ['scripts side by side', 'GitHub検索 API', 'git hub github 検索 api'],
    ['nothing', ' \t-_!', ''],
  ];

  it.each(cases)('%s', (_, text, expected) => {
    expect(words(text).join(' ')).toBe(expected);
  });

  it('gives lower-case words without spaces or marks, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of words(text)) expect(word).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
      }),
    );
  });

  it('finds the same words in composed and decomposed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(words(text.normalize('NFD'))).toEqual(words(text.normalize('NFC')));
      }),
    );
  });

  it('does not care what separates words', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word), fc.constantFrom(' ', '_', '-', '.', '/', ' — ', '\n'), (list, separator) => {
        expect(words(list.join(separator))).toEqual(list);
      }),
    );
  });
});

describe('fold', () => {
  it('folding twice changes nothing more', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => expect(fold(fold(text))).toBe(fold(text))));
  });
});
