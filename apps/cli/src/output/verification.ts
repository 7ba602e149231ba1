import type { StageRequirement, StageView, VerificationCheck, VerificationView } from '@assay/sdk';
import type { Page } from './page.js';
import { pairs, table } from './table.js';
import { plural } from './text.js';

const marks = { passed: '✓', failed: '✗', unknown: '?' } as const;

const paintOf = (page: Page) => ({ passed: page.good, failed: page.bad, unknown: page.warn });

function checkLine({ name, outcome, message, ms }: VerificationCheck, page: Page): string {
  const mark = paintOf(page)[outcome](marks[outcome]);
  return `  ${mark} ${name} ${page.dim(`${ms} ms`)}${message === '' ? '' : `\n    ${message}`}`;
}

const verdictText = ({ verdict }: VerificationView, page: Page): string => {
  if (verdict === 'green') return page.good('Verified');
  if (verdict === 'red') return page.bad('Not verified');
  return page.warn(verdict === null ? 'Running' : 'Inconclusive');
};

/** A verification, example by example. */
export function verificationText(it: VerificationView, page: Page): string {
  const head = `${verdictText(it, page)}: ${page.bold(`${it.tool}@${it.version}`)}, ${it.summary}.`;
  return [head, ...it.checks.map((check) => checkLine(check, page))].join('\n');
}

const requirementLine = ({ stage, name, met, detail }: StageRequirement, page: Page): string =>
  `  ${met ? page.good('✓') : page.bad('✗')} ${name} ${page.dim(`(${stage})`)}: ${detail}`;

/** Where a version stands, what is next, and how it came here. */
export function stageText(it: StageView, page: Page): string {
  const facts = pairs(page, [
    ['stage', it.stage],
    ['next', it.next ?? 'none: highest stage reached'],
    [
      'falling',
      it.below === null
        ? undefined
        : page.warn(
            `trust below ${it.below.floor.toFixed(3)} since ${it.below.since}: demoted on ${it.below.demotedAt}`,
          ),
    ],
  ]);
  const needs = it.requirements.map((one) => requirementLine(one, page));
  const rows = it.history.map(({ at, from, to, by, reason, waived }) => [
    at,
    `${from} → ${to}`,
    by ?? 'automatic',
    waived.length === 0 ? reason : `${reason} (without ${plural(waived.length, 'requirement')})`,
  ]);
  return [
    page.bold(`${it.tool}@${it.version}`),
    facts,
    ...(needs.length > 0 ? ['', `${it.next} needs`, ...needs] : []),
    ...(rows.length > 0 ? ['', table(page, ['WHEN', 'CHANGE', 'BY', 'WHY'], rows)] : []),
  ].join('\n');
}
