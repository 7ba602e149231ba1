import type { EvidenceView } from '@assay/contracts';
import { SmallHouse } from '@assay/gateway/testing';
import { dayMs } from '@assay/kernel';
import { type ToolVersion, unassured } from '@assay/registry';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { CallerTally } from './evidence-store.js';
import { ScoreVersions } from './score-versions.js';
import { aTally } from './testing/evidence-samples.js';
import { trustJobs } from './trust-jobs.js';
import { signalWeights } from './trust-score.js';

const contract = { outputSchema: {}, sla: { p95Ms: 100 } };

async function setUp() {
  const house = await SmallHouse.open();
  const { catalogue, feed, clock, evidence, tools } = house;
  const scoring = new ScoreVersions({ catalogue, store: evidence, feed, clock });
  let batches = 0;
  /** Good calls by so many callers, ten each, or by the provider's own organisation. */
  const called = async (version: ToolVersion, callers: number, parts: Partial<CallerTally> = {}) => {
    const day = Math.floor(clock.now() / dayMs) * dayMs;
    const tallies = Array.from({ length: callers }, (_, index) =>
      aTally({
        ...{ versionId: version.id, day, principalId: `caller-${index}`, caller: `caller-${index}` },
        ...{ organisationId: `org-${index}`, good: 10, schemaMet: 10, withinSla: 10 },
        ...parts,
      }),
    );
    batches += 1;
    await evidence.add({ id: `batch-${batches}`, callers: tallies, latencies: [] });
  };
  const publish = async (number: string, name = 'acme/orders.create', parts: Partial<ToolVersion> = {}) => {
    const there = catalogue.tool(name)?.versions.length ?? 0;
    const manifest = aManifest({ name, version: number, ...contract });
    const version = aVersion(manifest, { publishedAt: clock.now(), ...parts });
    await tools.publish(version, there);
    await feed.caughtUp();
    return version;
  };
  const trustOf = (version: ToolVersion, view: EvidenceView = 'outside') => {
    const trust = catalogue.versionById(version.id)?.trust;
    return trust && { ...trust[view], calls: trust.calls };
  };
  const signalOf = (version: ToolVersion, name: keyof typeof signalWeights) =>
    trustOf(version)?.signals.find((it) => it.name === name);
  return { house, scoring, called, publish, trustOf, signalOf };
}

