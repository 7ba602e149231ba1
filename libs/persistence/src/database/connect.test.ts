import { describe, expect, it } from '@jest/globals';
import { addressOf, isAboutData, unreachable } from './connect.js';

describe('addressOf', () => {
  it.each([
    ['postgresql://ann:secret@db.example:6000/assay', 'db.example:6000'],
    ['postgresql://db.example/assay', 'db.example:5432'],
    ['postgresql:///assay?host=/run/postgresql', '/run/postgresql:5432'],
    ['not an address', 'an address that cannot be read'],
  ])('of %s is %s', (url, address) => {
    expect(addressOf(url)).toBe(address);
  });
});

describe('unreachable', () => {
  it.each([
    [{ code: 'ECONNREFUSED' }, /nothing listens there/],
    [{ code: '28P01' }, /refuses the user or password/],
    [{ code: '3D000' }, /no such database/],
    [new Error('timeout expired'), /does not answer/],
    [{ code: 'XX000' }, /XX000/],
    [new Error('odd'), /it fails/],
  ])('explains %p in one sentence', (cause, reason) => {
    const { message } = unreachable('postgresql://ann:secret@db.example/assay', cause);
    expect(message).toMatch(reason);
    expect(message).toMatch(/^The database at db\.example:5432 cannot be used: [^\n]*\.$/);
    expect(message).not.toContain('secret');
  });
});

describe('isAboutData', () => {
  it.each([
    ['22P02', true],
    ['23505', true],
    ['57P01', false],
    ['ECONNRESET', false],
    [undefined, false],
  ])('of %s is %s', (code, expected) => {
    expect(isAboutData({ code })).toBe(expected);
  });
});
