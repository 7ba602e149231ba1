import type { Constraints } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { aCandidate, type CandidateChanges } from './candidate.fixture.js';
import { fitsVersion, unmetConstraints } from './constraints.js';
import { parseQuery } from './query.js';

function unmet(changes: CandidateChanges, constraints: Constraints): string[] {
  const query = parseQuery({ query: 'x', constraints });
  if (!query.ok) throw new Error(query.error.message);
  return unmetConstraints(aCandidate(changes), query.value);
}

describe('unmetConstraints', () => {
  const met: readonly (readonly [string, CandidateChanges, Constraints])[] = [
    ['nothing stated, trust at the default', { trust: 0.5 }, {}],
    ['own tool below the default trust', { trust: 0.1, own: true }, {}],
    ['endorsed tool below the default trust', { trust: 0.1, endorsed: true }, {}],
    ['minTrust 0', { trust: 0 }, { minTrust: 0 }],
    ['none of the words left out', { id: 'acme/googles.search', provider: 'globex' }, { exclude: ['google', 'glob'] }],
    ['p95 at the limit', { manifest: { sla: { p95Ms: 200 } } }, { maxLatencyMs: 200 }],
    ['cost at the limit', { manifest: { costPerCallUsd: 0.01 } }, { maxCost: 0.01 }],
    ['free, and nothing may be paid', { manifest: { costPerCallUsd: 0 } }, { maxCost: 0 }],
    ['read-only', { manifest: { annotations: { readOnlyHint: true } } }, { readOnly: true }],
    ['readOnly false asks for nothing', {}, { readOnly: false }],
    ['a later stage', { stage: 'VERIFIED' }, { stage: 'BETA' }],
    ['version in range', { version: '2.3.0' }, { version: '^2.0.0' }],
    ['latest', { version: '2.3.0' }, { version: 'latest' }],
    ['a pre-release the range names', { version: '2.0.0-rc.2' }, { version: '>=2.0.0-rc.1' }],
    ['platform in range', { manifest: { compatibility: { platform: '>=1 <3' } } }, { platformVersion: '2' }],
    [
      'platform pre-release',
      { manifest: { compatibility: { platform: '>=1 <3' } } },
      { platformVersion: '2.0.0-beta.1' },
    ],
    ['no platform stated', {}, { platformVersion: '9' }],
  ];
  it.each(met)('passes: %s', (_, changes, constraints) => {
    expect(unmet(changes, constraints)).toEqual([]);
  });

  const failed: readonly (readonly [string, CandidateChanges, Constraints, RegExp])[] = [
    [
      'trust below the default',
      { trust: 0.485 },
      {},
      /^trust 0\.485 is below the default 0\.5; state a lower minTrust/,
    ],
    [
      'own tool below a stated trust',
      { trust: 0.1, own: true },
      { minTrust: 0.2 },
      /^trust 0\.100 is below the asked 0\.2$/,
    ],
    ['endorsed tool below a stated trust', { trust: 0.4, endorsed: true }, { minTrust: 0.5 }, /below the asked 0\.5$/],
    ['slow', { manifest: { sla: { p95Ms: 201 } } }, { maxLatencyMs: 200 }, /p95 latency 201 ms is above/],
    ['p95 unknown', {}, { maxLatencyMs: 200 }, /p95 latency is unknown/],
    ['dear', { manifest: { costPerCallUsd: 0.02 } }, { maxCost: 0.01 }, /cost 0\.02 USD per call is above/],
    ['cost unknown', {}, { maxCost: 1 }, /cost is unknown/],
    ['not read-only', { manifest: { annotations: { readOnlyHint: false } } }, { readOnly: true }, /read-only/],
    ['read-only not declared', {}, { readOnly: true }, /read-only/],
    ['another protocol', {}, { protocol: 'grpc' }, /protocol is mcp, and grpc was asked for/],
    ['an earlier stage', { stage: 'SANDBOX' }, { stage: 'BETA' }, /its stage SANDBOX comes before BETA/],
    ['version out of range', { version: '1.9.0' }, { version: '^2.0.0' }, /version 1\.9\.0 is outside \^2\.0\.0/],
    ['a pre-release the range does not name', { version: '2.1.0-rc.1' }, { version: '^2.0.0' }, /outside/],
    [
      'another platform',
      { manifest: { compatibility: { platform: '<2' } } },
      { platformVersion: '2' },
      /platform <2, not 2/,
    ],
  ];
  it.each(failed)('fails: %s', (_, changes, constraints, reason) => {
    expect(unmet(changes, constraints)).toEqual([expect.stringMatching(reason)]);
  });

  it.each([
    ['a word of its name', 'acme/google_search', 'Google'],
    ['a part of a name in capitals', 'acme/getGoogleNews', 'google'],
    ['its namespace', 'goo.gle/search', 'goo.gle'],
    ['a word of its provider', 'acme/search', 'globex'],
    ['the whole of its name', 'acme/search', 'acme/search'],
  ])('leaves out by %s', (_, id, exclude) => {
    expect(unmet({ id, provider: 'Globex Inc' }, { exclude: ['other', exclude] })).toEqual([
      `its provider, namespace or name says ${exclude}, which is excluded`,
    ]);
  });

  it('gives every reason', () => {
    expect(unmet({ trust: 0.1 }, { maxLatencyMs: 1, maxCost: 0, readOnly: true })).toHaveLength(4);
  });
});

describe('fitsVersion', () => {
  it.each<[string, CandidateChanges, Constraints, boolean]>([
    ['nothing asked of versions', { trust: 0 }, { minTrust: 1, readOnly: true }, true],
    ['in range', { version: '1.2.0' }, { version: '^1' }, true],
    ['out of range', { version: '2.0.0' }, { version: '^1' }, false],
    ['its platform', { manifest: { compatibility: { platform: '>=2' } } }, { platformVersion: '2.1' }, true],
    ['another platform', { manifest: { compatibility: { platform: '>=3' } } }, { platformVersion: '2.1' }, false],
  ])('%s', (_, changes, constraints, fits) => {
    expect(fitsVersion(aCandidate(changes), constraints)).toBe(fits);
  });
});
