import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Evidence, noEvidence } from './evidence.js';
import { minBase, type SignalName, signalWeights, trustScore, workingShareOf } from './trust-score.js';

const complete = noEvidence({
  name: 'acme/echo',
  version: '1.0.0',
  description: 'Says what it hears',
  inputSchema: {},
  outputSchema: {},
  sla: { p95Ms: 200 },
  protocol: 'mcp',
  endpoint: { server: 'acme/server', tool: 'echo' },
});
const score = (changes: Partial<Evidence> = {}) => trustScore({ ...complete, ...changes });
const value = (name: SignalName, changes: Partial<Evidence>) =>
  score(changes).signals.find((signal) => signal.name === name)?.value;
const always = (calls: number): Partial<Evidence> => ({ calls, usage: calls, schemaMet: calls, withinSla: calls });

describe('trustScore', () => {
  it('starts a new tool with a complete contract at 0.485, and verified at 0.535', () => {
    expect(score().base).toBeCloseTo(0.485, 12);
    expect(score({ verified: true, worked: true }).base).toBeCloseTo(0.535, 12);
  });

  it('starts a new tool without SLA and output schema lower', () => {
    expect(score({ declaresSla: false, declaresOutputSchema: false }).base).toBeCloseTo(0.425, 12);
  });

  it('rests on nothing at first, and on half at 20 calls', () => {
    expect(score().confidence).toBe(0);
    expect(score(always(20)).confidence).toBe(0.5);
    expect(score(always(80)).confidence).toBe(0.8);
  });

  const failing = (calls: number): Partial<Evidence> => ({
    calls,
    faults: calls,
    usage: calls,
    audit: 'third-party',
    ratings: { votes: 1e6, stars: 5e6 },
    reputation: { score: 1, confidence: 1e6, sampleSize: 1e6 },
    verified: true,
    worked: true,
  });

  it.each([
    ['declared', { declaresSla: true, declaresOutputSchema: true }],
    ['undeclared', { declaresSla: false, declaresOutputSchema: false }],
  ])('lets a tool that always fails tend to 0.45 at most, everything else at its best (contract %s)', (_, contract) => {
    expect(score({ ...failing(1e9), ...contract }).base).toBeLessThanOrEqual(0.45 + 1e-6);
  });

  it('lets a perfect tool tend to 1', () => {
    const best = { ...failing(1e9), ...always(1e9), faults: 0 };
    expect(score(best).base).toBeCloseTo(1, 5);
  });

  it('counts 95 % of calls within the SLA as all of them', () => {
    expect(value('slaAdherence', { calls: 1e9, withinSla: 0.95e9 })).toBeCloseTo(1, 6);
    expect(value('slaAdherence', { calls: 1e9, withinSla: 0.475e9 })).toBeCloseTo(0.5, 6);
  });

  it('lets what is not declared follow reliability without a jump, up to 0.7 from 100 calls on', () => {
    const undeclared = (calls: number, faults = 0) => ({
      ...{ ...always(calls), faults, declaresSla: false, declaresOutputSchema: false },
    });
    for (const name of ['slaAdherence', 'schemaCompliance', 'communityRating', 'providerReputation'] as const) {
      const worked = { worked: true };
      expect(value(name, { ...undeclared(0), ...worked })).toBe(0.5);
      expect(value(name, { ...undeclared(50), ...worked })).toBeCloseTo(0.6, 12);
      expect(value(name, { ...undeclared(100), ...worked })).toBeCloseTo(0.7, 12);
      expect(value(name, { ...undeclared(1e6), ...worked })).toBeCloseTo(0.7, 12);
      expect(value(name, { ...undeclared(1e9, 1e9), ...worked })).toBeCloseTo(0, 6);
    }
  });

  it('still pays for declaring a contract that is kept', () => {
    const proven = { ...always(1_000), worked: true };
    const undeclared = score({ ...proven, declaresSla: false, declaresOutputSchema: false });
    expect(score(proven).base - undeclared.base).toBeGreaterThan(0.05);
    expect(undeclared.base).toBeGreaterThan(0.6);
  });

  it('does not let good votes and good tools of the provider lower a rating or a reputation', () => {
    const proven = { ...always(1_000), worked: true };
    const praised = { ratings: { votes: 5, stars: 25 }, reputation: { score: 0.95, confidence: 0.5, sampleSize: 1 } };
    expect(value('communityRating', { ...proven, ...praised })).toBeGreaterThan(0.7);
    expect(value('providerReputation', { ...proven, ...praised })).toBeGreaterThan(0.7);
  });

  it('starts rates from 0.7 with the weight of 20 calls', () => {
    expect(value('reliability', { calls: 20, faults: 20 })).toBeCloseTo(0.35, 12);
    expect(value('schemaCompliance', { calls: 20, schemaMet: 20 })).toBeCloseTo(0.85, 12);
  });

  it.each([
    ['none', 0],
    ['self', 0.5],
    ['third-party', 1],
  ] as const)('counts the audit %s as %s', (audit, expected) => {
    expect(value('securityAudit', { audit, worked: true })).toBe(expected);
    expect(value('securityAudit', { audit })).toBe(0);
  });

  it('counts a rating of few votes for little, no vote and no other tool as 0.5', () => {
    expect(value('communityRating', {})).toBe(0.5);
    expect(value('communityRating', { worked: true, ratings: { votes: 1, stars: 5 } })).toBeCloseTo(0.545, 3);
    expect(value('communityRating', { worked: true, ratings: { votes: 1e6, stars: 1e6 } })).toBeCloseTo(0.2, 4);
    expect(value('providerReputation', {})).toBe(0.5);
  });

  it('counts usage on a logarithmic scale, in full from 10,000 calls', () => {
    expect(value('usageVolume', { usage: 0 })).toBe(0);
    expect(value('usageVolume', { usage: 10_000 })).toBe(1);
    expect(value('usageVolume', { usage: 1e6 })).toBe(1);
    expect(value('usageVolume', { usage: 99 })).toBeCloseTo(0.5, 3);
  });

  const evidence: fc.Arbitrary<Evidence> = fc
    .record({
      calls: fc.nat(1e6),
      faultShare: fc.double({ min: 0, max: 1, noNaN: true }),
      metShare: fc.double({ min: 0, max: 1, noNaN: true }),
      slaShare: fc.double({ min: 0, max: 1, noNaN: true }),
      declaresOutputSchema: fc.boolean(),
      declaresSla: fc.boolean(),
      audit: fc.constantFrom('none' as const, 'self' as const, 'third-party' as const),
      votes: fc.nat(1e4),
      stars: fc.double({ min: 1, max: 5, noNaN: true }),
      reputation: fc.option(
        fc.record({
          score: fc.double({ min: 0, max: 1, noNaN: true }),
          confidence: fc.double({ min: 0, max: 50, noNaN: true }),
          sampleSize: fc.nat(1e6),
        }),
      ),
      verified: fc.boolean(),
      worked: fc.boolean(),
      usage: fc.nat(1e9),
    })
    .map(({ faultShare, metShare, slaShare, votes, stars, ...rest }) => {
      const faults = Math.floor(rest.calls * faultShare);
      const good = rest.calls - faults;
      const ratings = { votes, stars: votes * stars };
      return { ...rest, faults, schemaMet: good * metShare, withinSla: good * slaShare, ratings };
    });

  it('has contributions that add up to the base, each value in [0, 1]', () => {
    fc.assert(
      fc.property(evidence, (given) => {
        const { base, signals, confidence } = trustScore(given);
        const sum = signals.reduce((total, { contribution }) => total + contribution, 0);
        expect(base).toBe(Math.max(minBase, sum));
        expect(confidence).toBeLessThan(1);
        for (const signal of signals) {
          expect(signal.contribution).toBe(signal.weight * signal.value);
          expect(signal.value).toBeGreaterThanOrEqual(0);
          expect(signal.value).toBeLessThanOrEqual(1 + 1e-12);
        }
      }),
    );
  });

  it('never rises when one more call fails through the tool', () => {
    fc.assert(
      fc.property(evidence, (given) => {
        const worse = trustScore({ ...given, calls: given.calls + 1, faults: given.faults + 1 });
        expect(worse.base).toBeLessThanOrEqual(trustScore(given).base + 1e-12);
      }),
    );
  });

  it('never scores above 0.5 what has never worked, whatever is attested, voted and known of the provider', () => {
    fc.assert(
      fc.property(evidence, (given) => {
        const never = { ...given, faults: given.calls, schemaMet: 0, withinSla: 0, usage: given.calls, worked: false };
        expect(trustScore(never).base).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  it('tells how well a version works apart from what a tool that never works can keep', () => {
    const views = (changes: Partial<Evidence>) => workingShareOf(score(changes));
    const kept = { audit: 'third-party' as const, verified: true, ratings: { votes: 1e6, stars: 5e6 }, worked: true };
    expect(views({ ...failing(1_000), reputation: null, ...kept })).toBeLessThan(0.2);
    expect(score({ ...failing(1_000), reputation: null, ...kept }).base).toBeGreaterThan(0.3);
    expect(views({ ...always(1_000), ...kept })).toBeGreaterThan(0.8);
  });

  it('has weights that add up to one', () => {
    expect(Object.values(signalWeights).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
  });
});
