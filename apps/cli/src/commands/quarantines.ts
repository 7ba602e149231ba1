import type { QuarantineView } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { cursorOption, limitOption, type PageOptions, qualifiedName } from '../input/options.js';
import { listOutcome } from '../output/list.js';
import type { Page } from '../output/page.js';
import { quarantineText } from '../output/quarantine.js';

interface ListOptions extends PageOptions {
  readonly state: QuarantineView['state'] | 'all';
  readonly tool?: string;
}

async function list(context: Context<ListOptions>) {
  const { limit, cursor, state, tool } = context.options;
  const query = { limit, ...(state === 'all' ? {} : { state }), ...(tool ? { tool } : {}) };
  const page = await (await context.assay()).quarantines.list(query, context.request).page(cursor);
  return listOutcome(page, {
    headings: ['ID', 'STATE', 'VERSION', 'SINCE', 'FINDING'],
    row: ({ id, state: is, tool: name, version, since, finding }) => [id, is, `${name}@${version}`, since, finding],
    empty: state === 'open' ? 'No version of yours is quarantined.' : 'No quarantines.',
  });
}

const next = ({ id, tool, kind, state, observedDigest, successor }: QuarantineView): string[] => {
  if (state === 'released') return [];
  return kind === 'abuse'
    ? [`Held by a finding, which an administrator dismisses or confirms: assay findings --tool ${tool}`]
    : [
        `Definition restored upstream: assay quarantines recheck ${id}`,
        ...(observedDigest !== null && successor === null
          ? [`New definition meant so, to be published as a new version: assay quarantines accept ${id}`]
          : []),
      ];
};

async function show(context: Context<object>, id: string) {
  const quarantine = await (await context.assay()).quarantines.show(id, context.request);
  return outcome<QuarantineView>({ data: quarantine, text: quarantineText, notes: next });
}

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
      ? `${page.good('Released')}: ${data.tool}@${data.version} may be called again.`
      : `${page.bad('Still quarantined.')}\n${quarantineText(data, page)}`;
  return outcome<QuarantineView>({ data: quarantine, text, notes: next, failed: quarantine.state !== 'released' });
}

async function accept(context: Context<ReasonOptions>, id: string) {
  const quarantine = await resolving(context, id, 'accept');
  return outcome<QuarantineView>({
    data: quarantine,
    text: ({ tool, version, successor }, page) =>
      successor === null
        ? `The new definition of ${tool} waits for a reviewer: assay reviews list`
        : `${page.good('Published')} ${page.bold(successor)}. ${tool}@${version} stays quarantined: what it describes is there no longer.`,
  });
}

export function addQuarantineCommands(program: Command, host: Host): void {
  const group = program
    .command('quarantines')
    .description(
      'Versions of yours that wait: their upstream describes the tool in another way now, or a finding holds them',
    );
  add(group, 'list', 'List them, newest first', ['quarantines list --state all'], { isDefault: true })
    .addOption(new Option('--state <state>', 'which').choices(['open', 'released', 'all']).default('open'))
    .option('--tool <tool>', 'of this tool only', qualifiedName)
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(list));
  add(group, 'show <id>', 'Show what differs, place by place', ['quarantines show 0198f2a0-…']).action(host.does(show));
  add(group, 'recheck <id>', 'Look at the upstream now: a restored definition releases the version', [
    'quarantines recheck 0198f2a0-… --reason "rolled back"',
  ])
    .option('--reason <words>', 'for the audit log')
    .action(host.does(recheck));
  add(group, 'accept <id>', 'Publish the new definition as a new version', ['quarantines accept 0198f2a0-…'])
    .option('--reason <words>', 'for the audit log')
    .action(host.does(accept));
}
