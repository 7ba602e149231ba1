import type { CapabilityDetail, CapabilityNode, ChangeCapability, ProposeCapability, ReviewView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { cursorOption, listed, type PageOptions, whole } from '../input/options.js';
import { listOutcome } from '../output/list.js';
import type { Page } from '../output/page.js';
import { plural, wrap } from '../output/text.js';
import { UsageError } from '../usage-error.js';

interface Said {
  readonly label?: string;
  readonly description?: string;
  readonly alias?: string[];
  readonly parent?: string;
}

const mostOnAPage = 200;

async function list(context: Context<Partial<PageOptions> & { under?: string }>, words: string[]) {
  const { limit, cursor, under } = context.options;
  const query = {
    limit: limit ?? mostOnAPage,
    ...(under && { under }),
    ...(words.length > 0 && { query: words.join(' ') }),
  };
  const found = (await context.assay()).capabilities.list(query, context.request);
  // A tree that ends in the middle misleads: without a limit it is read whole.
  const page =
    limit === undefined && cursor === undefined
      ? { items: await found.toArray(), nextCursor: null }
      : await found.page(cursor);
  const indent = words.length === 0;
  return listOutcome(page, {
    headings: ['CAPABILITY', 'TOOLS', 'WHAT'],
    row: (it, paper) => [
      `${indent ? '  '.repeat(it.depth) : ''}${it.tag}${it.deprecated ? paper.warn(' (deprecated)') : ''}`,
      String(it.toolsBelow),
      it.description,
    ],
    empty: 'No capability of the taxonomy speaks of that. Try other words, or `assay capabilities list`.',
  });
}

async function show(context: Context<object>, tag: string) {
  return outcome<CapabilityDetail>({
    data: await (await context.assay()).capabilities.show(tag, context.request),
    text: detailText,
    notes: (data) => [`Find its tools with: assay search --capability ${data.tag}`],
  });
}

function detailText(node: CapabilityDetail, page: Page): string {
  return [
    `${page.bold(node.tag)}  ${node.label}${node.deprecated ? page.warn('  deprecated') : ''}`,
    ...wrap(node.description, page.width),
    `In the tree: ${node.path.join(' > ')}`,
    `Tools: ${node.tools}, with what lies below ${node.toolsBelow}`,
    ...(node.aliases.length > 0 ? wrap(`Other words: ${node.aliases.join(', ')}`, page.width) : []),
    ...(node.alsoKnownAs.length > 0 ? [`Other tags: ${node.alsoKnownAs.join(', ')}`] : []),
    ...node.below.map((it: CapabilityNode) => `  ${it.tag}  ${page.dim(it.label)}`),
  ].join('\n');
}

async function propose(
  context: Context<Required<Pick<Said, 'label' | 'description'>> & Said & { reason?: string }>,
  tag: string,
) {
  const { alias, reason, ...said } = context.options;
  const body: ProposeCapability = {
    tag,
    label: said.label,
    description: said.description,
    ...(said.parent !== undefined && { parent: parentOf(said.parent) }),
    ...(alias && { aliases: alias }),
    ...(reason && { reason }),
  };
  return outcome<CapabilityDetail | ReviewView>({
    data: await (await context.assay()).capabilities.propose(body, context.request),
    text: (data) =>
      'state' in data
        ? `Proposed: ${tag} waits for who runs the installation (review ${data.id}).`
        : `Added: ${data.tag}, at ${data.path.join(' > ')}.`,
  });
}

async function change(context: Context<Said & { deprecate?: boolean; restore?: boolean }>, tag: string) {
  const { alias, parent, deprecate, restore, label, description } = context.options;
  if (deprecate && restore) throw new UsageError('Give either --deprecate or --restore.');
  const body: ChangeCapability = {
    ...(label !== undefined && { label }),
    ...(description !== undefined && { description }),
    ...(alias && { aliases: alias }),
    ...(parent !== undefined && { parent: parentOf(parent) }),
    ...((deprecate || restore) && { deprecated: deprecate === true }),
  };
  if (Object.keys(body).length === 0) throw new UsageError('Say what to change, such as --label or --parent.');
  return outcome<CapabilityDetail>({
    data: await (await context.assay()).capabilities.change(tag, body, context.request),
    text: detailText,
  });
}

async function merge(context: Context<{ into: string }>, tag: string) {
  return outcome<CapabilityDetail>({
    data: await (await context.assay()).capabilities.merge(tag, context.options.into, context.request),
    text: (data) => `Merged: ${tag} stands for ${data.tag}, which ${plural(data.toolsBelow, 'tool')} you see have now.`,
  });
}

/** `none` makes it a root. */
const parentOf = (given: string): string | null => (given === 'none' ? null : given);

export function addCapabilityCommands(program: Command, host: Host): void {
  const capabilities = program.command('capabilities').description('The tree of what tools can do');
  add(capabilities, 'list [words...]', 'List the tree, or what some words speak of', [
    'capabilities list --under data',
    'capabilities list send a mail',
  ])
    .option('--under <tag>', 'only this capability and what lies below it')
    .option('--limit <n>', 'how many, 1 to 200; all when absent', whole(1, mostOnAPage))
    .addOption(cursorOption())
    .action(host.does(list));
  add(capabilities, 'show <tag>', 'Show a capability, by its tag or another word for it', [
    'capabilities show data.query.sql',
  ]).action(host.does(show));
  add(capabilities, 'propose <tag>', 'Propose a capability', [
    "capabilities propose location.cave --label Caves --description 'Finds caves' --alias cave,cavern",
  ])
    .requiredOption('--label <text>', 'a short name')
    .requiredOption('--description <text>', 'what tools with it do')
    .option('--alias <words>', 'words people use for it (commas, or repeat it)', listed)
    .option('--parent <tag>', 'where it lies; by default the tag without its last part')
    .option('--reason <why>', 'for who reviews it')
    .action(host.does(propose));
  add(capabilities, 'change <tag>', 'Change or move a capability (whoever runs the installation)', [
    'capabilities change location.cave --parent science.earth',
    'capabilities change location.cave --deprecate',
  ])
    .option('--label <text>', 'a short name')
    .option('--description <text>', 'what tools with it do')
    .option('--alias <words>', 'all words people use for it (commas, or repeat it)', listed)
    .option('--parent <tag>', 'where it lies; none makes it a root')
    .option('--deprecate', 'suggest it no longer')
    .option('--restore', 'suggest it again')
    .action(host.does(change));
  add(capabilities, 'merge <tag>', 'Let a tag stand for another capability (whoever runs the installation)', [
    'capabilities merge location.cavern --into location.cave',
  ])
    .requiredOption('--into <tag>', 'the capability to keep')
    .action(host.does(merge));
}
