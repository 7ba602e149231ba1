import { expect, it } from '@jest/globals';
import { parseRange } from './parse-range.js';

it.each([
  ['bytes=0-99', { unit: 'bytes', first: 0, last: 99 }],
  ['items=10-', { unit: 'items', first: 10, last: undefined }],
  ['lines=-20', { unit: 'lines', first: undefined, last: 20 }],
  ['bytes=5-5', { unit: 'bytes', first: 5, last: 5 }],
])('reads %s', (text, value) => expect(parseRange(text)).toEqual({ ok: true, value }));

it.each([
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'pages=0-1',
  'bytes=2-1',
  'bytes=-0',
  'bytes=0-1,2-3',
  'bytes=1.5-2',
  'bytes=0-1 ',
])('refuses "%s"', (text) =>
  expect(parseRange(text)).toMatchObject({
    ok: false,
    error: { code: 'invalid_request', issues: [{ path: '/query/range' }] },
  }),
);

it('refuses numbers that are too long to be exact', () => {
  expect(parseRange(`bytes=${'9'.repeat(15)}-`).ok).toBe(true);
  expect(parseRange(`bytes=${'9'.repeat(16)}-`).ok).toBe(false);
});
