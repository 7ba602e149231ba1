import type { Gap } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { addList } from '../route-commands.js';
import { UsageError } from '../usage-error.js';

const kinds: readonly Gap['kind'][] = ['request', 'sequence', 'chain'];

/** A proposal as the file that `assay publish` or `assay make tool` takes. */
async function propose(context: Context<object>, id: string) {
  let found: Gap | undefined;
  for await (const gap of (await context.assay()).gaps.list({ limit: 200 }, context.request))
    if (gap.id === id) {
      found = gap;
      break;
    }
  if (found === undefined) throw new UsageError(`There is no gap with the id "${id}": see \`assay gaps\`.`);
  const { proposal } = found;
  if (proposal === null)
    return outcome<null>({ data: null, text: () => 'No proposal: these tools do not fit together.', failed: true });
  if (proposal.kind === 'composition')
    return outcome({
      data: proposal.manifest,
      text: (it) => JSON.stringify(it, null, 2),
      notes: () => ['Save it to a file and publish it: assay publish <file>'],
    });
  return outcome({
    data: proposal.template,
    text: (it) => JSON.stringify(it, null, 2),
    notes: () => ['Fill in schemas, code and at least three tests, then: assay make tool <file>'],
  });
}

const proposalOf = ({ proposal }: Gap): string => proposal?.kind ?? 'none';

export function addGapCommands(program: Command, host: Host): void {
  const group = program.command('gaps').description('What you look for or do by hand, and no single tool does');
  addList(group, host, {
    route: 'listGaps',
    description: "List the gaps of the last 30 days, most frequent first; for reviewers, the organisation's",
    examples: ['gaps', 'gaps list --kind sequence'],
    isDefault: true,
    filters: [new Option('--kind <kind>', 'only these').choices([...kinds, 'all'])],
    layout: {
      headings: ['ID', 'KIND', 'TIMES', 'CALLERS', 'WHAT', 'NEAREST', 'PROPOSAL'],
      row: (it) => [
        ...[it.id, it.kind, String(it.times), String(it.callers), it.what],
        ...[it.nearest.join(', '), proposalOf(it)],
      ],
      empty: 'No gaps: every search was answered, and no sequence of calls was repeated three times.',
    },
  });
  add(group, 'propose', 'Print the tool that would close a gap, as JSON for `publish` or `make tool`', [
    'gaps propose 3f2a9c04d1e6b788 > tool.json',
  ])
    .argument('<id>', 'id of the gap')
    .action(host.does(propose));
}
