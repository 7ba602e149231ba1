import type { RuleView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { cursorOption, limitOption, type PageOptions, toolReference, whole } from '../input/options.js';
import { listOutcome } from '../output/list.js';

async function list(context: Context<PageOptions>) {
  const { limit, cursor } = context.options;
  const page = await (await context.assay()).rules.list({ limit }, context.request).page(cursor);
  return listOutcome<RuleView>(page, {
    headings: ['ID', 'PRIORITY', 'TOOL', 'WHEN'],
    row: (it) => [it.id, String(it.priority), it.tool, it.when],
    empty: 'No rules. See `assay rules add --help`.',
  });
}

async function create(context: Context<{ readonly priority?: number }>, tool: string, when: string) {
  const { priority } = context.options;
  const body = { when, tool, ...(priority !== undefined && { priority }) };
  return outcome<RuleView>({
    data: await (await context.assay()).rules.create(body, context.request),
    text: (it, page) => `${page.good('Added')} ${it.id}: when ${it.when}, ${it.tool} is chosen.`,
    notes: () => ['To see it choose: assay search … --strategy hybrid'],
  });
}

async function remove(context: Context<object>, id: string) {
  await (await context.assay()).rules.remove(id, context.request);
  return outcome({ data: null, text: () => `Removed ${id}.` });
}

export function addRuleCommands(program: Command, host: Host): void {
  const group = program.command('rules').description('Rules that choose a tool by predicate');
  add(group, 'list', 'List rules by priority', ['rules'], { isDefault: true })
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(list));
  add(group, 'add', 'Add a rule: when a CEL predicate over query, capabilities, task, state and now holds', [
    'rules add acme/invoices.send \'query.contains("invoice")\'',
    'rules add acme/mail.send@^2 \'has(state.country) && state.country == "DE"\' --priority 10',
  ])
    .argument('<tool>', 'tool to choose: namespace/tool, or namespace/tool@range', toolReference)
    .argument('<when>', 'the predicate')
    .option('--priority <n>', 'highest first (default: 0)', whole(0, 1_000_000))
    .action(host.does(create));
  add(group, 'remove', 'Remove a rule', ['rules remove 0198f000-0000-7000-8000-00000000a001'])
    .argument('<id>', 'id, as shown by `assay rules`')
    .action(host.does(remove));
}
