import { describe, expect, it } from '@jest/globals';
import { entry } from '../entries.fixture.js';
import { contentText } from './content.js';
import type { Page } from './page.js';
import { parameterTable } from './parameters.js';
import { pairs, table } from './table.js';
import { brief, harmless, plural, widthOf, wrap } from './text.js';

const plain = (text: string): string => text;
const page = (width: number): Page => ({ width, bold: plain, dim: plain, good: plain, bad: plain, warn: plain });

describe('tables', () => {
  it('align their columns and wrap the last', () => {
    const text = table(
      page(40),
      ['TOOL', 'WHAT IT DOES'],
      [
        ['acme/x', 'Says the same thing again and again, in many words'],
        ['acme/orders', 'Brief'],
      ],
    );
    expect(text.split('\n')).toEqual([
      'TOOL         WHAT IT DOES',
      'acme/x       Says the same thing again',
      '             and again, in many words',
      'acme/orders  Brief',
    ]);
  });

  it('keep one line a row where the width is free', () => {
    const long = 'word '.repeat(60).trim();
    expect(table(page(Number.POSITIVE_INFINITY), ['A', 'B'], [['x', long]])).toBe(`A  B\nx  ${long}`);
  });

  it('count what a terminal shows', () => {
    expect([widthOf('日本'), widthOf('e\u0301'), widthOf('\u001b[1mab\u001b[0m')]).toEqual([4, 1, 2]);
  });

  it('leave out pairs without a value', () => {
    expect(
      pairs(page(80), [
        ['a', '1'],
        ['longer', undefined],
        ['bc', '2'],
      ]),
    ).toBe('a   1\nbc  2');
  });

  it('show the parameters of a tool', () => {
    expect(parameterTable(page(120), entry.inputSchema).split('\n')).toEqual([
      'PARAMETER      TYPE            REQUIRED  MEANING',
      'customer       integer         yes       Number of the customer (minimum 1)',
      'express        boolean                   (default false)',
      'tags           string[]',
      'address        object',
      'address.city   string',
      'address.floor  integer | null',
    ]);
    expect(parameterTable(page(80), {})).toBe('No parameters.');
  });
});

describe('texts', () => {
  it('wrap at spaces and keep their own line breaks', () => {
    expect(wrap('one two three four five six\nseven', 20)).toEqual(['one two three four', 'five six', 'seven']);
  });

  it('are cut short on one line', () => {
    expect(brief('a\n  b', 10)).toBe('a b');
    expect(brief('abcdefghij', 5)).toBe('abcd…');
    expect([plural(1, 'tool'), plural(2, 'tool')]).toEqual(['1 tool', '2 tools']);
  });

  it('lose what steers a terminal, at any depth', () => {
    expect(harmless({ 'a\u0007': ['\u001b]0;title\u0007x\ty\nz', 1, null] })).toEqual({ a: ['x\ty\nz', 1, null] });
  });
});

describe('results', () => {
  it.each([
    ['plain', 'plain'],
    [{ a: 1 }, '{\n  "a": 1\n}'],
    [undefined, ''],
    [
      {
        content: [
          { type: 'text', text: 'Hello' },
          { type: 'image', mimeType: 'image/png', data: 'AAAA' },
          { type: 'resource', resource: { uri: 'file:///a', text: 'inside' } },
          { type: 'resource_link', name: 'b', uri: 'file:///b' },
        ],
      },
      'Hello\n[image image/png, 1 KiB]\ninside\n[b: file:///b]',
    ],
  ])('%#', (output, text) => {
    expect(contentText(output)).toBe(text);
  });
});
