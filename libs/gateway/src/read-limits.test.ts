import { aCaller, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { LimitCounters } from './policy/limit-counters.js';
import { LocalRateLimits } from './policy/local-rate-limits.js';
import { ReadLimits } from './read-limits.js';
import { SmallHouse } from './testing/small-house.js';

const reader = aCaller({ id: 'principal-carl', name: 'carl' }, ['tools:call']);

async function setUp() {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  await house.tools.publish(aVersion(), 0);
  await house.feed.caughtUp();
  const rates = new LocalRateLimits(house.clock);
  const counters = new LimitCounters(house.limitRules, house.directory);
  return { rates, counters, read: new ReadLimits({ ...house, rates, counters }) };
}
const names = (found: Awaited<ReturnType<ReadLimits['run']>>) =>
  found.ok ? found.value.map((it) => it.name) : found.error.code;

describe('ReadLimits', () => {
  it('tells callers what binds them, and publishers what binds their organisation', async () => {
    const { read } = await setUp();
    expect(names(await read.run(reader))).toEqual(['caller.calls']);
    expect(names(await read.run(aCaller()))).toEqual([
      'caller.calls',
      'provider.calls',
      'provider.calls.daily',
      'provider.publications',
    ]);
  });

  it('adds what binds calls of a tool, each limit once', async () => {
    const { read } = await setUp();
    expect(names(await read.run(aCaller(), 'acme/orders.create@^1'))).toEqual([
      'provider.calls',
      'provider.calls.daily',
      'sandbox.calls.own',
      'caller.calls',
      'provider.publications',
    ]);
  });

  it('shows what is left, and takes nothing', async () => {
    const { read, rates, counters } = await setUp();
    rates.acquire(counters.ofCall(reader, aVersion()), 10);
    for (let turn = 0; turn < 2; turn += 1)
      expect(await read.run(reader)).toMatchObject({ value: [{ name: 'caller.calls', left: 299_990 }] });
  });

  it('knows no tool that the caller may not see, and no version that is not there', async () => {
    const { read } = await setUp();
    const stranger = aCaller({ id: 'principal-eve', organisationId: 'org-other' });
    expect(names(await read.run(stranger, 'acme/orders.create'))).toBe('not_found');
    expect(names(await read.run(aCaller(), 'acme/orders.create@^9'))).toBe('version_not_found');
  });
});
