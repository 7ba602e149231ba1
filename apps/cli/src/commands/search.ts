import type { Constraints, Detail, Discover, DiscoveryAnswer, Strategy } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { duration, listed, number, whole } from '../input/options.js';
import { parseJson } from '../input/read-json.js';
import { discoveryNotes, discoveryText } from '../output/discovery.js';
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
  readonly budget?: number | 'session';
  readonly session?: string;
  readonly strict?: boolean;
  readonly explain?: boolean;
  readonly strategy?: Strategy;
  readonly state?: string;
}

const tokens = whole(1, 1_000_000);
const budgetOf = (word: string): number | 'session' => (word === 'session' ? word : tokens(word));

/** Members that were given; the API tells absent from undefined no better than JSON does. */
const given = <T extends object>(members: T): Partial<T> | undefined => {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return present.length === 0 ? undefined : (Object.fromEntries(present) as Partial<T>);
};

function questionOf(words: readonly string[], options: SearchOptions, json: boolean): Discover {
  const query = words.join(' ').trim();
  if (query === '' && !options.capability) throw new UsageError('Give search words or --capability.');
  const constraints: Constraints | undefined = given({
    maxLatencyMs: options.maxLatency,
    maxCost: options.maxCost,
    minTrust: options.minTrust,
    readOnly: options.readOnly,
    protocol: options.protocol,
  });
  return {
    ...given({ query: query === '' ? undefined : query, capabilities: options.capability, constraints }),
    ...given({
      limit: options.limit,
      detail: options.detail ?? (json || options.budget !== undefined ? undefined : ('summary' as const)),
      tokenBudget: options.budget,
      session: options.session,
      strict: options.strict,
      explain: options.explain,
      strategy: options.strategy,
      state: options.state === undefined ? undefined : stateOf(options.state),
    }),
  };
}

function stateOf(word: string): Record<string, unknown> {
  const state = parseJson(word, 'The state');
  if (typeof state === 'object' && state !== null && !Array.isArray(state)) return { ...state };
  throw new UsageError('The state must be one JSON object, such as \'{"country":"DE"}\'.');
}

async function search(context: Context<SearchOptions>, words: string[]) {
  const question = questionOf(words, context.options, context.options.json === true);
  const answer = await (await context.assay()).discover(question, context.request);
  return outcome<DiscoveryAnswer>({
    data: answer,
    text: discoveryText,
    notes: discoveryNotes,
  });
}

export function addSearchCommand(program: Command, host: Host): void {
  add(program, 'search [words...]', 'Find tools by what they do', [
    'search read a text file --read-only',
    'search --capability data.query.sql --max-latency 500ms',
    'search send an invoice under 500 ms, read-only',
    'search send an invoice --budget 2000 --strategy hybrid',
    'search send an invoice --explain',
  ])
    .option('--capability <tags>', 'dotted tags (commas, or repeat it)', listed)
    .option('--max-latency <time>', 'maximum p95 latency, such as 500ms', duration)
    .option('--max-cost <usd>', 'maximum cost per call', number(0, 1_000_000))
    .option('--min-trust <score>', 'minimum trust, 0 to 1 (default: 0.5)', number(0, 1))
    .option('--read-only', 'read-only tools only')
    .option('--protocol <protocol>', 'mcp, http, grpc …')
    .option('--limit <n>', 'maximum number of results, 1 to 100', whole(1, 100))
    .option('--strict', 'good results only, without weaker ones up to the limit')
    .option('--explain', 'show what learning changed: places, share, calls')
    .addOption(new Option('--detail <detail>', 'detail per result').choices(['names', 'summary', 'schemas']))
    .option(
      '--budget <tokens>',
      'maximum tokens of the whole response, or session: what the session has left',
      budgetOf,
    )
    .option('--session <name>', 'count what is described of tools to this session')
    .addOption(
      new Option('--strategy <strategy>', 'selection strategy (default: by score)').choices([
        'rules',
        'learned',
        'policy',
        'llm',
        'hybrid',
      ]),
    )
    .option('--state <json>', 'state for rules, as a JSON object')
    .action(host.does(search));
}
