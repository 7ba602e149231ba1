import type { FallbackView, SetFallback } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { whole } from '../input/options.js';
import { readJsonObject } from '../input/read-json.js';
import type { Page } from '../output/page.js';
import { addList, addShow } from '../route-commands.js';
import { UsageError } from '../usage-error.js';

interface PutOptions {
  readonly file?: string;
  readonly escalation: boolean;
  readonly revision?: number;
}

const known = (value: number | null, unit = ''): string => (value === null ? 'unknown' : `${value}${unit}`);

function shown({ capability, levels, escalation, revision }: FallbackView, page: Page): string {
  const rows = levels.map((it) => [
    `${it.priority}  ${it.version === null ? it.tool : `${it.tool} (${it.version})`}${shareOf(it)}`,
    `p99 ${known(it.p99Ms, ' ms')} · cost ${known(it.costUsd, ' USD')} · accuracy ${it.accuracy} · availability ${known(it.availability)} · circuit ${it.circuit ?? 'unknown'}`,
    ...(it.problem === undefined ? [] : [page.warn(it.problem)]),
  ]);
  const last = escalation ? 'Then: escalate to a person.' : 'Then: fail.';
  return [
    `${capability}, revision ${revision}`,
    ...rows.flatMap(([head = '', ...rest]) => [head, ...rest.map((it) => `   ${it}`)]),
    last,
  ].join('\n');
}

const shareOf = ({ shadow, canary }: FallbackView['levels'][number]): string => {
  if (canary !== undefined) return ` · canary for ${canary} % of callers`;
  return shadow === undefined ? '' : ` · shadow of ${shadow} % of calls`;
};

/** `ns/tool@range`, and `=accuracy` behind it perhaps. */
function levelOf(word: string): SetFallback['levels'][number] {
  const [, tool = word, accuracy] = /^(.+?)(?:=(\d*\.?\d+))?$/.exec(word) ?? [];
  return { tool, ...(accuracy !== undefined && { accuracy: Number(accuracy) }) };
}

async function put(context: Context<PutOptions>, capability: string, words: string[]) {
  const { file, escalation, revision } = context.options;
  if ((file === undefined) === (words.length === 0))
    throw new UsageError('Give the levels as arguments or with --file, not both.');
  const body =
    file === undefined
      ? { levels: words.map(levelOf), escalation }
      : ((await readJsonObject(context.io, file)) as unknown as SetFallback);
  const assay = await context.assay();
  const data = await assay.fallbacks.set(capability, body, { ...context.request, revision });
  return outcome<FallbackView>({
    data,
    text: (it, page) => `${page.good('Declared')} ${it.capability}: ${it.levels.map(({ tool }) => tool).join(' → ')}.`,
    notes: ({ warnings }, page) => warnings.map((it) => page.warn(`Warning: ${it}`)),
  });
}

async function remove(context: Context<{ readonly revision?: number }>, capability: string) {
  const { revision } = context.options;
  await (await context.assay()).fallbacks.remove(capability, { ...context.request, revision });
  return outcome({ data: null, text: () => `Removed the hierarchy for ${capability}.` });
}

export function addFallbackCommands(program: Command, host: Host): void {
  const group = program.command('fallbacks').description('Fallback hierarchies, by capability');
  const revision = ['--revision <n>', 'only if this is the current revision', whole(1, 1_000_000_000)] as const;
  addList(group, host, {
    route: 'listFallbacks',
    description: 'List the hierarchies your organisation declares',
    examples: ['fallbacks'],
    isDefault: true,
    layout: {
      headings: ['CAPABILITY', 'LEVELS', 'THEN A PERSON', 'REVISION'],
      row: (it) => [
        it.capability,
        it.levels.map(({ tool }) => tool).join(' → '),
        it.escalation ? 'yes' : 'no',
        String(it.revision),
      ],
      empty: 'No hierarchies. See `assay fallbacks put --help`.',
    },
  });
  addShow(group, host, {
    route: 'showFallback',
    description: 'Show a hierarchy and the status of each level',
    examples: ['fallbacks show commerce.order.create'],
    explain: { capability: 'a dotted tag' },
    text: shown,
  });
  add(group, 'put', "Declare the hierarchy for a capability; every level must match the first level's schema", [
    'fallbacks put geo.geocode acme/maps.geocode@^2 other/geocode=0.8',
    'fallbacks put geo.geocode acme/maps.geocode other/geocode --no-escalation',
    'fallbacks put geo.geocode --file geocode.json   # {levels: [{tool, accuracy?, mapping?}], escalation}',
  ])
    .argument('<capability>', 'a dotted tag')
    .argument('[levels...]', 'namespace/tool or namespace/tool@range, best first, each optionally with =accuracy')
    .option('--file <file>', 'read the hierarchy from a JSON file (for mappings)')
    .option('--no-escalation', 'do not escalate to a person after the last level')
    .option(...revision)
    .action(host.does(put));
  add(group, 'delete', 'Remove the hierarchy for a capability', ['fallbacks delete geo.geocode'])
    .argument('<capability>', 'a dotted tag')
    .option(...revision)
    .action(host.does(remove));
}
