import { isReview, type NamespaceView, type ReviewView, type Visibility } from '@assay/sdk';
import { Argument, type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import type { Page } from '../output/page.js';
import { pairs } from '../output/table.js';
import { addList, addShow } from '../route-commands.js';
import { held } from './reviews.js';

const visibilities: readonly Visibility[] = ['public', 'organisation', 'private'];

const owners = ({ owners, teams }: NamespaceView): string =>
  [...owners.map(({ kind, name }) => `${kind} ${name}`), ...teams.map((team) => `team ${team}`)].join(', ');

const offer = ({ transfer }: NamespaceView): string | undefined =>
  transfer ? `${transfer.organisation}${transfer.owner ? `, to ${transfer.owner}` : ''}` : undefined;

export const namespaceText = (namespace: NamespaceView, page: Page): string =>
  pairs(page, [
    ['namespace', page.bold(namespace.name)],
    ['organisation', namespace.organisation],
    ['visibility', namespace.visibility],
    ['owners', owners(namespace)],
    ['proven', namespace.proven ? `${namespace.proven.domain}, by ${namespace.proven.method}` : undefined],
    ['offered to', offer(namespace)],
    ['former names', namespace.formerNames.join(', ') || undefined],
    ['created', namespace.createdAt],
  ]);

const shown = (namespace: NamespaceView) => outcome<NamespaceView>({ data: namespace, text: namespaceText });

/** A claim that was granted, or that waits because the name looks like a well-known one. */
export const claimed = (answer: NamespaceView | ReviewView) => (isReview(answer) ? held(answer) : shown(answer));

const create = async (context: Context<{ visibility?: Visibility }>, name: string) => {
  const { visibility } = context.options;
  const body = { name, ...(visibility ? { visibility } : {}) };
  return claimed(await (await context.assay()).namespaces.create(body, context.request));
};

const setVisibility = async (context: Context<object>, name: string, visibility: Visibility) =>
  shown(await (await context.assay()).namespaces.change(name, { visibility }, context.request));

const addMember = async (context: Context<object>, name: string, principal: string) =>
  shown(await (await context.assay()).namespaces.addMember(name, principal, context.request));

const removeMember = async (context: Context<object>, name: string, principal: string) =>
  shown(await (await context.assay()).namespaces.removeMember(name, principal, context.request));

/** Answers the group, to which others add theirs. */
export function addNamespaceCommands(program: Command, host: Host): Command {
  const group = program.command('namespaces').description('Namespaces to publish tools in');
  addList(group, host, {
    route: 'listNamespaces',
    description: 'List the namespaces you may see',
    examples: ['namespaces list'],
    isDefault: true,
    layout: {
      headings: ['NAMESPACE', 'ORGANISATION', 'VISIBILITY', 'OWNERS'],
      row: (namespace) => [namespace.name, namespace.organisation, namespace.visibility, owners(namespace)],
      empty: 'No namespaces. Claim one with: assay namespaces create <name>',
    },
  });
  addShow(group, host, {
    route: 'showNamespace',
    description: 'Show a namespace and its owners',
    examples: ['namespaces show acme'],
    names: { ns: 'name' },
    text: namespaceText,
  });
  add(group, 'create <name>', 'Claim a namespace', ['namespaces create acme --visibility public'])
    .addOption(new Option('--visibility <who>', 'who sees its tools').choices(visibilities))
    .action(host.does(create));
  add(group, 'visibility <name>', 'Change who sees its tools', ['namespaces visibility acme public'])
    .addArgument(new Argument('<who>', 'who sees them').choices(visibilities))
    .action(host.does(setVisibility));
  add(group, 'add-member <name> <principal>', 'Make a principal an owner', ['namespaces add-member acme ann']).action(
    host.does(addMember),
  );
  add(group, 'remove-member <name> <principal>', 'Remove an owner', ['namespaces remove-member acme ann']).action(
    host.does(removeMember),
  );
  return group;
}
