import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  bump,
  includesRange,
  isPrerelease,
  mayAdd,
  newestFirst,
  normaliseRange,
  pins,
  releaseLine,
  sameRange,
  satisfies,
  versionKey,
  versionsWithin,
} from './version-number.js';

describe('versionKey', () => {
  it.each([
    ['1.2.3', '1.2.3'],
    ['1.2.3+build.7', '1.2.3'],
    ['1.2.3-beta.1+x', '1.2.3-beta.1'],
    ['v1.2.3', undefined],
    [' 1.2.3', undefined],
    ['1.2', undefined],
    ['01.2.3', undefined],
    ['1.2.3-', undefined],
    ['', undefined],
  ])('of %j is %j', (version, key) => {
    expect(versionKey(version)).toBe(key);
  });

  it('is the same for numbers that differ in build metadata only', () => {
    const part = fc.nat({ max: 99 });
    fc.assert(
      fc.property(part, part, part, fc.stringMatching(/^[0-9A-Za-z]{1,5}$/), (a, b, c, build) => {
        expect(versionKey(`${a}.${b}.${c}+${build}`)).toBe(versionKey(`${a}.${b}.${c}`));
      }),
    );
  });
});

it('orders newest first, pre-releases before their release', () => {
  const versions = ['1.0.0-rc.1', '2.0.0', '1.10.0', '1.0.0', '1.9.0', '1.0.0-rc.10'];
  expect(versions.sort(newestFirst)).toEqual(['2.0.0', '1.10.0', '1.9.0', '1.0.0', '1.0.0-rc.10', '1.0.0-rc.1']);
});

it.each([
  [undefined, '*'],
  ['', '*'],
  [' latest ', '*'],
  ['^1.2', '^1.2'],
  [' >=1 <3 ', '>=1 <3'],
  ['soon', undefined],
  ['^1.x.y', undefined],
])('reads the range %j as %j', (range, read) => {
  expect(normaliseRange(range)).toBe(read);
});

it.each([
  ['1.2.3', '^1', true],
  ['2.0.0', '^1', false],
  ['1.3.0-beta', '^1', false],
  ['1.3.0-beta', '^1.3.0-alpha', true],
  ['1.0.0-beta', '*', false],
])('%s satisfies %s: %s', (version, range, fits) => {
  expect(satisfies(version, range)).toBe(fits);
});

it.each([
  ['1.2.3', true],
  ['=1.2.3', true],
  ['= 1.2.3', true],
  ['1.2', false],
  ['^1.2.3', false],
  ['*', false],
])('%s pins: %s', (range, exact) => {
  expect(pins(range)).toBe(exact);
});

it('recognises pre-releases', () => {
  expect([isPrerelease('1.0.0-rc'), isPrerelease('1.0.0')]).toEqual([true, false]);
});

it.each([
  ['1.2.3', 'patch', '1.2.4'],
  ['1.2.3', 'major', '2.0.0'],
  ['0.2.3', 'major', '0.3.0'],
  ['0.2.3', 'patch', '0.2.4'],
  ['1.2.3', 'minor', '1.3.0'],
  ['0.2.3', 'minor', '0.2.4'],
  ['2.0.0-rc.1', 'minor', '2.1.0'],
  ['2.0.0-rc.1', 'patch', '2.0.1'],
  ['2.0.0-rc.1', 'major', '3.0.0'],
  ['0.1.0-rc.1', 'major', '0.2.0'],
] as const)('a %s followed by a %s is %s', (version, weight, next) => {
  expect(bump(version, weight)).toBe(next);
});

describe('versionsWithin', () => {
  // range, version, whether it lies within
  it.each([
    ['^1', '1.2.3', true],
    ['^1', '1.2.3-rc.1', true],
    ['^1', '2.0.0-rc.1', false],
    ['1.2.3', '1.2.3', true],
    ['1.2.3+build', '1.2.3', true],
    ['1.2.3', '1.2.3-rc.1', false],
    ['*', '0.0.1-alpha', true],
    ['1 || 3', '3.9.9', true],
  ])('%s and %s: %s', (range, version, expected) => {
    expect(versionsWithin(range)?.(version)).toBe(expected);
  });

  it.each(['latest', 'newest', '1.2.3.4'])('is nothing for %s', (range) => {
    expect(versionsWithin(range)).toBeUndefined();
  });
});

describe('sameRange', () => {
  it.each<[string | null, string | null, boolean]>([
    [null, null, true],
    ['^1', '1.x', true],
    ['^1', '>=1.0.0-0 <2.0.0-0', true],
    ['1.2.3', '=1.2.3', true],
    ['^1', '^2', false],
    ['^1', null, false],
    // Texts that are no ranges, as versions of listed servers may be.
    ['release-7', 'release-7', true],
    ['release-7', 'release-8', false],
    ['release-7', '^1', false],
  ])('%s and %s: %s', (a, b, expected) => {
    expect([sameRange(a, b), sameRange(b, a)]).toEqual([expected, expected]);
  });
});

it('decides which line a version belongs to', () => {
  expect(['1.2.3', '2.0.0-rc.1', '0.2.3', '0.0.4'].map(releaseLine)).toEqual(['1', '2', '0.2', '0.0']);
});

it.each([
  ['1.2.3', '1.2.4', false],
  ['1.2.3', '1.3.0', true],
  ['0.2.3', '0.2.4', true],
])('from %s to %s may add: %s', (lower, higher, may) => {
  expect(mayAdd(lower, higher)).toBe(may);
});

it('decides which range includes another', () => {
  expect([includesRange('>=1 <4', '>=1 <3'), includesRange('>=1 <3', '>=1 <4'), includesRange('*', '^2')]).toEqual([
    true,
    false,
    true,
  ]);
});
