import type { RuleView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { toolReference, whole } from '../input/options.js';
import { addDelete, addList } from '../route-commands.js';

async function create(context: Context<{ readonly priority?: number }>, tool: string, when: string) {
  const { priority } = context.options;
  const body = { when, tool, ...(priority !== undefined && { priority }) };
  return outcome<RuleView>({
    data: await (await context.assay()).rules.create(body, context.request),
    text: (it, page) => `${page.good('Added')} ${it.id}: when ${it.when}, ${it.tool} is chosen.`,
    notes: () => ['To see it choose: assay search … --strategy hybrid'],
  });
}

export function addRuleCommands(program: Command, host: Host): void {
  const group = program.command('rules').description('Rules that choose a tool by predicate');
  addList(group, host, {
    route: 'listRules',
    description: 'List rules by priority',
    examples: ['rules'],
    isDefault: true,
    layout: {
      headings: ['ID', 'PRIORITY', 'TOOL', 'WHEN'],
      row: (it) => [it.id, String(it.priority), it.tool, it.when],
      empty: 'No rules. See `assay rules add --help`.',
    },
  });
  add(group, 'add', 'Add a rule: when a CEL predicate over query, capabilities, task, state and now holds', [
    'rules add acme/invoices.send \'query.contains("invoice")\'',
    'rules add acme/mail.send@^2 \'has(state.country) && state.country == "DE"\' --priority 10',
  ])
    .argument('<tool>', 'tool to choose: namespace/tool, or namespace/tool@range', toolReference)
    .argument('<when>', 'the predicate')
    .option('--priority <n>', 'highest first (default: 0)', whole(0, 1_000_000))
    .action(host.does(create));
  addDelete(group, host, {
    route: 'deleteRule',
    word: 'remove',
    description: 'Remove a rule',
    examples: ['rules remove 0198f000-0000-7000-8000-00000000a001'],
    explain: { id: 'id, as shown by `assay rules`' },
    done: (id) => `Removed ${id}.`,
  });
}
