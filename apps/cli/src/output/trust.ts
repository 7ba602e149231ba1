import type { TrustView } from '@assay/sdk';
import { bar, sparkline } from './bars.js';
import type { Page } from './page.js';
import { pairs, table } from './table.js';

const barColumns = 20;

const titles: Readonly<Record<TrustView['signals'][number]['name'], string>> = {
  reliability: 'reliability',
  schemaCompliance: 'schema compliance',
  slaAdherence: 'SLA adherence',
  securityAudit: 'security audit',
  communityRating: 'community rating',
  providerReputation: 'provider reputation',
  freshness: 'freshness',
  usageVolume: 'usage volume',
};

const viewText: Readonly<Record<TrustView['view'], string>> = {
  inside: 'inside its organisation',
  outside: 'outside its organisation',
};

/** Trust with what it is made of: each signal as a row with its bar, then decay, then the last 30 days. */
export function trustText(trust: TrustView, page: Page): string {
  const rows = trust.signals.map(({ name, value, sampleSize, weight, contribution }) => [
    titles[name],
    value.toFixed(3),
    weight.toFixed(2),
    contribution.toFixed(4),
    sizeOf(sampleSize),
    bar(value, barColumns),
  ]);
  return [
    `${page.bold(`${trust.tool}@${trust.version}`)}  trust ${page.bold(trust.score.toFixed(3))}, from ${viewText[trust.view]}`,
    '',
    table(page, ['SIGNAL', 'VALUE', 'WEIGHT', 'ADDS', 'EVIDENCE', ''], rows),
    '',
    pairs(page, [
      ['base', `${trust.base.toFixed(4)}, the sum of the signals' contributions`],
      ['decay', `× ${trust.decay.toFixed(4)} since ${trust.t0.slice(0, 10)}, half-life ${trust.halfLifeDays} days`],
      ['confidence', trust.confidence.toFixed(2)],
      ['audit', trust.audit === 'none' ? 'no audit attested' : trust.audit],
      ['drift', trust.driftedSince === null ? undefined : `verifications failing since ${trust.driftedSince}`],
      ['30 days', daysText(trust.history)],
    ]),
  ].join('\n');
}

/** What a value rests on is a number after discounts, and so seldom whole. */
const sizeOf = (size: number): string => (Number.isInteger(size) ? String(size) : size.toFixed(1));

function daysText(history: TrustView['history']): string | undefined {
  const [first] = history;
  const last = history.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const calls = history.reduce((sum, day) => sum + day.calls, 0);
  const faults = history.reduce((sum, day) => sum + day.faults, 0);
  const line = sparkline(history.map(({ score }) => score));
  return `${line}  ${first.score.toFixed(3)} → ${last.score.toFixed(3)}, ${calls} calls, ${faults} tool failures`;
}
