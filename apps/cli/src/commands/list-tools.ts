import type { Entry, Protocol, ToolFacet, ToolList, ToolSort } from '@assay/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { cursorOption, limitOption, listed, number, type PageOptions } from '../input/options.js';
import { listOutcome } from '../output/list.js';
import type { Page } from '../output/page.js';
import { brief, plural } from '../output/text.js';

const sorts: readonly ToolSort[] = ['name', 'trust', 'published', 'relevance'];
const facets: readonly ToolFacet[] = ['capabilities', 'namespace', 'protocol', 'stage', 'readOnly', 'deprecated'];
/** Every protocol: one that is missing does not compile. */
const known: Readonly<Record<Protocol, true>> = {
  mcp: true,
  'json-rpc': true,
  grpc: true,
  http: true,
  composite: true,
  sandbox: true,
};
const protocols = Object.keys(known);
const stages = ['SUBMITTED', 'SANDBOX', 'BETA', 'GENERAL_AVAILABILITY', 'VERIFIED'] as const;

interface ListOptions extends PageOptions {
  readonly query?: string;
  readonly sort?: ToolSort;
  readonly namespace?: string;
  readonly capability?: string;
  readonly protocol?: Protocol;
  readonly stage?: (typeof stages)[number];
  readonly readOnly?: boolean;
  readonly minTrust?: number;
  readonly facets?: readonly string[];
}

export const toolLayout = {
  headings: ['TOOL', 'VERSION', 'STATUS', 'WHAT IT DOES'],
  row: ({ name, version, status, description }: Entry) => [name, version, status, brief(description, 100)],
};

const empty = 'No tools here yet. Try `assay import mcp …` or `assay publish …`.';
const noneFits = 'No matching tools. Use fewer filters or a lower --min-trust.';

/** The counts, most frequent first. */
function countsText(counted: NonNullable<ToolList['facets']>, page: Page): string[] {
  return Object.entries(counted).map(([facet, values]) => {
    const counts = Object.entries(values ?? {}).sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
    return `${page.bold(facet)}: ${counts.map(([value, count]) => `${value} ${count}`).join(', ') || 'none'}`;
  });
}

async function list(context: Context<ListOptions>) {
  const { limit, cursor, query, sort, namespace, capability, protocol, stage, readOnly, minTrust } = context.options;
  const counted = context.options.facets?.join(',');
  const asked = { query, sort, namespace, capability, protocol, stage, minTrust, facets: counted, cursor };
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  const found = await (await context.assay()).tools.page(
    { limit, ...given, ...(readOnly === true && { readOnly: 'true' as const }) },
    context.request,
  );
  const isNarrowed = Object.keys(given).length > 0 || readOnly === true;
  const plain = listOutcome(found, { ...toolLayout, empty: isNarrowed ? noneFits : empty });
  return outcome<ToolList>({
    data: found,
    text: (data, page) => [plain.text(data, page), ...countsText(data.facets ?? {}, page)].join('\n'),
    notes: (data, page) => [
      ...(data.total === undefined ? [] : [`${plural(data.total, 'tool')} in total.`]),
      ...(data.warnings ?? []).map((warning) => page.warn(`Warning: ${warning}`)),
      ...(plain.notes?.(data, page) ?? []),
    ],
  });
}

/** `stage,protocol`, each one that is counted. */
function facetList(value: string, before?: string[]): string[] {
  const asked = listed(value, before);
  const unknown = asked.find((facet) => !facets.includes(facet as ToolFacet));
  if (unknown === undefined && asked.length > 0) return asked;
  throw new InvalidArgumentError(`It must be one or more of ${facets.join(', ')}.`);
}

export function addListCommand(program: Command, host: Host): void {
  add(program, 'list', 'List tools', [
    'list --namespace acme',
    'list --query "send mail" --min-trust 0.7 --read-only',
    'list --sort trust --facets stage,protocol',
  ])
    .option('--query <words>', 'search words; most relevant first')
    .addOption(new Option('--sort <order>', 'default: name; the others highest first').choices(sorts))
    .option('--namespace <name>', 'this namespace only')
    .option('--capability <tag>', 'this capability or a narrower one')
    .addOption(new Option('--protocol <protocol>', 'this protocol only').choices(protocols))
    .addOption(new Option('--stage <stage>', 'this stage or a later one').choices(stages))
    .option('--read-only', 'only tools declared read-only')
    .option('--min-trust <trust>', 'minimum trust, 0 to 1', number(0, 1))
    .option('--facets <names>', `count by ${facets.join(', ')}`, facetList)
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(list));
}
