import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareVersions, isRange, isRefusedOfficially, isSemanticVersion } from './version-text.js';

describe('versions of the official registry', () => {
  it.each([
    ['1.0.0', true],
    ['2021.03.15', true],
    ['1.0.0-alpha.1', true],
    ['1.0.0+build.7', true],
    ['1.0.0-pre-release', false],
    ['v1.0.0', false],
    ['1.0', false],
    ['1.0.0.0', false],
    ['1.0.0-', false],
    ['snapshot', false],
    ['', false],
  ])('%s is semantic: %s', (version, semantic) => expect(isSemanticVersion(version)).toBe(semantic));

  it.each([
    ['1.10.0', '1.9.0', 1],
    ['1.0.0-rc.1', '1.0.0', -1],
    ['1.0.0-2', '1.0.0-10', -1],
    ['1.0.0-1', '1.0.0-alpha', -1],
    ['1.0.0-alpha', '1.0.0-alpha.1', -1],
    ['1.0.0+a', '1.0.0+b', 0],
    ['2021.03.15', '2021.3.15', 0],
    ['1.0.0', 'snapshot', 1],
    ['99999999999999999999.0.0', '99999999999999999998.0.0', 1],
  ])('%s against %s is %s', (a, b, order) => {
    expect(compareVersions(a, b)).toBe(order);
    expect(compareVersions(b, a)).toBe(order === 0 ? 0 : -order);
  });

  it('compares non-semantic versions by the time of publication', () => {
    expect(compareVersions('zeta', 'alpha', 1, 2)).toBe(-1);
    expect(compareVersions('1.0.0', '2.0.0', 2, 1)).toBe(-1);
    expect(compareVersions('zeta', '1.0.0', 2, 1)).toBe(-1);
  });

  const anyVersion = fc.oneof(
    fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)).map((parts) => parts.join('.')),
    fc.tuple(fc.nat(2), fc.constantFrom('alpha', 'alpha.1', '1', '10', 'x')).map(([n, pre]) => `1.0.${n}-${pre}`),
    fc.string({ maxLength: 6 }),
  );

  it('is a total order', () => {
    const dated = fc.tuple(anyVersion, fc.nat(3));
    fc.assert(
      fc.property(dated, dated, dated, ([a, ta], [b, tb], [c, tc]) => {
        const [ab, bc, ac] = [
          compareVersions(a, b, ta, tb),
          compareVersions(b, c, tb, tc),
          compareVersions(a, c, ta, tc),
        ];
        expect(compareVersions(b, a, tb, ta)).toBe(ab === 0 ? 0 : -ab);
        if (ab >= 0 && bc >= 0) expect(ac).toBeGreaterThanOrEqual(0);
        if (ab === 0 && bc === 0) expect(ac).toBe(0);
      }),
    );
  });

  it.each([
    '^1.2.3',
    '~1',
    '~>1.2',
    '>=1.0.0',
    '>= 1.2.3',
    '=1.0.0',
    '<2',
    '1.2.3 - 2.0.0',
    'v1 - v2',
    '1.2 || 1.3',
    '1.x',
    '1.X',
    '1.2.*',
    '*',
    'x',
    'v1.x.x.x',
    '>=1 <2',
    '^1 || ^2',
    '1.x-beta',
    '>x',
    ' 1.x ',
  ])('%s is a range', (text) => {
    expect(isRange(text)).toBe(true);
    expect(isRefusedOfficially(text)).toBe(false);
  });

  it.each([
    '1.2.3',
    '1.2.3-beta',
    '1.2.3+x',
    'snapshot',
    'snapshot - 2025.09',
    '2025.11.25',
    'v1.0',
    'xylophone',
    'x-wing',
    '1',
    '>xylophone',
  ])('%s is one version', (text) => {
    expect(isRange(text)).toBe(false);
    expect(isRefusedOfficially(text)).toBe(false);
  });

  it.each(['1.0.0-next.1', '1.0.0-experimental', '2025.11.25-abcxyz'])(
    '%s is one, but not to the official registry',
    (text) => {
      expect(isRange(text)).toBe(false);
      expect(isRefusedOfficially(text)).toBe(true);
    },
  );

  it('takes little time for long texts', () => {
    for (const part of ['1.', 'x.', '1-', ' - ', '^', '1.0.0-a.'])
      for (const judge of [isRange, isSemanticVersion, isRefusedOfficially])
        expect(typeof judge(part.repeat(20_000))).toBe('boolean');
  });
});
