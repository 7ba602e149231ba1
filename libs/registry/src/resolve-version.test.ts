import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import semver from 'semver';
import type { ToolVersion } from './records.js';
import { resolveVersion } from './resolve-version.js';
import { Revocations } from './revocation/revocations.js';
import type { RevokedRules } from './revocation/revoked-failure.js';
import { aManifest, aRevocation, aVersion } from './testing/builders.js';
import { newestFirst } from './version-number.js';

const v = (version: string, parts: Partial<ToolVersion> = {}) => aVersion(aManifest({ version }), parts);
const anyone = () => null;
const none: RevokedRules = { covering: () => undefined, instead: () => [] };
const resolved = (
  versions: ToolVersion[],
  range?: string,
  whyNot: (it: ToolVersion) => string | null = anyone,
  rules = none,
) => {
  const sorted = [...versions].sort((a, b) => newestFirst(a.versionKey, b.versionKey));
  const found = resolveVersion('acme/orders.create', sorted, range, whyNot, rules);
  return found.ok ? found.value.version.version : found.error;
};
const published = ['1.0.0', '1.2.0', '1.2.3', '2.0.0', '2.1.0-beta.1'].map((it) => v(it));

describe('resolveVersion', () => {
  // range, version
  it.each([
    [undefined, '2.0.0'],
    ['latest', '2.0.0'],
    ['^1.0.0', '1.2.3'],
    ['~1.2', '1.2.3'],
    ['>=1 <2', '1.2.3'],
    ['1.0.0', '1.0.0'],
    ['2.1.0-beta.1', '2.1.0-beta.1'],
    ['^2.1.0-beta.0', '2.1.0-beta.1'],
    ['1 || 2', '2.0.0'],
  ])('%s', (range, version) => {
    expect(resolved(published, range)).toBe(version);
  });

  it('rejects an invalid range', () => {
    expect(resolved(published, 'newest please')).toMatchObject({ code: 'invalid_request' });
  });

  it('lists what it rejected', () => {
    expect(resolved(published, '^3')).toMatchObject({
      code: 'version_not_found',
      data: { rejected: expect.arrayContaining([{ version: '2.0.0', reason: 'out of range' }]) },
    });
  });

  it('skips versions that the caller may not call, and reports them', () => {
    const notYours = (it: ToolVersion) => (it.version === '2.0.0' ? 'not yours' : null);
    const found = resolveVersion('t', [v('2.0.0'), v('1.0.0')], '*', notYours, none);
    expect(found).toMatchObject({
      ok: true,
      value: { version: { version: '1.0.0' }, warnings: ['2.0.0 is newer but was passed over: not yours'] },
    });
  });

  it('warns of deprecated versions, and returns yanked ones for an exact pin only', () => {
    const found = resolveVersion('t', [v('1.0.0', { status: 'DEPRECATED', sunsetAt: 0 })], '^1', anyone, none);
    expect(found).toMatchObject({
      ok: true,
      value: { warnings: [expect.stringContaining('deprecated and ends on 1970')] },
    });
    const yanked = [v('1.1.0', { status: 'YANKED' }), v('1.0.0')];
    expect(resolved(yanked, '^1')).toBe('1.0.0');
    expect(resolved(yanked, '1.1.0')).toBe('1.1.0');
    expect(resolved(yanked, '=1.1.0')).toBe('1.1.0');
  });

  it('names the successor of a deprecated or sunset version, preferring one this caller may call', () => {
    const versions = [v('3.0.0'), v('2.0.0'), v('1.0.0', { status: 'DEPRECATED' }), v('0.9.0', { status: 'SUNSET' })];
    const whyNot = (it: ToolVersion) => (it.version === '3.0.0' ? 'not yours' : null);
    expect(resolveVersion('t', versions, '^1', whyNot, none)).toMatchObject({
      value: { warnings: ['1.0.0 is deprecated: move to 2.0.0'] },
    });
    expect(resolveVersion('t', versions, '^0.9', whyNot, none)).toMatchObject({
      error: {
        code: 'version_sunset',
        data: { successor: 't@2.0.0', alternatives: ['t@2.0.0', 't@1.0.0', 't@3.0.0'] },
      },
    });
  });

  it('answers 410 with alternatives where everything in range has been sunset', () => {
    expect(resolved([v('2.0.0'), v('1.0.0', { status: 'SUNSET' })], '^1')).toMatchObject({
      code: 'version_sunset',
      data: { alternatives: ['acme/orders.create@2.0.0'] },
    });
  });

  it('finds the newest that semver accepts, for any versions and range', () => {
    const number = fc
      .tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.option(fc.constantFrom('alpha', 'beta.1', 'rc.2')))
      .map(([major, minor, patch, pre]) => `${major}.${minor}.${patch}${pre === null ? '' : `-${pre}`}`);
    const range = fc
      .tuple(fc.constantFrom('^', '~', '>=', '<', '=', ''), number)
      .map(([operator, version]) => operator + version);
    fc.assert(
      fc.property(fc.uniqueArray(number, { minLength: 1, maxLength: 12 }), range, (versions, wanted) => {
        const expected = semver.maxSatisfying(versions, wanted);
        const found = resolved(
          versions.map((it) => v(it)),
          wanted,
        );
        if (expected === null) expect(found).toMatchObject({ code: 'version_not_found' });
        else expect(found).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a revocation', () => {
  const rules = (range: string | null): RevokedRules => {
    const revocations = new Revocations();
    revocations.apply('r', aRevocation({ id: 'r', range }));
    return { covering: revocations.of, instead: () => ['acme/orders.place@3.0.0'] };
  };

  // revoked range, requested, found
  it.each([
    ['2.0.0', '*', '1.2.3'],
    ['^1.2.0', '^1', '1.0.0'],
    ['<2', '2.0.0', '2.0.0'],
    ['2.0.0', '2.1.0-beta.1', '2.1.0-beta.1'],
  ])('of %s leaves the rest: %s', (range, asked, found) => {
    expect(resolved(published, asked, anyone, rules(range))).toBe(found);
  });

  it('is reported when it was skipped', () => {
    const versions = [v('2.0.0'), v('1.0.0')];
    const found = resolveVersion('t', versions, '*', anyone, rules('^2'));
    expect(found).toMatchObject({
      value: { warnings: ['2.0.0 is newer but was passed over: revoked: It loses orders.'] },
    });
  });

  it.each([
    ['an exact pin', '1.2.3'],
    ['a range of which nothing else is left', '~1.2'],
  ])('refuses %s with the reason, other versions first among what there is instead', (_case, range) => {
    expect(resolved(published, range, anyone, rules('^1.2.0'))).toMatchObject({
      code: 'version_revoked',
      message:
        'acme/orders.create@1.2.3 has been revoked: It loses orders. Use acme/orders.create@2.1.0-beta.1 instead.',
      data: {
        revocation: { id: 'r', reason: 'It loses orders.', since: '1970-01-01T00:00:00.000Z' },
        alternatives: [
          'acme/orders.create@2.1.0-beta.1',
          'acme/orders.create@2.0.0',
          'acme/orders.create@1.0.0',
          'acme/orders.place@3.0.0',
        ],
      },
    });
  });

  it('offers no version that this caller may not call, or that is yanked or revoked', () => {
    const versions = [v('3.0.0', { status: 'SUNSET' }), v('2.0.0'), v('1.1.0', { status: 'YANKED' }), v('1.0.0')];
    const notTwo = (it: ToolVersion) => (it.version === '2.0.0' ? 'not yours' : null);
    const refused = resolved(versions, '1.0.0', notTwo, rules('<2'));
    expect(refused).toMatchObject({ code: 'version_revoked', data: { alternatives: ['acme/orders.place@3.0.0'] } });
  });

  it('covers pre-releases of its range, sunset versions, and everything without a range', () => {
    expect(resolved([v('2.1.0-beta.1')], '2.1.0-beta.1', anyone, rules('^2'))).toMatchObject({
      code: 'version_revoked',
    });
    expect(resolved([v('1.0.0', { status: 'SUNSET' })], '1.0.0', anyone, rules('1.0.0'))).toMatchObject({
      code: 'version_revoked',
    });
    expect(resolved(published, 'latest', anyone, rules(null))).toMatchObject({ code: 'version_revoked' });
  });

  it('is the answer when only yanked or sunset versions are left', () => {
    const versions = [v('1.2.0', { status: 'YANKED' }), v('1.1.0'), v('1.0.0', { status: 'SUNSET' })];
    expect(resolved(versions, '^1', anyone, rules('1.1.0'))).toMatchObject({
      code: 'version_revoked',
      message: expect.stringContaining('@1.1.0 has been revoked'),
    });
    expect(resolved(versions, '1.2.0', anyone, rules('1.1.0'))).toBe('1.2.0');
    expect(resolved(versions, '^1', () => 'not yours', rules('1.1.0'))).toMatchObject({ code: 'version_revoked' });
    expect(resolved([...versions, v('1.0.1')], '^1', () => 'not yours', rules('1.1.0'))).toMatchObject({
      code: 'version_not_found',
    });
  });

  it('never resolves a covered version, for any request', () => {
    const ranges = ['*', '^1', '~1.2', '1.2.3', '>=1', '2.1.0-beta.1', '^2.1.0-beta.0', '2 || 1', '<2'];
    fc.assert(
      fc.property(fc.constantFrom(...ranges), fc.constantFrom(...ranges), (revoked, asked) => {
        const found = resolved(published, asked, anyone, rules(revoked));
        if (typeof found !== 'string') return;
        expect(semver.satisfies(found, revoked, { includePrerelease: true })).toBe(false);
      }),
    );
  });
});
