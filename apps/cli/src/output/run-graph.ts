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

/** The earliest wave of each node, from 1. Nodes come after what they need, or ids would refer to nothing. */
function wavesOf(nodes: readonly GraphNode[]): number[] {
  const waves = new Map<string, number>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const waveOf = (node: GraphNode, within: ReadonlySet<string>): number => {
    const known = waves.get(node.id);
    if (known !== undefined) return known;
    const inner = new Set(within).add(node.id);
    const before = node.needs.flatMap((id) => byId.get(id) ?? []).filter((it) => !inner.has(it.id));
    const wave = 1 + before.reduce((latest, it) => Math.max(latest, waveOf(it, inner)), 0);
    waves.set(node.id, wave);
    return wave;
  };
  return nodes.map((node) => waveOf(node, new Set()));
}

/** What a check found, in words. */
export function checkText({ ok, problems, warnings, graph, estimate }: RunCheck, page: Page): string {
  const told = problems.map(({ path, message }) => `${page.bad('✗')} ${path || 'it'} ${message}`);
  const doubts = warnings.map(({ path, message }) => `${page.warn('!')} ${path || 'it'} ${message}`);
  if (!ok || graph === null || estimate === null) return [...told, ...doubts].join('\n');
  const { waves, expectedMs, worstMs, costUsd, approvals, turns, reliability } = estimate;
  const cost = costUsd.least === costUsd.most ? `$${costUsd.most}` : `$${costUsd.least} to $${costUsd.most}`;
  const facts = [
    `${waves.length} ${waves.length === 1 ? 'wave' : 'waves'}, about ${expectedMs} ms, ${worstMs} ms at the worst`,
    `cost ${cost}; ${(reliability * 100).toFixed(1)} % of runs succeed in every step`,
    `${turns.with} turns of a model in place of ${turns.without}`,
    ...(approvals.length > 0 ? [`waits for a person at ${approvals.join(', ')}`] : []),
  ];
  return [graphText(graph, page), '', ...facts, ...doubts].join('\n');
}
