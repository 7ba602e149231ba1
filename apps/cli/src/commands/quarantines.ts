import type { QuarantineView } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { qualifiedName } from '../input/options.js';
import type { Page } from '../output/page.js';
import { quarantineText } from '../output/quarantine.js';
import { addList, addShow } from '../route-commands.js';

const next = ({ id, tool, kind, state, observedDigest, successor }: QuarantineView): string[] => {
  if (state === 'released') return [];
  return kind === 'abuse'
    ? [`Quarantined by a finding; an administrator decides: assay findings --tool ${tool}`]
    : [
        `If the upstream restored the definition: assay quarantines recheck ${id}`,
        ...(observedDigest !== null && successor === null
          ? [`If the new definition is intended, publish it as a new version: assay quarantines accept ${id}`]
          : []),
      ];
};

interface ReasonOptions {
  readonly reason?: string;
}

const resolving = async (context: Context<ReasonOptions>, id: string, action: 'recheck' | 'accept') => {
  const { reason } = context.options;
  const body = { action, ...(reason ? { reason } : {}) };
  return (await context.assay()).quarantines.resolve(id, body, context.request);
};

async function recheck(context: Context<ReasonOptions>, id: string) {
  const quarantine = await resolving(context, id, 'recheck');
  const text = (data: QuarantineView, page: Page) =>
    data.state === 'released'
      ? `${page.good('Released')}: ${data.tool}@${data.version} can be called again.`
      : `${page.bad('Still quarantined.')}\n${quarantineText(data, page)}`;
  return outcome<QuarantineView>({ data: quarantine, text, notes: next, failed: quarantine.state !== 'released' });
}

async function accept(context: Context<ReasonOptions>, id: string) {
  const quarantine = await resolving(context, id, 'accept');
  return outcome<QuarantineView>({
    data: quarantine,
    text: ({ tool, version, successor }, page) =>
      successor === null
        ? `The new definition of ${tool} is held for review: assay reviews list`
        : `${page.good('Published')} ${page.bold(successor)}. ${tool}@${version} stays quarantined: its definition no longer exists upstream.`,
  });
}

export function addQuarantineCommands(program: Command, host: Host): void {
  const group = program
    .command('quarantines')
    .description("Quarantined versions: the upstream's definition changed, or a finding holds them");
  addList(group, host, {
    route: 'listQuarantines',
    description: 'List, newest first',
    examples: ['quarantines list --state all'],
    isDefault: true,
    filters: [
      new Option('--state <state>', 'which').choices(['open', 'released', 'all']).default('open'),
      new Option('--tool <tool>', 'this tool only').argParser(qualifiedName),
    ],
    layout: ({ options }) => ({
      headings: ['ID', 'STATE', 'VERSION', 'SINCE', 'FINDING'],
      row: ({ id, state: is, tool: name, version, since, finding }) => [id, is, `${name}@${version}`, since, finding],
      empty: options.state === 'open' ? 'None of your versions is quarantined.' : 'No quarantines.',
    }),
  });
  addShow(group, host, {
    route: 'showQuarantine',
    description: 'Show the differences',
    examples: ['quarantines show 0198f2a0-…'],
    text: quarantineText,
    notes: next,
  });
  add(group, 'recheck <id>', 'Check the upstream now; a restored definition ends the quarantine', [
    'quarantines recheck 0198f2a0-… --reason "rolled back"',
  ])
    .option('--reason <words>', 'recorded in the audit log')
    .action(host.does(recheck));
  add(group, 'accept <id>', 'Publish the new definition as a new version', ['quarantines accept 0198f2a0-…'])
    .option('--reason <words>', 'recorded in the audit log')
    .action(host.does(accept));
}
