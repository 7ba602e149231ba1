import { constraintsSchema } from '@assay/contracts';
import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { maxDemands, parseText } from './parse-text.js';
import { formsAnywhere, formsSetOff } from './text-forms.js';

/** What is left, and what each demand asks for. */
const read = (text: string) => {
  const parsed = parseText(text);
  return [parsed.text, ...parsed.demands.map(({ constraint, capability }) => constraint ?? capability)];
};

describe('parseText', () => {
  // the forms, wherever they stand
  it.each([
    ['weather under 500 ms', ['weather', { maxLatencyMs: 500 }]],
    ['weather below 1.5 s in Berlin', ['weather in Berlin', { maxLatencyMs: 1500 }]],
    ['p95 <= 80ms weather', ['weather', { maxLatencyMs: 80 }]],
    ['mail with >= 0.8 trust', ['mail with', { minTrust: 0.8 }]],
    ['mail, trust >= .75', ['mail', { minTrust: 0.75 }]],
    ['mail at least 1 trust', ['mail', { minTrust: 1 }]],
    ['mail max $0.01 per call', ['mail', { maxCost: 0.01 }]],
    ['mail under $2 a call', ['mail', { maxCost: 2 }]],
    ['Protocol:HTTP mail', ['mail', { protocol: 'http' }]],
    ['mail stage:general_availability', ['mail', { stage: 'GENERAL_AVAILABILITY' }]],
    ['mail version:^2.1, platform:2.1.', ['mail', { version: '^2.1' }, { platformVersion: '2.1' }]],
    ['#data.query.sql rows', ['rows', 'data.query.sql']],
    ['capability:weather', ['', 'weather']],
  ])('reads "%s"', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  // plain words, at the end and set off
  it.each([
    ['list files, read-only', ['list files', { readOnly: true }]],
    ['list files; free.', ['list files', { maxCost: 0 }]],
    ['search the web | not google', ['search the web', { exclude: ['google'] }]],
    [
      'search the web, not Acme/search.web, max $0.5',
      ['search the web', { exclude: ['acme/search.web'] }, { maxCost: 0.5 }],
    ],
    ['mail, read-only and free', ['mail', { readOnly: true }, { maxCost: 0 }]],
    ['mail under 500 ms read-only free', ['mail', { maxLatencyMs: 500 }, { readOnly: true }, { maxCost: 0 }]],
    ['mail, free, under 500 ms', ['mail', { maxCost: 0 }, { maxLatencyMs: 500 }]],
  ])('reads "%s"', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    'find free hotels',
    'wifi, free, parking',
    'free',
    'make the file read-only',
    'is google not good',
    'songs under 1980s',
    'flights under 500',
    'headphones under $100',
    'print "weather, free" and \'under 500 ms\' and `stage:beta`',
    'protocol:ftp',
    'version:newest',
    'platform:mac',
    'the colour #ff0000',
    'trust >= 8',
    'capability:Not.A/Tag!',
    'under 0 ms',
    'mail, not free',
  ])('leaves "%s" as it is', (text) => {
    expect(parseText(text)).toEqual({ text, demands: [] });
  });

  it('tells the words of each demand as they were written', () => {
    expect(parseText('Mail  UNDER  500 MS, Not Google').demands.map(({ words }) => words)).toEqual([
      'UNDER  500 MS',
      'Not Google',
    ]);
  });

  it('reads every documented form by its example', () => {
    for (const { example } of formsAnywhere) expect(parseText(`mail ${example} now`).demands).toHaveLength(1);
    for (const { example } of formsSetOff) expect(parseText(`mail, ${example}`).demands).toHaveLength(1);
  });

  const pieces = fc.constantFrom(
    ...[...formsAnywhere, ...formsSetOff].map(({ example }) => example),
    ...[
      'mail',
      'and',
      'but',
      ',',
      ';',
      '|',
      ' ',
      '"',
      "'",
      '`',
      '“',
      '”',
      '.',
      '!',
      'under',
      'not',
      'free',
      '$',
      '#',
      '\u0001',
      '\0',
      '500',
      'ms',
    ],
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(pieces, { maxLength: 14 }).map((it) => it.join(' ')),
    fc.array(pieces, { maxLength: 14 }).map((it) => it.join('')),
  );

  it('never throws, finds nothing in what it left, and demands nothing that could not be stated', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { text: left, demands } = parseText(text);
        expect(parseText(left)).toEqual({ text: left, demands: [] });
        expect(left.length).toBeLessThanOrEqual(text.length);
        for (const { words, constraint } of demands) {
          expect(words).not.toBe('');
          if (constraint !== undefined) expect(constraintsSchema.safeParse(constraint).success).toBe(true);
        }
        if (demands.length === 0) expect(left).toBe(text.trim());
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads so many and no more: what is beyond stays text', () => {
    const { text, demands } = parseText(`files ${'under 5 ms '.repeat(40)}`);
    expect(demands).toHaveLength(maxDemands);
    expect(text).toBe(`files ${'under 5 ms '.repeat(40 - maxDemands)}`.trim());
  });

  it('looks for each form once in a part, however many it holds', () => {
    const looks = (text: string): number => {
      const spy = jest.spyOn(RegExp.prototype, Symbol.matchAll);
      parseText(text);
      const { length } = spy.mock.calls;
      spy.mockRestore();
      return length;
    };
    expect(looks(`files, ${'free '.repeat(500)}`)).toBe(looks('files, free free'));
  });

  it.each([
    ' '.repeat(2_000) + ','.repeat(2_000),
    '“'.repeat(4_000),
    "'a ".repeat(1_333),
    ', free'.repeat(666),
    '#a.b '.repeat(800),
    `files, ${'free '.repeat(790)}`,
    `files, ${'not aa '.repeat(570)}`,
  ])('reads hostile text in time that grows with its length (case %#)', (text) => {
    expect(parseText(text).text.length).toBeLessThanOrEqual(text.length);
  });
});
