import { describe, expect, it } from '@jest/globals';
import { LineSplitter } from './line-splitter.js';

function split(text: string, chunkBytes: number, maxBytes = 100) {
  const lines: string[] = [];
  const splitter = new LineSplitter(maxBytes);
  const bytes = Buffer.from(text);
  let fits = true;
  for (let at = 0; at < bytes.length && fits; at += chunkBytes)
    fits = splitter.push(bytes.subarray(at, at + chunkBytes), (line) => lines.push(line));
  return { lines, fits, head: splitter.head(4) };
}

describe.each([1, 2, 5, 1_000])('lines in chunks of %d bytes', (chunk) => {
  it('come out whole, also with letters of several bytes', () => {
    expect(split('grüß\n\ndich 🌍\nunfinished', chunk).lines).toEqual(['grüß', '', 'dich 🌍']);
  });

  it('are refused when too long, with their beginning kept', () => {
    const { fits, lines } = split(`ok\n${'x'.repeat(300)}\nlate\n`, chunk);
    expect({ fits, lines }).toEqual({ fits: false, lines: ['ok'] });
    expect(split('y'.repeat(300), chunk).head.startsWith(chunk === 1_000 ? '' : 'y')).toBe(true);
  });
});
