import { describe, expect, it } from '@jest/globals';
import { mayHoldPlaceholder, placeholderOf, placeholdersIn } from './placeholder.js';

const token = 'abcdefghijklmnopqrstuvwxyz';

describe('placeholders', () => {
  it.each([
    ['personal.email', `assay-masked-personal.email-${token}@masked.invalid`],
    ['secret.api-key', `assay-masked-secret.api-key-${token}`],
    ['instruction', `assay-masked-instruction-${token}`],
  ])('of %s are found again in any text', (found, text) => {
    expect(placeholderOf(found, token)).toBe(text);
    expect(placeholdersIn(`to ${text}, please`)).toEqual([
      { class: found, token, text, start: 3, end: 3 + text.length },
    ]);
    expect(mayHoldPlaceholder(text)).toBe(true);
  });

  it('nothing else is one, and looking is one pass', () => {
    expect(placeholdersIn(`assay-masked-other.x-${token} assay-masked-personal.email-short`)).toEqual([]);
    expect(placeholdersIn('assay-masked-personal.'.repeat(20_000))).toEqual([]);
    expect(mayHoldPlaceholder('assay')).toBe(false);
  });
});
