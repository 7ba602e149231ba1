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
    results: results.map(shownMembers),
    ...answer,
  };
}

/** A model has nothing to do about policies that allow a call. */
function shownMembers({
  parts: _parts,
  trustView: _trustView,
  stage: _stage,
  policies,
  score,
  ...result
}: DiscoveryResult) {
  const { tool, version, callable, ...rest } = result;
  const decided = callable === 'yes' ? undefined : policies;
  return { tool, version, score: Number(score.toFixed(3)), ...rest, callable, ...(decided && { policies: decided }) };
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
  if (results.length === 0) {
    const next = match?.blocked === undefined ? 'Try other words, or fewer constraints.' : sentence(match.note);
    return [...said, `No matching tools. ${next}`, ...misses(excluded)].join('\n');
  }
  const good = results.filter(({ weaker }) => weaker !== true);
  const weaker = results.filter((it) => it.weaker === true);
  return [
    ...said,
    ...(match?.note === undefined ? [] : [`Low confidence: ${match.note}`]),
    ...good.flatMap((it, at) => [line(it, at), ...definitionLines(it)]),
    ...(weaker.length > 0 ? [`Weaker matches: ${weaker.map(({ tool }) => tool).join(', ')}`] : []),
    ...(match?.blocked === undefined ? [] : misses(excluded)),
    ...(explored.length > 0 ? [`Worth a try: ${explored.map(({ tool }) => tool).join(', ')}`] : []),
    `call_tool with discoveryId ${discoveryId}`,
  ].join('\n');
}

const sentence = (note = ''): string => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`;

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
