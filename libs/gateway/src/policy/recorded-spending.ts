import type { LimitName } from '@assay/contracts';
import type { CallerUsage } from '@assay/kernel';
import { counterKeyOf } from './limit-counters.js';
import type { SliceCount } from './limit-counts.js';
import type { LimitRules } from './limit-rules.js';
import { limitTable } from './limit-table.js';
import { countedCost } from './limit-units.js';

/** Limits of a day whose use is recorded by caller and day. */
const recorded: readonly { readonly name: LimitName; readonly subjectOf: (used: CallerUsage) => string }[] = [
  { name: 'caller.calls.daily', subjectOf: ({ principalId }) => principalId },
  { name: 'caller.cost.daily', subjectOf: ({ principalId }) => principalId },
  { name: 'organisation.cost.daily', subjectOf: ({ organisationId }) => organisationId },
];

/** What the recorded calls of a day have used of the limits in force, as it is counted. `day` is its midnight in UTC. */
export function recordedSpending(
  rules: Pick<LimitRules, 'inForce'>,
  day: number,
  used: readonly CallerUsage[],
): readonly SliceCount[] {
  return recorded.flatMap(({ name, subjectOf }) => {
    const { unit, window } = limitTable[name];
    const sums = new Map<string, number>();
    for (const each of used) {
      const amount = unit === 'usd' ? each.costUsd : each.calls;
      sums.set(subjectOf(each), (sums.get(subjectOf(each)) ?? 0) + amount);
    }
    const slice = Math.floor(day / window.ms);
    return [...sums]
      .filter(([subject]) => rules.inForce(name, subject).limit !== null)
      .map(([subject, sum]) => ({
        ...{ key: counterKeyOf(name, subject), slice, sliceMs: window.ms, former: 0 },
        count: unit === 'usd' ? countedCost(sum) : sum,
      }))
      .filter(({ count }) => count > 0);
  });
}
