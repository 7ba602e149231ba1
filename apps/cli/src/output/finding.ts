import type { FindingView } from '@assay/sdk';
import type { Page } from './page.js';
import { pairs } from './table.js';

const stateText = ({ state, quarantined }: FindingView, page: Page): string => {
  const held = quarantined ? page.bad('; the version is quarantined') : '';
  return state === 'dismissed' ? page.good('dismissed') : `${state}${held}`;
};

/** A finding whole: what it is of, and each sign with its place and what was seen. */
export function findingText(finding: FindingView, page: Page): string {
  const { id, tool, version, subject, severity, score, callers, foundAt, decidedAt, reason, signs } = finding;
  const facts = pairs(page, [
    ['finding', id],
    ['state', stateText(finding, page)],
    ['seen in', callers === null ? `its ${subject}` : `its ${subject}, by ${callers} callers`],
    ['severity', `${severity} (${score.toFixed(2)})`],
    ['found', foundAt],
    ['decided', decidedAt === null ? undefined : `${decidedAt}: ${reason}`],
  ]);
  const evidence = signs.flatMap(({ rule, weight, path, excerpt }) => [
    `${page.bold(rule)} ${weight.toFixed(2)} at ${path || '(several places)'}`,
    `  ${excerpt}`,
  ]);
  return [page.bold(`${tool}@${version}`), facts, '', ...evidence].join('\n');
}
