import type { CapabilityDetail, CapabilityNode, ChangeCapability, ProposeCapability, ReviewView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { cursorOption, listed, type PageOptions, whole } from '../input/options.js';
import { listOutcome } from '../output/list.js';
import type { Page } from '../output/page.js';
import { plural, wrap } from '../output/text.js';
import { addShow } from '../route-commands.js';
import { UsageError } from '../usage-error.js';

interface Said {
  readonly label?: string;
  readonly description?: string;
  readonly alias?: string[];
  readonly parent?: string;
}

const maxOnAPage = 200;

async function list(context: Context<Partial<PageOptions> & { under?: string }>, words: string[]) {
  const { limit, cursor, under } = context.options;
  const query = {
    limit: limit ?? maxOnAPage,
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
    empty: 'No matching capability. Try other words, or `assay capabilities list`.',
  });
}

function detailText(node: CapabilityDetail, page: Page): string {
  return [
    `${page.bold(node.tag)}  ${node.label}${node.deprecated ? page.warn('  deprecated') : ''}`,
    ...wrap(node.description, page.width),
    `In the tree: ${node.path.join(' > ')}`,
    `Tools: ${node.tools}, including narrower ones: ${node.toolsBelow}`,
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
        ? `Proposed: ${tag} is waiting for an administrator's review (review ${data.id}).`
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
  if (Object.keys(body).length === 0) throw new UsageError('Give at least one change, such as --label or --parent.');
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
  const capabilities = program.command('capabilities').description('The tree of capabilities');
  add(capabilities, 'list [words...]', 'List capabilities, or search them', [
    'capabilities list --under data',
    'capabilities list send a mail',
  ])
    .option('--under <tag>', 'this capability and its descendants only')
    .option('--limit <n>', 'maximum number of results, 1 to 200 (default: all)', whole(1, maxOnAPage))
    .addOption(cursorOption())
    .action(host.does(list));
  addShow(capabilities, host, {
    route: 'showCapability',
    description: 'Show a capability, by tag or alias',
    examples: ['capabilities show data.query.sql'],
    text: detailText,
    notes: (data) => [`Find its tools with: assay search --capability ${data.tag}`],
  });
  add(capabilities, 'propose <tag>', 'Propose a capability', [
    "capabilities propose location.cave --label Caves --description 'Finds caves' --alias cave,cavern",
  ])
    .requiredOption('--label <text>', 'a short name')
    .requiredOption('--description <text>', 'what tools with this capability do')
    .option('--alias <words>', 'other words for it (comma-separated, or repeat)', listed)
    .option('--parent <tag>', 'parent capability (default: the tag without its last part)')
    .option('--reason <why>', 'shown to the reviewer')
    .action(host.does(propose));
  add(capabilities, 'change <tag>', 'Change or move a capability (operators only)', [
    'capabilities change location.cave --parent science.earth',
    'capabilities change location.cave --deprecate',
  ])
    .option('--label <text>', 'a short name')
    .option('--description <text>', 'what tools with this capability do')
    .option('--alias <words>', 'all other words for it (comma-separated, or repeat)', listed)
    .option('--parent <tag>', 'parent capability; none makes it a root')
    .option('--deprecate', 'stop suggesting it')
    .option('--restore', 'suggest it again')
    .action(host.does(change));
  add(capabilities, 'merge <tag>', 'Merge a tag into another (operators only)', [
    'capabilities merge location.cavern --into location.cave',
  ])
    .requiredOption('--into <tag>', 'the capability to keep')
    .action(host.does(merge));
}
