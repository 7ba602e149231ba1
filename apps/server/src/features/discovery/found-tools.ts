import type { DiscoveryAnswer, DiscoveryResult } from '@assay/contracts';
import type { CallToolResult } from '../../edges/mcp/gateway-tool.js';

/** In characters, of a description in the text. */
const shortDescription = 160;

/** A discovery answer as a model gets it: whole as structured content, and as a few lines. */
export function foundTools(answer: DiscoveryAnswer): CallToolResult {
  return { content: [{ type: 'text', text: textOf(answer) }], structuredContent: { ...answer } };
}

function textOf({ results, excluded, match, explored = [], discoveryId }: DiscoveryAnswer): string {
  if (results.length === 0)
    return ['No matching tools. Try other words, or fewer constraints.', ...misses(excluded)].join('\n');
  return [
    ...(match?.note === undefined ? [] : [`Low confidence: ${match.note}`]),
    ...results.map(line),
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
  const does = description?.split('\n')[0]?.slice(0, shortDescription);
  const said = [does, why[0] && `(${why[0]})`, verdicts[callable], until(openUntil)].filter(Boolean);
  return `${at + 1}. ${tool}@${version}: ${said.join(' ')}`;
}

const misses = (excluded: DiscoveryAnswer['excluded']): string[] =>
  excluded.slice(0, 3).map(({ tool, why }) => `Near miss: ${tool}: ${why}`);
