import type { TeamView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { cursorOption, limitOption, type PageOptions } from '../input/options.js';
import { listOutcome } from '../output/list.js';
import { pairs } from '../output/table.js';

const members = ({ members }: TeamView): string => members.map(({ kind, name }) => `${kind} ${name}`).join(', ');

const shown = (team: TeamView) =>
  outcome<TeamView>({
    data: team,
    text: (it, page) =>
      pairs(page, [
        ['team', page.bold(it.name)],
        ['organisation', it.organisation],
        ['members', members(it) || 'none'],
        ['owns', it.namespaces.join(', ') || 'nothing yet'],
        ['created', it.createdAt],
      ]),
  });

async function list(context: Context<PageOptions>) {
  const { limit, cursor } = context.options;
  const page = await (await context.assay()).teams.list({ limit }, context.request).page(cursor);
  return listOutcome(page, {
    headings: ['TEAM', 'MEMBERS', 'OWNS'],
    row: (team) => [team.name, members(team), team.namespaces.join(', ')],
    empty: 'No teams. Create one with: assay teams create <name>',
  });
}

const show = async (context: Context<object>, team: string) =>
  shown(await (await context.assay()).teams.show(team, context.request));

const create = async (context: Context<object>, name: string) =>
  shown(await (await context.assay()).teams.create({ name }, context.request));

const join = async (context: Context<object>, team: string, principal: string) =>
  shown(await (await context.assay()).teams.addMember(team, principal, context.request));

const leave = async (context: Context<object>, team: string, principal: string) =>
  shown(await (await context.assay()).teams.removeMember(team, principal, context.request));

async function remove(context: Context<object>, team: string) {
  await (await context.assay()).teams.delete(team, context.request);
  return outcome({ data: null, text: () => `Deleted: the team ${team}.` });
}

export function addTeamCommands(program: Command, host: Host): void {
  const group = program.command('teams').description('Teams: groups that own namespaces');
  add(group, 'list', "List your organisation's teams", ['teams list'], { isDefault: true })
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(list));
  add(group, 'show <team>', "Show a team's members and what it owns", ['teams show payments']).action(host.does(show));
  add(group, 'create <team>', 'Create a team; you are its first member', ['teams create payments']).action(
    host.does(create),
  );
  add(group, 'add <team> <principal>', 'Add a member', ['teams add payments ann']).action(host.does(join));
  add(group, 'remove <team> <principal>', 'Remove a member', ['teams remove payments ann']).action(host.does(leave));
  add(group, 'delete <team>', 'Delete a team that is not the last owner of a namespace', [
    'teams delete payments',
  ]).action(host.does(remove));
}
