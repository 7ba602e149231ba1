import { type AccountView, type Invite, type IssuedLink, type Role, roles } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { listed } from '../input/options.js';
import type { Page } from '../output/page.js';
import { pairs } from '../output/table.js';
import { addList, addShow } from '../route-commands.js';
import { UsageError } from '../usage-error.js';

function signInOf({ credentials: { password, passkeys, issuer } }: AccountView): string {
  const ways = [
    password ? 'password' : '',
    passkeys === 0 ? '' : passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`,
    issuer ?? '',
  ].filter((it) => it !== '');
  return ways.join(', ') || 'none yet';
}

const accountText = (it: AccountView, page: Page): string =>
  pairs(page, [
    ['name', page.bold(it.name)],
    ['displayed as', it.displayName ?? undefined],
    ['status', it.status],
    ['roles', it.roles.join(', ')],
    ['teams', it.teams.join(', ') || 'none'],
    ['signs in with', signInOf(it)],
    ['last seen', it.lastSeenAt ?? 'no session'],
    ['created', it.createdAt],
    ['reset', it.resetAt ?? undefined],
    ['id', it.id],
  ]);

const issued = (data: IssuedLink, note: string) =>
  outcome<IssuedLink>({
    data,
    text: ({ link }) => link,
    notes: ({ account, expiresAt }) => [
      `Give this link to ${account.name}: it is not shown again, works once and expires at ${expiresAt}.`,
      note,
    ],
  });

interface InviteOptions {
  readonly role: Role[];
  readonly displayName?: string;
  readonly team?: string[];
}

async function invite(context: Context<InviteOptions>, name: string) {
  const { role, displayName, team } = context.options;
  const body: Invite = {
    name,
    roles: rolesIn(role),
    ...(displayName === undefined ? {} : { displayName }),
    ...(team === undefined ? {} : { teams: team }),
  };
  const link = await (await context.assay()).accounts.invite(body, context.request);
  return issued(link, `With it ${name} sets a password or passkey and signs in.`);
}

async function reset(context: Context<object>, account: string) {
  const link = await (await context.assay()).accounts.reset(account, context.request);
  const { name } = link.account;
  return issued(
    link,
    `${name}'s sessions ended and ${name} is notified. For an hour after new credentials are set, decisions on own calls are blocked.`,
  );
}

const shown = (account: AccountView) => outcome<AccountView>({ data: account, text: accountText });

const setDisabled = (disabled: boolean) => async (context: Context<object>, account: string) =>
  shown(await (await context.assay()).accounts.change(account, { disabled }, context.request));

const setRoles = async (context: Context<object>, account: string, given: string[]) =>
  shown(await (await context.assay()).accounts.change(account, { roles: rolesIn(given) }, context.request));

function rolesIn(given: readonly string[]): Role[] {
  const unknown = given.find((it) => !(roles as readonly string[]).includes(it));
  if (unknown !== undefined) throw new UsageError(`"${unknown}" is not a role. Roles: ${roles.join(', ')}.`);
  return given as Role[];
}

const names = { id: 'account' } as const;
const explain = { id: 'name of the person, or id of the account' } as const;

export function addAccountCommands(program: Command, host: Host): void {
  const accounts = program.command('accounts').description('Accounts of people who sign in (administrators only)');
  addList(accounts, host, {
    route: 'listAccounts',
    description: "List your organisation's accounts, newest first",
    examples: ['accounts list'],
    isDefault: true,
    layout: {
      headings: ['NAME', 'STATUS', 'ROLES', 'SIGNS IN WITH', 'LAST SEEN'],
      row: (it) => [it.name, it.status, it.roles.join(', '), signInOf(it), it.lastSeenAt ?? '-'],
      empty: 'No accounts. Invite a person with: assay accounts invite <name> --role caller',
    },
  });
  addShow(accounts, host, {
    route: 'showPerson',
    description: 'Show an account: status, roles, teams and credentials',
    examples: ['accounts show ada'],
    names,
    explain,
    text: accountText,
  });
  add(accounts, 'invite <name>', 'Invite a person; prints a one-time link', [
    'accounts invite ada --role publisher --team payments',
    'accounts invite ben --role caller,reviewer --display-name "Ben K."',
  ])
    .addOption(
      new Option('--role <roles>', `${roles.join(', ')} (comma-separated, or repeat)`)
        .argParser(listed)
        .makeOptionMandatory(),
    )
    .option('--display-name <name>', 'name as others see it')
    .option('--team <teams>', 'teams to join (comma-separated, or repeat)', listed)
    .action(host.does(invite));
  const changing = (syntax: string, description: string, examples: readonly string[]) =>
    add(accounts, syntax, description, examples).argument('<account>', explain.id);
  changing('reset', "End a person's sessions and print a one-time link for new credentials", [
    'accounts reset ada',
  ]).action(host.does(reset));
  changing('disable', "Disable an account: its sessions end and the person's keys stop", [
    'accounts disable ada',
  ]).action(host.does(setDisabled(true)));
  changing('enable', 'Enable a disabled account', ['accounts enable ada']).action(host.does(setDisabled(false)));
  changing('roles', "Replace a person's roles", ['accounts roles ada caller reviewer'])
    .argument('<roles...>', roles.join(', '))
    .action(host.does(setRoles));
}
