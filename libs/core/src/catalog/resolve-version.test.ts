import { aManifest, aVersion } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import semver from 'semver';
import type { ToolVersion } from './records.js';
import { resolveVersion } from './resolve-version.js';
import { newestFirst } from './version-number.js';

const v = (version: string, parts: Partial<ToolVersion> = {}) => aVersion(aManifest({ version }), parts);
const anyone = () => null;
const resolved = (versions: ToolVersion[], range?: string, whyNot: (it: ToolVersion) => string | null = anyone) => {
  const sorted = [...versions].sort((a, b) => newestFirst(a.versionKey, b.versionKey));
  const found = resolveVersion('acme/orders.create', sorted, range, whyNot);
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

  it('refuses what is no range', () => {
    expect(resolved(published, 'newest please')).toMatchObject({ code: 'invalid_request' });
  });

  it('names what it rejected', () => {
    expect(resolved(published, '^3')).toMatchObject({
      code: 'version_not_found',
      data: { rejected: expect.arrayContaining([{ version: '2.0.0', reason: 'out of range' }]) },
    });
  });

  it('passes over what the caller may not call, and says so', () => {
    const found = resolveVersion('t', [v('2.0.0'), v('1.0.0')], '*', (it) =>
      it.version === '2.0.0' ? 'not yours' : null,
    );
    expect(found).toMatchObject({
      ok: true,
      value: { version: { version: '1.0.0' }, warnings: ['2.0.0 is newer but was passed over: not yours'] },
    });
  });

  it('warns of deprecated versions, and gives yanked ones for an exact pin only', () => {
    const found = resolveVersion('t', [v('1.0.0', { status: 'DEPRECATED', sunsetAt: 0 })], '^1', anyone);
    expect(found).toMatchObject({
      ok: true,
      value: { warnings: [expect.stringContaining('deprecated and ends on 1970')] },
    });
    const yanked = [v('1.1.0', { status: 'YANKED' }), v('1.0.0')];
    expect(resolved(yanked, '^1')).toBe('1.0.0');
    expect(resolved(yanked, '1.1.0')).toBe('1.1.0');
    expect(resolved(yanked, '=1.1.0')).toBe('1.1.0');
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
