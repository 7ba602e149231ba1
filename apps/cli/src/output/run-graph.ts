import type { GraphNode, RunCheck } from '@assay/sdk';
import type { Page } from './page.js';
import { padTo, widthOf } from './text.js';

interface Line {
  readonly mark: string;
  readonly id: string;
  readonly what: string;
}

/** A picture of a composition: a line for each node, the wave it could run in before it, what it needs behind it. */
export function graphText(nodes: readonly GraphNode[], page: Page): string {
  const lines = linesOf(nodes, '');
  const width = Math.max(0, ...lines.map(({ id }) => widthOf(id)));
  const marks = Math.max(0, ...lines.map(({ mark }) => widthOf(mark)));
  return lines
    .map(({ mark, id, what }) => `${page.dim(padTo(mark, marks))}  ${padTo(id, width)}  ${what}`.trimEnd())
    .join('\n');
}

function linesOf(nodes: readonly GraphNode[], indent: string): Line[] {
  const waves = wavesOf(nodes);
  const ordered = nodes.map((node, at) => ({ node, wave: waves[at] ?? 1 })).sort((a, b) => a.wave - b.wave);
  return ordered.flatMap(({ node, wave }) => {
    const called = node.tool === undefined ? node.kind : `${node.tool}${node.version ? `@${node.version}` : ''}`;
    const needs = node.needs.length === 0 ? '' : `  ← ${node.needs.join(', ')}`;
    const own = { mark: indent === '' ? String(wave) : '', id: `${indent}${node.id}`, what: `${called}${needs}` };
    const inner = (node.plans ?? []).flatMap(({ name, nodes: held }) => [
      { mark: '', id: `${indent}  ├ ${name}`, what: '' },
      ...linesOf(held, `${indent}  │ `),
    ]);
    return [own, ...inner];
  });
}

/** The earliest wave of each node, from 1. */
function wavesOf(nodes: readonly GraphNode[]): number[] {
  const positions = new Map(nodes.map(({ id }, at) => [id, at]));
  const needs = nodes.map((node) => node.needs.flatMap((id) => positions.get(id) ?? []));
  const dependants: number[][] = nodes.map(() => []);
  for (const [at, of] of needs.entries()) for (const need of of) dependants[need]?.push(at);
  const waiting = needs.map((of) => of.length);
  const waves = nodes.map(() => 1);
  const ready = waiting.flatMap((count, at) => (count === 0 ? [at] : []));
  for (let at = ready.pop(); at !== undefined; at = ready.pop()) {
    for (const dependant of dependants[at] as number[]) {
      waves[dependant] = Math.max(waves[dependant] as number, (waves[at] as number) + 1);
      waiting[dependant] = (waiting[dependant] as number) - 1;
      if (waiting[dependant] === 0) ready.push(dependant);
    }
  }
  return waves;
}

/** What is wrong, or doubtful, at a place of a composition, and where that is in its file. */
export const problemLine = (
  { path, message }: RunCheck['problems'][number],
  page: Page,
  placeOf: (pointer: string) => string,
): string => `${path} ${message}  ${page.dim(placeOf(path))}`;

/** What a check found, in words: a picture of what could be read, and everything wrong with the rest at its place. */
export function checkText(
  { ok, problems, warnings, graph, verdicts = [], estimate, tool }: RunCheck,
  page: Page,
  placeOf: (pointer: string) => string,
): string {
  const line = (it: RunCheck['problems'][number]) => problemLine(it, page, placeOf);
  const reports = problems.map((it) => `${page.bad('✗')} ${line(it)}`);
  const doubts = [...warnings.map((it) => `${page.warn('!')} ${line(it)}`), ...verdictsOf(verdicts, page)];
  const named = tool === null ? [] : [`${tool.name}: ${tool.description}`, ''];
  if (graph === null) return [...reports, ...doubts].join('\n');
  if (!ok || estimate === null) return [...named, graphText(graph, page), '', ...reports, ...doubts].join('\n');
  const facts = [...factsOf(estimate), ...refusalsOf(estimate, page)];
  return [...named, graphText(graph, page), '', ...facts, ...(doubts.length > 0 ? ['', ...doubts] : [])].join('\n');
}

/** Tools that not every call of this caller may reach, and why. */
const verdictsOf = (verdicts: RunCheck['verdicts'], page: Page): string[] =>
  verdicts.flatMap(({ tool, callable, why, openUntil }) => [
    ...(callable === 'yes'
      ? []
      : [`${page.warn('!')} ${tool}: ${callable === 'no' ? 'you may not call it: ' : ''}${why}`]),
    ...(openUntil === undefined ? [] : [`${page.warn('!')} ${tool} is not responding until ${openUntil}`]),
  ]);

type Estimate = NonNullable<RunCheck['estimate']>;

/** Unknown facts are marked as unknown, with their tools. */
function factsOf({
  waves,
  expectedMs,
  worstMs,
  costUsd,
  approvals,
  turns,
  tokens,
  reliability,
  reliabilityInterval: interval,
  unknown,
}: Estimate): string[] {
  const counted = `${waves.length} ${waves.length === 1 ? 'stage' : 'stages'}`;
  const time =
    expectedMs === null
      ? `duration unknown (${unknown.latency.join(', ')})`
      : `about ${expectedMs} ms, ${worstMs} ms worst case`;
  const success =
    reliability === null
      ? `success rate unknown (${unknown.reliability.join(', ')})`
      : `${percent(reliability)} of runs succeed (${intervalText(interval)})`;
  const less = tokens && `, ${tokens.with} tokens of calls and results instead of ${tokens.without}`;
  const rest = tokens && tokens.uncounted.length > 0 ? ` (results of ${tokens.uncounted.join(', ')} not counted)` : '';
  return [
    `${counted}; ${time}`,
    `cost ${costText(costUsd, unknown.cost)}; ${success}`,
    `${turns.with} model turns instead of ${turns.without}${less ?? ''}${rest}`,
    ...(approvals.length > 0 ? [`needs approval at ${approvals.join(', ')}`] : []),
  ];
}

/** Nothing is sure: what is nearly all is shown as a bound. */
const percent = (share: number): string => (share > 0.9995 ? 'over 99.9 %' : `${(share * 100).toFixed(1)} %`);

const intervalText = (interval: Estimate['reliabilityInterval']): string =>
  interval === null
    ? 'as declared, not measured'
    : `95 % interval: ${(interval.low * 100).toFixed(1)} to ${(interval.high * 100).toFixed(1)} %; n = ${interval.n}`;

function costText({ least, most }: Estimate['costUsd'], unknown: readonly string[]): string {
  if (most === null) return `$${least} plus the unknown cost of ${unknown.join(', ')}`;
  return least === most ? `$${most}` : `$${least} to $${most}`;
}

const refusalsOf = ({ refused }: Estimate, page: Page): string[] =>
  refused.map(({ step, why }) => `${page.bad('✗')} ${step} would be refused: ${why}`);
