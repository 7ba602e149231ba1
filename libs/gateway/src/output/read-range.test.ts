import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { maxSlice, readRange, type Slice } from './read-range.js';

const text = (content: string) => ({ content, isBinary: false, mediaType: 'text/plain; charset=utf-8' });
const json = (value: unknown) => ({ content: JSON.stringify(value), isBinary: false, mediaType: 'application/json' });
const binary = (bytes: Buffer) => ({ content: bytes.toString('base64'), isBinary: true, mediaType: 'image/png' });

function slice(...asked: Parameters<typeof readRange>): Slice {
  const read = readRange(...asked);
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}
const refused = (...asked: Parameters<typeof readRange>) => {
  const read = readRange(...asked);
  return read.ok ? undefined : `${read.error.code}: ${read.error.message}`;
};

describe('readRange', () => {
  it('gives the whole of what is short, in its own form', () => {
    expect(slice(json({ a: [1] }), undefined, undefined)).toEqual({
      range: { unit: 'bytes', first: 0, last: 8, total: 9 },
      encoding: 'json',
      content: { a: [1] },
      next: null,
    });
    expect(slice(text('é'), undefined, undefined)).toMatchObject({ encoding: 'text', content: 'é', next: null });
    expect(slice(binary(Buffer.from([1, 2])), undefined, undefined)).toMatchObject({
      encoding: 'base64',
      content: 'AQI=',
    });
    expect(slice(text(''), undefined, undefined)).toMatchObject({
      range: { first: 0, last: -1, total: 0 },
      content: '',
    });
  });

  it('gives the beginning of what is long, and where it goes on', () => {
    const { range, encoding, next } = slice(json('x'.repeat(maxSlice)), undefined, undefined);
    expect({ range, encoding, next }).toEqual({
      range: { unit: 'bytes', first: 0, last: maxSlice - 1, total: maxSlice + 2 },
      encoding: 'text',
      next: `bytes=${maxSlice}-${maxSlice + 1}`,
    });
  });

  it.each([
    ['bytes=2-4', 'cde', 'bytes=5-'],
    ['bytes=8-', 'ij', null],
    ['bytes=8-100', 'ij', null],
    ['bytes=-3', 'hij', null],
    ['bytes=-99', 'abcdefghij', null],
  ])('reads %s', (range, content, next) => {
    expect(slice(text('abcdefghij'), range, undefined)).toMatchObject({ content, next });
  });

  it('never cuts a character in two', () => {
    expect(slice(text('aé🧾b'), 'bytes=2-4', undefined)).toMatchObject({
      content: 'é🧾',
      range: { first: 1, last: 6, total: 8 },
      next: 'bytes=7-',
    });
  });

  it('reads items, of the whole or of what a pointer names', () => {
    expect(slice(json([1, 2, 3, 4]), 'items=1-2', undefined)).toEqual({
      range: { unit: 'items', first: 1, last: 2, total: 4 },
      encoding: 'json',
      content: [2, 3],
      next: 'items=3-',
    });
    expect(slice(json({ rows: ['a', 'b'] }), 'items=-1', '/rows')).toMatchObject({ content: ['b'], next: null });
    expect(slice(json({ rows: ['a', 'b'] }), undefined, '/rows')).toMatchObject({ content: ['a', 'b'] });
    expect(slice(json([]), 'items=0-9', undefined)).toMatchObject({ content: [], range: { last: -1, total: 0 } });
  });

  it('reads lines of a text', () => {
    expect(slice(text('a\nb\nc'), 'lines=1-1', undefined)).toMatchObject({ content: 'b', next: 'lines=2-' });
    expect(slice(text('a\nb\nc'), 'lines=-2', undefined)).toMatchObject({ content: 'b\nc', next: null });
  });

  it('gives as many items as an answer holds, and refuses one that no answer holds', () => {
    const rows = Array.from({ length: 3 }, () => 'x'.repeat(maxSlice / 2 - 100));
    expect(slice(json(rows), 'items=0-2', undefined)).toMatchObject({
      range: { first: 0, last: 1 },
      next: 'items=2-2',
    });
    expect(slice(json([...rows, 1, 2]), 'items=0-3', undefined)).toMatchObject({ next: 'items=2-3' });
    expect(refused(json(['x'.repeat(maxSlice)]), 'items=0-0', undefined)).toMatch(/number 0 alone takes more than/);
  });

  it.each([
    ['bytes=10-', /^range_not_satisfiable: It has 10 bytes, 0 to 9: there is nothing at 10/],
    ['items=0-1', /^range_not_satisfiable: It is text\/plain.*no items/],
    ['lines=1-', /^range_not_satisfiable: It has 1 lines/],
    ['bytes=4-2', /^invalid_request: \/query\/range must not end before it starts/],
    ['lines=-0', /^invalid_request: \/query\/range must ask for something/],
    ['bytes=-', /^invalid_request: \/query\/range must be one of bytes, items, lines/],
    ['chars=1-2', /^invalid_request/],
    ['bytes=1-2,4-5', /^invalid_request/],
    ['5', /^invalid_request/],
  ])('refuses %s of a text', (range, message) => {
    expect(refused(text('abcdefghij'), range, undefined)).toMatch(message);
  });

  it('says which lists there are, when another thing was named', () => {
    expect(refused(json({ rows: [1], total: 1 }), 'items=0-', undefined)).toMatch(
      /itself is no list: name one with at=, such as \/rows/,
    );
    expect(refused(json({ total: 1 }), 'items=0-', '/total')).toMatch(
      /What is at \/total is no list: read it by bytes/,
    );
    expect(refused(json([1]), 'lines=0-', undefined)).toMatch(/has no lines: read it by items or bytes/);
    expect(refused(json([1]), 'bytes=0-', '/x')).toMatch(/names a list/);
  });

  it('read on from one range to the next, is the whole (property)', () => {
    const drawn = fc.tuple(
      fc.string({ unit: fc.constantFrom('a', 'é', '🧾', '\n'), maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
    );
    fc.assert(
      fc.property(drawn, ([content, step]) => {
        const parts: string[] = [];
        for (let range: string | null = `bytes=0-${step - 1}`; range !== null; ) {
          const part: Slice = slice(text(content), range, undefined);
          parts.push(part.content as string);
          range = part.next === null ? null : `bytes=${part.range.last + 1}-${part.range.last + step}`;
        }
        expect(parts.join('')).toBe(content);
      }),
    );
  });
});
