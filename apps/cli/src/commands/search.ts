import type { Constraints, Detail, Discover, DiscoveryAnswer, DiscoveryResult } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { duration, listed, number, whole } from '../input/options.js';
import type { Page } from '../output/page.js';
import { parameterTable } from '../output/parameters.js';
import { indent, wrap } from '../output/text.js';
import { UsageError } from '../usage-error.js';

interface SearchOptions {
  readonly capability?: string[];
  readonly maxLatency?: number;
  readonly maxCost?: number;
  readonly minTrust?: number;
  readonly readOnly?: boolean;
  readonly protocol?: NonNullable<Constraints['protocol']>;
  readonly limit?: number;
  readonly detail?: Detail;
}

/** Members that were given; the API tells absent from undefined no better than JSON does. */
const given = <T extends object>(members: T): Partial<T> | undefined => {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return present.length === 0 ? undefined : (Object.fromEntries(present) as Partial<T>);
};

function questionOf(words: readonly string[], options: SearchOptions, json: boolean): Discover {
  const query = words.join(' ').trim();
  if (query === '' && !options.capability)
    throw new UsageError('Say what you look for, in words or with --capability.');
  const constraints: Constraints | undefined = given({
    maxLatencyMs: options.maxLatency,
    maxCost: options.maxCost,
    minTrust: options.minTrust,
    readOnly: options.readOnly,
    protocol: options.protocol,
  });
  return {
    ...given({ query: query === '' ? undefined : query, capabilities: options.capability, constraints }),
    ...given({ limit: options.limit, detail: options.detail ?? (json ? undefined : ('summary' as const)) }),
  };
}

function badges({ annotations, callable }: DiscoveryResult, page: Page): string {
  const said = [
    annotations?.readOnlyHint ? page.good('read-only') : '',
    annotations?.destructiveHint && !annotations.readOnlyHint ? page.warn('destructive') : '',
    callable ? '' : page.warn('not callable by you'),
  ];
  return said.filter((badge) => badge !== '').join('  ');
}

function resultText(result: DiscoveryResult, page: Page): string {
  const head = [page.bold(result.tool), result.version, page.dim(result.score.toFixed(2)), badges(result, page)];
  const body = [
    ...(result.description ? wrap(result.description, page.width - 2) : []),
    ...(result.capabilities?.length ? [page.dim(result.capabilities.join(' '))] : []),
    ...(result.why.length > 0 ? [page.dim(`why: ${result.why.join('; ')}`)] : []),
    ...(result.inputSchema ? [parameterTable(page, result.inputSchema)] : []),
  ];
  return [head.filter(Boolean).join('  '), ...body.map((line) => indent(line, '  '))].join('\n');
}

function answerText({ results, excluded }: DiscoveryAnswer, page: Page): string {
  if (results.length > 0) return results.map((result) => resultText(result, page)).join('\n\n');
  const misses = excluded.slice(0, 5).map(({ tool, why }) => `  ${tool}: ${why}`);
  const near = misses.length > 0 ? ['Near misses:', ...misses] : [];
  return ['No tools match. Try other words, or add tools with `assay import mcp …`.', ...near].join('\n');
}

async function search(context: Context<SearchOptions>, words: string[]) {
  const question = questionOf(words, context.options, context.options.json === true);
  const answer = await (await context.assay()).discover(question, context.request);
  return outcome<DiscoveryAnswer>({
    data: answer,
    text: answerText,
    notes: ({ results: [best] }, page) =>
      best ? [page.dim(`Next: assay show ${best.tool}, or assay call ${best.tool} …`)] : [],
  });
}

export function addSearchCommand(program: Command, host: Host): void {
  add(program, 'search [words...]', 'Find tools by what they do', [
    'search read a text file --read-only',
    'search --capability data.query.sql --max-latency 500ms',
  ])
    .option('--capability <tags>', 'dotted tags (commas, or repeat it)', listed)
    .option('--max-latency <time>', 'highest p95, such as 500ms', duration)
    .option('--max-cost <usd>', 'highest cost of a call', number(0, 1_000_000))
    .option('--min-trust <score>', '0 to 1; 0.5 when not given', number(0, 1))
    .option('--read-only', 'only tools that change nothing')
    .option('--protocol <protocol>', 'mcp, http, grpc …')
    .option('--limit <n>', 'how many, 1 to 100', whole(1, 100))
    .addOption(new Option('--detail <detail>', 'how much of each').choices(['names', 'summary', 'schemas']))
    .action(host.does(search));
}
