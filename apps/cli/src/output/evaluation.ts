import type { EvaluationView } from '@assay/sdk';
import type { Page } from './page.js';
import { table } from './table.js';

type Side = EvaluationView['tool'];
type Share = Side['succeeded'];

const maxCases = 20;

const percent = (value: number): string => `${Math.round(value * 1_000) / 10} %`;
const shareText = (share: Share): string =>
  share === null ? '–' : `${percent(share.value)} of ${share.of} (${percent(share.low)} to ${percent(share.high)})`;
const orDash = (value: number | null, text: (value: number) => string): string => (value === null ? '–' : text(value));

const verdictColour = (page: Page, verdict: EvaluationView['verdict']): string => {
  if (verdict === null) return page.dim('running');
  if (verdict === 'equivalent' || verdict === 'better') return page.good(verdict);
  return verdict === 'worse' ? page.bad(verdict) : page.warn(verdict);
};

/** The report to read before switching. */
export function evaluationText(it: EvaluationView, page: Page): string {
  const { tool, against, progress, differences, cases } = it;
  const head = `${verdictColour(page, it.verdict)}  ${page.bold(tool.tool)} against ${page.bold(against.tool)}, ${progress.done} of ${progress.total} calls`;
  const lines = [head, ...it.reasons, ...(it.problem === undefined ? [] : [page.bad(it.problem)])];
  lines.push('', sides(page, tool, against));
  if (differences.length > 0) lines.push('', differencesTable(page, differences));
  const shown = cases.filter(({ outcome }) => outcome !== 'same').slice(0, maxCases);
  if (shown.length > 0) lines.push('', casesTable(page, shown));
  return lines.join('\n');
}

const sides = (page: Page, a: Side, b: Side): string => {
  const row = (name: string, text: (side: Side) => string) => [name, text(a), text(b)];
  return table(
    page,
    ['', a.tool, b.tool],
    [
      row('succeeded', (it) => shareText(it.succeeded)),
      row('schema valid', (it) => shareText(it.schemaValid)),
      row('p50', (it) => orDash(it.p50Ms, (ms) => `${Math.round(ms)} ms`)),
      row('p95', (it) => orDash(it.p95Ms, (ms) => `${Math.round(ms)} ms`)),
      row('cost', (it) => orDash(it.costUsd, (usd) => `$${usd.toFixed(4)}`)),
      row('tokens per result', (it) => orDash(it.tokens, String)),
    ],
  );
};

const differencesTable = (page: Page, differences: EvaluationView['differences']): string =>
  table(
    page,
    ['DIFFERENCE', 'AT', 'CALLS', 'EXAMPLE'],
    differences.map(({ kind, path, withinTolerance, calls, example: { before, after } }) => [
      withinTolerance ? `${kind} (tolerated)` : kind,
      path === '' ? 'output' : path,
      String(calls),
      `${before ?? 'absent'} → ${after ?? 'absent'}`,
    ]),
  );

const casesTable = (page: Page, cases: EvaluationView['cases']): string =>
  table(
    page,
    ['CALL', 'OUTCOME', 'FIRST', 'SECOND'],
    cases.map(({ name, outcome, tool, against, note }) => [
      name,
      note === undefined ? outcome : `${outcome}: ${note}`,
      tool?.code ?? tool?.status ?? '–',
      against?.code ?? against?.status ?? '–',
    ]),
  );
