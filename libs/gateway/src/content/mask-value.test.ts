import { parseExactJson } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { visitTexts } from './json-texts.js';
import { maskPlaces, maskText, textsAt, withoutOverlaps } from './mask-value.js';
import { replacing } from './replace-texts.js';

const mark = (found: string, text: string) => `<${found}:${text}>`;
const at = (start: number, end: number, found = 'x') => ({ class: found, start, end });

describe('maskText', () => {
  it('masks passages in any order', () => {
    expect(maskText('abcdef', [at(4, 6), at(0, 2)], mark)).toBe('<x:ab>cd<x:ef>');
  });

  it('masks what overlaps as one, of the class of the longer passage', () => {
    expect(maskText('abcdef', [at(0, 2, 'short'), at(1, 5, 'long')], mark)).toBe('<long:abcde>f');
    expect(maskText('abcdef', [at(1, 3, 'inner'), at(0, 5, 'outer')], mark)).toBe('<outer:abcde>f');
  });

  it('leaves nothing of a passage, whatever passages there are', () => {
    const passage = fc.record({ class: fc.constant('x'), start: fc.nat(30), end: fc.nat(30) });
    fc.assert(
      fc.property(fc.array(passage, { maxLength: 8 }), (passages) => {
        const text = 'abcdefghijklmnopqrstuvwxyz12345';
        const masked = maskText(text, passages, () => '#');
        for (const { start, end } of passages)
          for (const letter of text.slice(start, end)) expect(masked).not.toContain(letter);
        for (const [index, it] of withoutOverlaps(passages).entries())
          expect(it.start).toBeGreaterThanOrEqual(withoutOverlaps(passages)[index - 1]?.end ?? 0);
      }),
    );
  });
});

describe('maskPlaces', () => {
  const value = { to: ['ab', { n: 12_345, 'x/y': 'keep' }], 'bob@x.org': 1 };
  const places = [
    { ...at(0, 1), path: '/to/0' },
    { ...at(0, 5), path: '/to/1/n' },
    { ...at(0, 9), path: '/bob@x.org', isName: true },
  ];

  it('masks strings, numbers and names of members, and nothing else', () => {
    expect(maskPlaces(value, places, mark)).toEqual({
      to: ['<x:a>b', { n: '<x:12345>', 'x/y': 'keep' }],
      '<x:bob@x.org>': 1,
    });
    expect(textsAt(value, places).map(({ text }) => text)).toEqual(['a', '12345', 'bob@x.org']);
  });

  it('keeps numbers that no double can hold, and masks them as well', () => {
    const exact = parseExactJson('{"n": 12345678901234567891, "m": 98765432109876543210}');
    const masked = maskPlaces(exact, [{ ...at(0, 20), path: '/n' }], mark);
    expect(JSON.stringify(masked)).toBe('{"n":"<x:12345678901234567891>","m":98765432109876543210}');
    expect(JSON.stringify(replacing(new Map([['12345678901234567891', '#']]))(exact))).toBe(
      '{"n":"#","m":98765432109876543210}',
    );
    const visited: string[] = [];
    visitTexts(exact, { values: 10, characters: 100 }, (it) => void visited.push(it.text));
    expect(visited).toEqual(['n', '12345678901234567891', 'm', '98765432109876543210']);
  });

  it('gives back the value itself when there is nothing to mask', () => {
    expect(maskPlaces(value, [], mark)).toBe(value);
  });
});
