import type { TeamView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import type { Page } from '../output/page.js';
import { pairs } from '../output/table.js';
import { addDelete, addList, addShow } from '../route-commands.js';

const members = ({ members }: TeamView): string => members.map(({ kind, name }) => `${kind} ${name}`).join(', ');

const teamText = (it: TeamView, page: Page): string =>
  pairs(page, [
    ['team', page.bold(it.name)],
    ['organisation', it.organisation],
    ['members', members(it) || 'none'],
    ['owns', it.namespaces.join(', ') || 'nothing yet'],
    ['created', it.createdAt],
  ]);

const shown = (team: TeamView) => outcome<TeamView>({ data: team, text: teamText });

const create = async (context: Context<object>, name: string) =>
  shown(await (await context.assay()).teams.create({ name }, context.request));

const join = async (context: Context<object>, team: string, principal: string) =>
  shown(await (await context.assay()).teams.addMember(team, principal, context.request));

const leave = async (context: Context<object>, team: string, principal: string) =>
  shown(await (await context.assay()).teams.removeMember(team, principal, context.request));

export function addTeamCommands(program: Command, host: Host): void {
  const group = program.command('teams').description('Teams: groups that own namespaces');
  addList(group, host, {
    route: 'listTeams',
    description: "List your organisation's teams",
    examples: ['teams list'],
    isDefault: true,
    layout: {
      headings: ['TEAM', 'MEMBERS', 'OWNS'],
      row: (team) => [team.name, members(team), team.namespaces.join(', ')],
      empty: 'No teams. Create one with: assay teams create <name>',
    },
  });
  addShow(group, host, {
    route: 'showTeam',
    description: "Show a team's members and what it owns",
    examples: ['teams show payments'],
    text: teamText,
  });
  add(group, 'create <team>', 'Create a team; you are its first member', ['teams create payments']).action(
    host.does(create),
  );
  add(group, 'add <team> <principal>', 'Add a member', ['teams add payments ann']).action(host.does(join));
  add(group, 'remove <team> <principal>', 'Remove a member', ['teams remove payments ann']).action(host.does(leave));
  addDelete(group, host, {
    route: 'deleteTeam',
    description: 'Delete a team that is not the last owner of a namespace',
    examples: ['teams delete payments'],
    done: (team) => `Deleted: the team ${team}.`,
  });
}
