import type { Manifest } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { aManifest } from '../testing/builders.js';
import { checkNumber } from './check-number.js';

const input = (names: readonly string[], required: readonly string[] = []): Partial<Manifest> => ({
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(names.map((it) => [it, { type: 'string' }])),
    required,
  },
});
const at = (version: string, parts: Partial<Manifest>): Manifest => aManifest({ version, ...parts });
const published = (...manifests: Manifest[]) => manifests.map((manifest) => ({ version: manifest.version, manifest }));

const a = input(['a']);
const ab = input(['a', 'b']);
const abc = input(['a', 'b', 'c']);
const needsB = input(['a', 'b'], ['b']);
/** Its pattern differs, but no witness shows the difference. */
const odd = (pattern: string): Partial<Manifest> => ({
  inputSchema: { type: 'object', properties: { a: { type: 'string', pattern } } },
});

describe('a number', () => {
  // the versions there are, the candidate, the verdict, the number that would do
  it.each<[string, Manifest[], Manifest, string, string]>([
    ['of a first version', [], at('0.1.0', a), 'holds', '0.1.0'],
    ['of the same content', [at('1.0.0', a)], at('1.0.1', a), 'holds', '1.0.1'],
    ['of an addition', [at('1.0.0', a)], at('1.1.0', ab), 'holds', '1.1.0'],
    ['of an addition as a patch', [at('1.0.0', a)], at('1.0.1', ab), 'fails', '1.1.0'],
    ['of a break', [at('1.4.0', a)], at('2.0.0', needsB), 'holds', '2.0.0'],
    ['of a break as a minor', [at('1.4.0', a)], at('1.5.0', needsB), 'fails', '2.0.0'],
    [
      'of a break when the next major is taken',
      [at('1.4.0', a), at('2.0.0', abc)],
      at('1.5.0', needsB),
      'fails',
      '3.0.0',
    ],
    ['of a break as a patch below 1.0', [at('0.2.0', a)], at('0.2.1', needsB), 'fails', '0.3.0'],
    ['of a break as a minor below 1.0', [at('0.2.0', a)], at('0.3.0', needsB), 'holds', '0.3.0'],
    ['of an addition as a patch below 1.0', [at('0.2.0', a)], at('0.2.1', ab), 'holds', '0.2.1'],
    ['between two it fits', [at('1.0.0', a), at('1.2.0', abc)], at('1.1.0', ab), 'holds', '1.1.0'],
    [
      'between two, the higher lacks its property',
      [at('1.0.0', a), at('1.2.0', ab)],
      at('1.1.0', abc),
      'fails',
      '1.3.0',
    ],
    ['of an older major', [at('1.0.0', a), at('2.0.0', needsB)], at('1.1.0', ab), 'holds', '1.1.0'],
    ['of a break in a pre-release', [at('1.0.0', a)], at('1.1.0-rc.1', needsB), 'holds', '1.1.0-rc.1'],
    ['after a pre-release of its own', [at('1.0.0', a), at('1.1.0-rc.1', needsB)], at('1.1.0', ab), 'holds', '1.1.0'],
    ['after pre-releases alone', [at('1.0.0-rc.1', needsB)], at('1.0.0', a), 'holds', '1.0.0'],
    ['of what cannot be told', [at('1.0.0', odd('^(?:ab)+$'))], at('1.0.1', odd('^(?:ab)*$')), 'unknown', '2.0.0'],
    [
      'of what cannot be told as a major',
      [at('1.0.0', odd('^(?:ab)+$'))],
      at('2.0.0', odd('^(?:ab)*$')),
      'holds',
      '2.0.0',
    ],
    ['of its own published again', [at('1.0.0', a), at('1.0.1', needsB)], at('1.0.1', a), 'holds', '1.0.1'],
  ])('%s', (_name, versions, candidate, verdict, required) => {
    const check = checkNumber(candidate, published(...versions));
    expect([check.verdict, check.ok, check.required]).toEqual([verdict, verdict === 'holds', required]);
  });

  it('is compared with both neighbours, each from the lower to the higher version', () => {
    const { lower, higher } = checkNumber(
      at('1.1.0', ab),
      published(at('1.0.0', a), at('1.2.0', abc), at('0.9.0', abc)),
    );
    expect([lower?.version, lower?.side, lower?.binding, lower?.comparison.change]).toEqual([
      '1.0.0',
      'lower',
      true,
      'additive',
    ]);
    expect([higher?.version, higher?.side, higher?.binding, higher?.comparison.change]).toEqual([
      '1.2.0',
      'higher',
      true,
      'additive',
    ]);
  });

  it('of a new major shows what changes, and cannot be refused', () => {
    const { lower, ok } = checkNumber(at('2.0.0', needsB), published(at('1.0.0', a)));
    expect([ok, lower?.binding, lower?.fits, lower?.comparison.change]).toEqual([true, false, 'holds', 'breaking']);
  });

  it('that would do is one that does', () => {
    const versions = published(at('1.0.0', a), at('1.1.0', abc), at('1.2.0', abc), at('2.0.0', needsB));
    for (const parts of [a, ab, abc, needsB]) {
      const { required } = checkNumber(at('1.0.5', parts), versions);
      expect(checkNumber(at(required, parts), versions).ok).toBe(true);
    }
  });
});