describe('ScoreVersions', () => {
  it('tells of what it has scored, once it can be read', async () => {
    const { house, publish } = await setUp();
    const { catalogue, feed, clock, evidence } = house;
    const reports: (number | undefined)[] = [];
    const scored = async (ids: readonly string[]) => {
      for (const id of ids) reports.push(catalogue.versionById(id)?.trust?.outside.base);
    };
    const scoring = new ScoreVersions({ catalogue, store: evidence, feed, clock, scored });
    await publish('1.0.0');
    await scoring.run();
    await scoring.run();
    expect(reports).toEqual([expect.closeTo(0.485, 12)]);
  });

  it('works out what is due, and leaves the rest', async () => {
    const { house, scoring, publish, trustOf, called } = await setUp();
    const version = await publish('1.0.0');
    await scoring.run();
    expect(trustOf(version)?.base).toBeCloseTo(0.485, 12);
    await called(version, 8);
    await scoring.run();
    const { base, confidence, signals, calls } = trustOf(version) ?? {};
    expect(confidence).toBeCloseTo(0.8, 12);
    expect(calls).toEqual({ others: 80, own: 0 });
    const sum = signals?.reduce(
      (total, { name, value }) => total + signalWeights[name as keyof typeof signalWeights] * value,
      0,
    );
    expect(sum).toBe(base);
    expect(await house.evidence.due(9)).toEqual([]);
  });

  it('lets a patch and a minor inherit half of the evidence, a major a tenth, revoked versions nothing', async () => {
    const { house, scoring, publish, signalOf, called } = await setUp();
    const first = await publish('1.0.0');
    await called(first, 8);
    await scoring.run();
    const size = async (version: ToolVersion) => {
      await scoring.run();
      return signalOf(version, 'reliability')?.sampleSize;
    };
    expect(await size(await publish('1.0.1'))).toBeCloseTo(40, 9);
    expect(await size(await publish('1.1.0'))).toBeCloseTo(20, 9);
    expect(await size(await publish('2.0.0'))).toBeCloseTo(2, 9);
    await house.tools.amend(first.id, (it) => ({ ...it, status: 'YANKED' }));
    expect(await size(await publish('1.0.0-rc.1'))).toBe(0);
  });

  it('forgets evidence as days leave the window, by its jobs alone', async () => {
    const { house, scoring, publish, trustOf, signalOf, called } = await setUp();
    const version = await publish('1.0.0');
    await called(version, 8);
    const [score, rollUp, refresh] = trustJobs(house.evidence, scoring, house.clock);
    const { signal } = new AbortController();
    await score?.run(signal);
    const before = trustOf(version)?.base as number;
    house.clock.advance(29 * dayMs);
    await rollUp?.run(signal);
    await refresh?.run(signal);
    expect(trustOf(version)?.base).toBe(before);
    house.clock.advance(dayMs);
    await rollUp?.run(signal);
    expect(signalOf(version, 'reliability')).toMatchObject({ value: 0.7, sampleSize: 0 });
    expect(signalOf(version, 'usageVolume')?.sampleSize).toBe(80);
  });

  it('takes reputation from the provider’s other tools, and never from the tool itself', async () => {
    const { house, scoring, publish, signalOf, called } = await setUp();
    const [one, other] = [await publish('1.0.0'), await publish('1.0.0', 'acme/orders.show')];
    await called(one, 200);
    await scoring.run();
    expect(signalOf(one, 'providerReputation')).toMatchObject({ sampleSize: 0 });
    await house.evidence.refresh();
    await scoring.run();
    // It has never worked itself: others’ glory counts for no more than nothing known.
    expect(signalOf(other, 'providerReputation')).toMatchObject({ value: 0.5, sampleSize: 1 });
    await called(other, 1);
    await scoring.run();
    expect(signalOf(other, 'providerReputation')?.value).toBeGreaterThan(0.65);
  });

  it('gives a provider’s own calls little weight, and its other tools none of their glory', async () => {
    const { house, scoring, publish, trustOf, signalOf, called } = await setUp();
    const [one, other] = [await publish('1.0.0'), await publish('1.0.0', 'acme/orders.show')];
    await scoring.run();
    const before = trustOf(one)?.base as number;
    for (let day = 0; day < 20; day += 1) {
      await called(one, 5, { own: true, organisationId: 'org-acme', good: 1_000, schemaMet: 1_000, withinSla: 1_000 });
      house.clock.advance(dayMs);
    }
    await scoring.run();
    expect((trustOf(one)?.base as number) - before).toBeLessThan(0.03);
    await house.evidence.refresh();
    await scoring.run();
    expect(signalOf(other, 'providerReputation')).toMatchObject({ value: 0.5, sampleSize: 0 });
  });

  it('lets nobody drown the others', async () => {
    const { scoring, publish, trustOf, called } = await setUp();
    const [calm, flooded] = [await publish('1.0.0'), await publish('1.0.0', 'acme/orders.show')];
    for (const version of [calm, flooded]) await called(version, 20);
    await called(flooded, 1, {
      principalId: 'eve',
      caller: 'eve',
      organisationId: 'org-eve',
      good: 0,
      schemaMet: 0,
      withinSla: 0,
      faults: 100_000,
    });
    await scoring.run();
    expect((trustOf(calm)?.base as number) - (trustOf(flooded)?.base as number)).toBeLessThan(0.06);
  });

  it('leaves a tool that has never worked at 0.5 at most, whatever its owner votes, attests and calls', async () => {
    const { house, scoring, publish, trustOf, called } = await setUp();
    const assurance = { ...unassured, audit: 'self' as const };
    const version = await publish('1.0.0', 'acme/orders.create', { assurance });
    const failed = { good: 0, faults: 2, schemaMet: 0, withinSla: 0 };
    await called(version, 1, { ...failed, own: true, member: true, organisationId: 'org-acme', caller: 'org-acme' });
    const vote = { principalId: 'principal-ann', organisationId: 'org-acme', comment: null, at: house.clock.now() };
    await house.ratings.put({ ...vote, tool: 'acme/orders.create', stars: 5 });
    await scoring.run();
    for (const view of ['inside', 'outside'] as const) expect(trustOf(version, view)?.base).toBeLessThan(0.485);
    // One success proves that it works, and what was attested counts from then on.
    await called(version, 1);
    await scoring.run();
    expect(trustOf(version)?.base).toBeGreaterThan(0.5);
  });
});
