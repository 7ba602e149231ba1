import type { DiscoveryAnswer, DiscoveryResult } from '@assay/sdk';
import { explainedNotes, learntText } from './learnt.js';
import type { Page } from './page.js';
import { parameterTable } from './parameters.js';
import { indent, plural, wrap } from './text.js';

/** Near misses shown beside results; without any result all are shown. */
const missesBesideResults = 3;

/** A discovery answer for people: how the query was read, each tool with its reasons, what was left out, what to try. */
export function discoveryText(answer: DiscoveryAnswer, page: Page): string {
  const { results, excluded } = answer;
  const good = results.filter(({ weaker }) => weaker !== true);
  const none =
    answer.match?.blocked === undefined
      ? 'No tools match. Try other words, or add tools with `assay import mcp …`.'
      : 'No tools that you may use match.';
  const misses = results.length > 0 ? excluded.slice(0, missesBesideResults) : excluded;
  return [
    readText(answer, page),
    ...(results.length > 0 ? good.map((result) => resultText(result, page)) : [none]),
    weakerText(results, page),
    exploredText(answer, page),
    missesText(misses, page),
  ]
    .filter((part) => part !== '')
    .join(results.length > 0 ? '\n\n' : '\n');
}

/** What of the query was read as a constraint, what a strategy did, and what is wrong with the answer. */
function readText({ parsed, selection, match, results, warnings = [] }: DiscoveryAnswer, page: Page): string {
  const read = (parsed?.fromText ?? []).map(({ words, note }) => page.dim(`read "${words}": ${note}`));
  const steps = (selection?.steps ?? []).map((step) => page.dim(`${selection?.strategy}: ${step}`));
  const isShown = results.length > 0 || match?.blocked !== undefined;
  const label = match?.blocked === undefined ? 'Low confidence' : 'Excluded';
  const doubt = isShown && match?.note !== undefined ? wrap(`${label}: ${match.note}`, page.width) : [];
  const language = parsed?.language === undefined ? [] : [page.dim(`read as ${languageName(parsed.language)}`)];
  return [...language, ...read, ...steps, ...[...doubt, ...warnings.map((it) => `Warning: ${it}`)].map(page.warn)].join(
    '\n',
  );
}

const languageName = (code: string): string => new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code;

function resultText(result: DiscoveryResult, page: Page): string {
  const head = [page.bold(result.tool), result.version, page.dim(result.score.toFixed(2)), badges(result, page)];
  const why = result.why.length > 0 ? wrap(`why: ${result.why.join('; ')}`, page.width - 2) : [];
  const body = [
    ...(result.description ? wrap(result.description, page.width - 2) : []),
    ...(result.capabilities?.length ? [page.dim(result.capabilities.join(' '))] : []),
    ...why.map((line) => page.dim(line)),
    ...learntText(result).map((line) => page.dim(line)),
    ...(result.inputSchema ? [parameterTable(page, result.inputSchema)] : []),
  ];
  return [head.filter(Boolean).join('  '), ...body.map((line) => indent(line, '  '))].join('\n');
}

const verdicts: Readonly<Record<DiscoveryResult['callable'], string>> = {
  yes: '',
  approval: 'needs approval',
  no: 'you may not call it',
  depends: 'a policy looks at the arguments',
};

function badges({ annotations, callable, policies = [], openUntil }: DiscoveryResult, page: Page): string {
  const by = policies.length > 0 ? ` (${policies.join(', ')})` : '';
  const said = [
    annotations?.readOnlyHint ? page.good('read-only') : '',
    annotations?.destructiveHint && !annotations.readOnlyHint ? page.warn('destructive') : '',
    callable === 'yes' ? '' : page.warn(`${verdicts[callable]}${by}`),
    openUntil === undefined ? '' : page.warn(`not responding until ${openUntil}`),
  ];
  return said.filter((badge) => badge !== '').join('  ');
}

const weakerText = (results: readonly DiscoveryResult[], page: Page): string => {
  const names = results.filter(({ weaker }) => weaker === true).map(({ tool }) => tool);
  return names.length === 0
    ? ''
    : wrap(`Weaker matches: ${names.join(', ')}`, page.width)
        .map(page.dim)
        .join('\n');
};

const exploredText = ({ explored = [] }: DiscoveryAnswer, page: Page): string =>
  explored.length === 0
    ? ''
    : wrap(`Consider: ${explored.map(({ tool }) => tool).join(', ')}`, page.width)
        .map(page.dim)
        .join('\n');

const missesText = (misses: DiscoveryAnswer['excluded'], page: Page): string =>
  misses.length === 0
    ? ''
    : [
        'Near misses:',
        ...misses.flatMap(({ tool, why }) => wrap(`${tool}: ${why}`, page.width - 2).map((it) => indent(it, '  '))),
      ].join('\n');

/** Below the answer: what the budget took, and what to do next. */
export function discoveryNotes(
  { results: [best], tokens, discoveryId, explored, learning }: DiscoveryAnswer,
  page: Page,
): string[] {
  const spent =
    tokens?.budget === undefined
      ? []
      : [
          `${tokens.used} of ${tokens.budget} tokens${tokens.shortened > 0 ? `; ${plural(tokens.shortened, 'tool')} with reduced detail` : ''}${tokens.dropped > 0 ? `; ${tokens.dropped} omitted` : ''}`,
        ];
  const learns = explored === undefined ? '' : ` --discovery ${discoveryId}`;
  const next = best ? [`Next: assay show ${best.tool}, or assay call ${best.tool} …${learns}`] : [];
  return [...spent, ...explainedNotes(learning), ...next].map((line) => page.dim(line));
}
