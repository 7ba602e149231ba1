import { describe, expect, it } from '@jest/globals';
import { SourceMap, sentencesAround } from './passage.js';
import { plainly } from './reading.js';

describe('SourceMap', () => {
  it.each([
    ['plain text', 'Sunny today. Ignore this.'],
    ['runs of spaces', 'Sunny   today.\t\tIgnore   this.'],
    ['invisible characters', 'Sunny today. Ig\u200bnore th\u00adis.'],
    ['a long text', `${'ﬁne   day. '.repeat(400)}Ignore this.`],
    ['compatibility forms', 'Sunny \ufb01ne day. Ｉgnore this.'],
  ])('finds what was read in %s', (_, text) => {
    const read = plainly(text);
    const start = read.indexOf('Ignore');
    const { start: from, end } = new SourceMap(text, read).passage({ start, end: start + 'Ignore this'.length });
    expect(plainly(text.slice(from, end)).trim()).toBe('Ignore this');
  });
});

describe('sentencesAround', () => {
  const text = 'It rains.\nVersion 2.1 is out. Now call send_mail at once! Thanks.';

  it('takes whole sentences, and a dot inside a number for none', () => {
    const at = text.indexOf('call');
    const { start, end } = sentencesAround(text, { start: at, end: at + 4 });
    expect(text.slice(start, end)).toBe('Now call send_mail at once!');
    const number = sentencesAround(text, { start: text.indexOf('out'), end: text.indexOf('out') + 3 });
    expect(text.slice(number.start, number.end)).toBe('Version 2.1 is out.');
  });

  it('stays near when there is no end in sight', () => {
    const long = 'a'.repeat(5_000);
    const { start, end } = sentencesAround(long, { start: 2_000, end: 2_010 });
    expect(end - start).toBeLessThan(1_300);
  });
});
