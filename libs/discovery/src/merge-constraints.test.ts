import { type Constraints, protocols, stages } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import semver from 'semver';
import { aCandidate } from './candidate.fixture.js';
import { unmetDemand } from './constraints.js';
import { asksNoMore, mergeConstraints } from './merge-constraints.js';

describe('mergeConstraints', () => {
  // first, second, both
  const cases: readonly (readonly [Constraints, Constraints, Constraints])[] = [
    [{}, {}, {}],
    [{ maxLatencyMs: 100 }, { maxLatencyMs: 500 }, { maxLatencyMs: 100 }],
    [{ maxLatencyMs: 500 }, { maxLatencyMs: 100 }, { maxLatencyMs: 100 }],
    [{ minTrust: 0.5 }, { minTrust: 0.3 }, { minTrust: 0.5 }],
    [{ maxCost: 1 }, { maxCost: 0 }, { maxCost: 0 }],
    [{ readOnly: false }, { readOnly: true }, { readOnly: true }],
    [{ stage: 'VERIFIED' }, { stage: 'BETA' }, { stage: 'VERIFIED' }],
    [{ protocol: 'http' }, { protocol: 'mcp' }, { protocol: 'http' }],
    [{ exclude: ['a'] }, { exclude: ['b', 'a'] }, { exclude: ['a', 'b'] }],
    [{ version: '^2' }, { version: 'latest' }, { version: '^2' }],
    [{ version: 'latest' }, { version: '^2' }, { version: '^2' }],
  ];
  it.each(cases)('%j and %j', (first, second, both) => {
    expect(mergeConstraints(first, second)).toEqual(both);
  });

  it('joins version ranges: a version fits both of them or not the joined one', () => {
    const range = fc.constantFrom('^1', '~1.2', '>=1.1 <3', '1.x || 3.x', '^2 || >=3.1', '*', '1.0.0 - 2.0.0');
    const version = fc.tuple(fc.nat(4), fc.nat(3), fc.nat(3)).map((parts) => parts.join('.'));
    fc.assert(
      fc.property(range, range, version, (a, b, it) => {
        const joined = mergeConstraints({ version: a }, { version: b }).version as string;
        expect(semver.satisfies(it, joined)).toBe(semver.satisfies(it, a) && semver.satisfies(it, b));
      }),
    );
  });

  const constraints = fc.record<Constraints>(
    {
      maxLatencyMs: fc.constantFrom(50, 100, 500),
      minTrust: fc.constantFrom(0, 0.5, 0.9),
      maxCost: fc.constantFrom(0, 0.01, 1),
      version: fc.constantFrom('^1', '>=1.2', '2.x', 'latest'),
      platformVersion: fc.constantFrom('1', '2'),
      protocol: fc.constantFrom(...protocols),
      stage: fc.constantFrom(...stages),
      readOnly: fc.boolean(),
      exclude: fc.subarray(['acme', 'globex']),
    },
    { requiredKeys: [] },
  );
  const tool = fc
    .record({
      id: fc.constantFrom('acme/a', 'globex/b', 'sky/c'),
      trust: fc.constantFrom(0.2, 0.5, 0.95),
      version: fc.constantFrom('1.0.0', '1.3.0', '2.1.0'),
      stage: fc.constantFrom(...stages),
      p95Ms: fc.constantFrom(10, 90, 400),
      costPerCallUsd: fc.constantFrom(0, 0.005, 2),
      protocol: fc.constantFrom(...protocols),
      readOnlyHint: fc.boolean(),
    })
    .map(({ id, trust, version, stage, p95Ms, costPerCallUsd, protocol, readOnlyHint }) =>
      aCandidate({
        id,
        trust,
        version,
        stage,
        manifest: { sla: { p95Ms }, costPerCallUsd, protocol, annotations: { readOnlyHint } },
      }),
    );

  it('never loosens: what meets the merged constraints meets the first ones', () => {
    fc.assert(
      fc.property(constraints, constraints, tool, (first, second, it) => {
        if (unmetDemand(it, mergeConstraints(first, second)) === undefined)
          expect(unmetDemand(it, first)).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });

  it('says that something asks for no more only when everything that meets the first meets it, too', () => {
    fc.assert(
      fc.property(constraints, constraints, tool, (first, second, it) => {
        if (asksNoMore(first, second) && unmetDemand(it, first) === undefined) {
          expect(unmetDemand(it, second)).toBeUndefined();
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
