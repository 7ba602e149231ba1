import type { DiscoveryAnswer, DiscoveryResult } from '@assay/contracts';
import { definitionLines, oneLine } from './tool-text.js';

/** A discovery answer as structured content: what a model needs to choose and to call. */
export function foundMembers({
  parsed,
  tookMs: _tookMs,
  results,
  ...answer
}: DiscoveryAnswer): Record<string, unknown> {
  return {
    ...(parsed.fromText.length > 0 && { parsed: { fromText: parsed.fromText } }),
    results: results.map(({ parts: _parts, trustView: _trustView, stage: _stage, ...result }) => result),
    ...answer,
  };
}

/** The same as a text. */
export function foundText({
  results,
  excluded,
  match,
  explored = [],
  warnings = [],
  discoveryId,
}: DiscoveryAnswer): string {
  const said = warnings.map((it) => `Warning: ${it}`);
  if (results.length === 0)
    return [...said, 'No matching tools. Try other words, or fewer constraints.', ...misses(excluded)].join('\n');
  return [
    ...said,
    ...(match?.note === undefined ? [] : [`Low confidence: ${match.note}`]),
    ...results.flatMap((it, at) => [line(it, at), ...definitionLines(it)]),
    ...(explored.length > 0 ? [`Worth a try: ${explored.map(({ tool }) => tool).join(', ')}`] : []),
    `call_tool with discoveryId ${discoveryId}`,
  ].join('\n');
}

const verdicts: Readonly<Record<DiscoveryResult['callable'], string | undefined>> = {
  yes: undefined,
  approval: '[needs approval]',
  no: '[you may not call it]',
  depends: '[a policy looks at the arguments]',
};

const until = (time: string | undefined) => time && `[not responding until ${time}]`;

/** Name, version, what it does, and the first reason. */
function line({ tool, version, description, why, callable, openUntil }: DiscoveryResult, at: number): string {
  const reason = why[0] && `(${why[0]})`;
  const said = [description && oneLine(description), reason, verdicts[callable], until(openUntil)].filter(Boolean);
  return `${at + 1}. ${tool}@${version}: ${said.join(' ')}`;
}

const misses = (excluded: DiscoveryAnswer['excluded']): string[] =>
  excluded.slice(0, 3).map(({ tool, why }) => `Near miss: ${tool}: ${why}`);
