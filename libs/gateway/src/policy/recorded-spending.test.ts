import type { LimitName } from '@assay/contracts';
import { expect, it } from '@jest/globals';
import { LimitCounters } from './limit-counters.js';
import { recordedSpending } from './recorded-spending.js';

const day = Date.UTC(2026, 10, 23);
const slice = day / 86_400_000;
const used = [
  { organisationId: 'acme', principalId: 'ann', calls: 3, costUsd: 0.1 + 0.2 },
  { organisationId: 'acme', principalId: 'bob', calls: 2, costUsd: 0 },
  { organisationId: 'other', principalId: 'eve', calls: 9, costUsd: 9 },
];
const inForce = (names: Partial<Record<LimitName, readonly string[]>>) => ({
  inForce: (name: LimitName, subject: string) => ({
    limit: names[name]?.includes(subject) ? 5 : null,
    source: 'own' as const,
  }),
});

it('counts what was used of each limit in force, money in millionths, and nothing else', () => {
  const rules = inForce({
    'caller.calls.daily': ['bob'],
    'caller.cost.daily': ['ann', 'bob'],
    'organisation.cost.daily': ['acme'],
  });
  const window = { slice, sliceMs: 86_400_000, former: 0 };
  expect(recordedSpending(rules, day, used)).toEqual([
    { ...window, key: 'caller.calls.daily bob', count: 2 },
    { ...window, key: 'caller.cost.daily ann', count: 300_000 },
    { ...window, key: 'organisation.cost.daily acme', count: 300_000 },
  ]);
});

it('names counters as calls do', () => {
  const rules = { epoch: 0, ...inForce({ 'caller.calls.daily': ['ann'] }) } as never;
  const directory = { epoch: 0, organisation: () => undefined } as never;
  const caller = { organisationId: 'acme', principalId: 'ann', name: 'ann' } as never;
  const counted = new LimitCounters(rules, directory).ofCaller(caller).map(({ key }) => key);
  expect(recordedSpending(rules, day, used).map(({ key }) => key)).toEqual(counted);
});
