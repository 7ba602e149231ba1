import { SmallHouse } from '@assay/gateway/testing';
import { dayMs } from '@assay/kernel';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { CallerTally } from './evidence-store.js';
import { ExplainTrust } from './explain-trust.js';
import { ScoreVersions } from './score-versions.js';
import { aTally } from './testing/evidence-samples.js';

const tool = 'acme/orders.create';

async function setUp() {
  const house = await SmallHouse.open();
  const { catalogue, directory, evidence, feed, clock } = house;
  await house.identities.addNamespace(aNamespace());
  for (const [index, version] of ['1.0.0', '1.1.0', '2.0.0-rc.1'].entries())
    await house.tools.publish(aVersion(aManifest({ version }), { publishedAt: clock.now() }), index);
  await feed.caughtUp();
  const scoring = new ScoreVersions({ catalogue, store: evidence, feed, clock });
  await scoring.run();
  const explain = new ExplainTrust({ catalogue, directory, store: evidence, clock, halfLifeDays: 90 });
  return { house, scoring, explain };
}

const call = (day: number, good: number, faults: number) => ({
  id: `batch-${day}`,
  callers: [aTally({ versionId: 'version-acme/orders.create@1.1.0', day, good, faults, schemaMet: 0, withinSla: 0 })],
  latencies: [],
});

describe('ExplainTrust', () => {
  it('explains the latest release unless a version is named', async () => {
    const { explain } = await setUp();
    const versionOf = async (asked?: string) => {
      const found = await explain.run(aCaller(), tool, asked);
      return found.ok ? found.value.version.version : found.error.message;
    };
    expect(await versionOf()).toBe('1.1.0');
    expect(await versionOf('latest')).toBe('1.1.0');
    expect(await versionOf('2.0.0-rc.1')).toBe('2.0.0-rc.1');
    expect(await versionOf('3.0.0')).toContain('There are: 2.0.0-rc.1, 1.1.0, 1.0.0.');
  });

  it('is silent of what the caller does not see', async () => {
    const { explain } = await setUp();
    const stranger = aCaller({ id: 'principal-eve', organisationId: 'org-other' });
    expect(await explain.run(stranger, tool)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });

  it('tells each day’s calls, and trust as it stood at its end', async () => {
    const { house, scoring, explain } = await setUp();
    const start = house.clock.now();
    await house.evidence.add(call(start, 3, 0));
    await scoring.run();
    house.clock.advance(2 * dayMs);
    await house.evidence.add(call(start + 2 * dayMs, 0, 2));
    await scoring.run();
    const found = await explain.run(aCaller(), tool);
    if (!found.ok) throw new Error(found.error.message);
    const { history, base, score } = found.value;
    expect(history.map(({ day, calls, faults }) => [(day - start) / dayMs, calls, faults])).toEqual([
      [0, 3, 0],
      [1, 0, 0],
      [2, 2, 2],
    ]);
    expect(history[1]?.base).toBe(history[0]?.base);
    expect(history[1]?.score).toBeLessThan(history[0]?.score as number);
    expect(history.at(-1)).toMatchObject({ base, score });
    house.clock.advance(100 * dayMs);
    const later = await explain.run(aCaller(), tool);
    expect(later.ok && later.value.history).toHaveLength(30);
    expect(later.ok && later.value.history[0]?.base).toBe(base);
  });

  it('shows each caller its own view, and says which', async () => {
    const { house, scoring, explain } = await setUp();
    const open = aNamespace({ visibility: 'public' });
    house.directory.apply({ kind: 'namespace', id: open.id, state: open });
    const day = Math.floor(house.clock.now() / dayMs) * dayMs;
    const byOwn = { ...call(day, 20, 0), callers: [{ ...call(day, 20, 0).callers[0], own: true }] as CallerTally[] };
    await house.evidence.add(byOwn);
    await scoring.run();
    const seenBy = async (organisationId: string) => {
      const found = await explain.run(aCaller({ id: `of-${organisationId}`, organisationId }), tool);
      return found.ok ? found.value : undefined;
    };
    const [inside, outside] = [await seenBy('org-acme'), await seenBy('org-other')];
    expect([inside?.view, outside?.view]).toEqual(['inside', 'outside']);
    expect(inside?.confidence).toBeCloseTo(0.5, 12);
    expect(outside?.confidence).toBeCloseTo(3 / 23, 12);
    expect(inside?.base).toBeGreaterThan(outside?.base as number);
    expect([inside?.history.at(-1)?.base, outside?.history.at(-1)?.base]).toEqual([inside?.base, outside?.base]);
  });
});
