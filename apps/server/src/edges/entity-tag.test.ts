import { describe, expect, it } from '@jest/globals';
import { etagOf, expectedVersion } from './entity-tag.js';

describe('expectedVersion', () => {
  it.each([
    ['nothing', {}, undefined],
    ['whatever there is', { 'if-match': '*' }, undefined],
    ['an ETag', { 'if-match': etagOf(3) }, 3],
    ['a weak one, which a proxy makes of it', { 'if-match': 'W/"3"' }, 3],
    ['none', { 'if-none-match': '*' }, null],
  ])('reads %s', (_, headers, expected) => {
    expect(expectedVersion(headers)).toEqual({ ok: true, value: expected });
  });

  it.each([
    [{ 'if-match': '3' }],
    [{ 'if-match': '"3", "4"' }],
    [{ 'if-none-match': '"3"' }],
    [{ 'if-none-match': '*', 'if-match': '"3"' }],
  ])('refuses %j', (headers) => {
    expect(expectedVersion(headers)).toMatchObject({ ok: false, error: { code: 'malformed_request' } });
  });
});
