import { aCaller, aManifest, aNamespace, aVersion, SmallHouse } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import { ExplainTrust } from './explain-trust.js';
import { ScoreVersions } from './score-versions.js';

const dayMs = 86_400_000;
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
  callers: [
    {
      versionId: 'version-acme/orders.create@1.1.0',
      day,
      principalId: 'bob',
      caller: 'bob',
      own: false,
      good,
      faults,
      schemaMet: 0,
      withinSla: 0,
      callerFaults: 0,
    },
  ],
  latencies: [],
});

describe('ExplainTrust', () => {
  it('speaks of the latest release unless a version is named', async () => {
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
});
