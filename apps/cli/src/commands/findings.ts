import type { FindingView } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { qualifiedName } from '../input/options.js';
import { findingText } from '../output/finding.js';
import { addList, addShow } from '../route-commands.js';

const next = ({ id, state, tool }: FindingView): string[] =>
  state === 'open'
    ? [
        `If it is a false alarm: assay findings dismiss ${id} --reason "…"`,
        `If it is abuse: assay findings confirm ${id} --reason "…"; a HIGH finding revokes the version. All versions: assay revoke ${tool} all of them`,
      ]
    : [];

interface ReasonOptions {
  readonly reason: string;
}

async function dismiss(context: Context<ReasonOptions>, id: string) {
  const decision = { action: 'dismiss', reason: context.options.reason } as const;
  const finding = await (await context.assay()).findings.resolve(id, decision, context.request);
  return outcome<FindingView>({
    data: finding,
    text: ({ tool, version, quarantined }, page) =>
      quarantined
        ? `${page.good('Dismissed.')} ${tool}@${version} stays quarantined for another reason: assay quarantines --tool ${tool}`
        : `${page.good('Dismissed')}: ${tool}@${version} can be called.`,
  });
}

async function confirm(context: Context<ReasonOptions>, id: string) {
  const decision = { action: 'confirm', reason: context.options.reason } as const;
  const finding = await (await context.assay()).findings.resolve(id, decision, context.request);
  return outcome<FindingView>({
    data: finding,
    text: ({ tool, version, severity }, page) =>
      `${page.bad('Confirmed')}: ${tool}@${version} ${severity === 'HIGH' ? 'is revoked, and its users are notified' : 'stays quarantined'}.`,
    notes: ({ tool }) => [`To stop every version and notify its users: assay revoke ${tool} --reason "…"`],
  });
}

export function addFindingCommands(program: Command, host: Host): void {
  const group = program
    .command('findings')
    .description('Possible prompt injection and data leaks in tool definitions and outputs');
  addList(group, host, {
    route: 'listFindings',
    description: 'List findings, newest first',
    examples: ['findings list --severity HIGH', 'findings list --state all'],
    isDefault: true,
    filters: [
      new Option('--state <state>', 'which').choices(['open', 'dismissed', 'confirmed', 'all']).default('open'),
      new Option('--severity <severity>', 'this severity only').choices(['MEDIUM', 'HIGH']),
      new Option('--tool <tool>', 'this tool only').argParser(qualifiedName),
    ],
    layout: ({ options }) => ({
      headings: ['ID', 'SEVERITY', 'STATE', 'VERSION', 'SEEN IN', 'RULES'],
      row: ({ id, severity: how, state: is, tool: name, version, subject, signs }) => [
        id,
        how,
        is,
        `${name}@${version}`,
        subject,
        signs
          .slice(0, 3)
          .map((it) => it.rule)
          .join(', '),
      ],
      empty: options.state === 'open' ? 'No findings are waiting for a decision.' : 'No findings.',
    }),
  });
  addShow(group, host, {
    route: 'showFinding',
    description: "Show a finding's evidence",
    examples: ['findings show 0198f2a0-…'],
    text: findingText,
    notes: next,
  });
  add(group, 'dismiss <id>', 'Dismiss a false alarm and end its quarantine (administrators only)', [
    'findings dismiss 0198f2a0-… --reason "the text is an example"',
  ])
    .requiredOption('--reason <words>', 'shown to the owner and recorded in the audit log')
    .action(host.does(dismiss));
  add(
    group,
    'confirm <id>',
    'Confirm abuse: the version stays quarantined; HIGH findings revoke it (administrators only)',
    ['findings confirm 0198f2a0-… --reason "it collects conversations"'],
  )
    .requiredOption('--reason <words>', 'shown to the owner and recorded in the audit log')
    .action(host.does(confirm));
}
