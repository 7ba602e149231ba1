import type { KitView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { askSecret } from '../input/ask.js';
import { readAll } from '../io.js';
import type { Page } from '../output/page.js';
import { table } from '../output/table.js';
import { UsageError } from '../usage-error.js';

const kit = 'database';
const prefix = 'DATABASE_';
const roles = { reads: '', writes: '_WRITER', plans: '_SCRATCH' } as const;

/** The variable of a database: `shop` is DATABASE_SHOP. */
const variableOf = (name: string, role: keyof typeof roles): string =>
  `${prefix}${name.toUpperCase().replaceAll('-', '_')}${roles[role]}`;

interface Registered {
  readonly name: string;
  readonly writes: boolean;
  /** Whether a scratch database is registered. */
  readonly plans: boolean;
}

/** The databases behind the names of a kit's settings. */
export function registered(names: readonly string[]): Registered[] {
  const known = new Set(names);
  return names
    .filter((it) => it.startsWith(prefix) && !it.endsWith(roles.writes) && !it.endsWith(roles.plans))
    .map((it) => ({
      name: it.slice(prefix.length).toLowerCase(),
      writes: known.has(`${it}${roles.writes}`),
      plans: known.has(`${it}${roles.plans}`),
    }));
}

const listText = (view: KitView, page: Page): string => {
  const rows = registered(view.settings.names).map((it) => [
    it.name,
    it.writes ? 'yes' : 'no',
    it.plans ? 'yes' : 'no',
  ]);
  return rows.length === 0
    ? 'No databases. Add one with `assay databases add <name>`.'
    : table(page, ['DATABASE', 'WRITES', 'SCRATCH'], rows);
};

/** The address comes from the terminal, hidden, or from standard input: it may hold a password. */
async function addressFor({ io }: Context<object>): Promise<string> {
  const typed = io.stdin.isTTY
    ? await askSecret(io, 'Address (postgresql://user:password@host/database)')
    : await readAll(io.stdin);
  const address = typed.trim();
  if (address === '') throw new UsageError('No address was given: type it, or pipe it in.');
  return address;
}

async function addDatabase(context: Context<{ writer?: boolean; scratch?: boolean }>, name: string) {
  const { writer, scratch } = context.options;
  if (writer && scratch) throw new UsageError('Give --writer or --scratch, each with an address of its own.');
  const role = writer ? 'writes' : scratch ? 'plans' : 'reads';
  const { kits } = await context.assay();
  const view = await kits.set(kit, variableOf(name, role), await addressFor(context), context.request);
  const next = view.status === 'enabled' ? [] : ['To use it: assay kits enable database'];
  return outcome<KitView>({
    data: view,
    text: listText,
    notes: () => [`Registered. Its process may now reach: ${view.reaches.hosts.join(', ') || 'no host'}.`, ...next],
  });
}

async function listDatabases(context: Context<object>) {
  return outcome<KitView>({ data: await (await context.assay()).kits.show(kit, context.request), text: listText });
}

async function removeDatabase(context: Context<object>, name: string) {
  const { kits } = await context.assay();
  const known = (await kits.show(kit, context.request)).settings.names;
  const own = Object.keys(roles).map((it) => variableOf(name, it as keyof typeof roles));
  const present = own.filter((it) => known.includes(it));
  let view = await kits.unset(kit, present[0] ?? variableOf(name, 'reads'), context.request);
  for (const setting of present.slice(1)) view = await kits.unset(kit, setting, context.request);
  return outcome<KitView>({
    data: view,
    text: listText,
    notes: () => [`Removed ${name}. Nothing in the database was changed.`],
  });
}

export function addDatabaseCommands(program: Command, host: Host): void {
  const group = program.command('databases').description('Databases that the tools of assay/database may reach');
  add(group, 'list', 'List the databases', ['databases'], { isDefault: true }).action(host.does(listDatabases));
  add(group, 'add', 'Add a database; its address is typed or piped in, and stored encrypted', [
    'databases add shop < reader-url.txt',
    'databases add shop --writer < writer-url.txt',
    'databases add shop --scratch < scratch-url.txt',
  ])
    .argument('<name>', 'what agents call it')
    .option('--writer', 'the address of a role that may insert, update and delete rows')
    .option('--scratch', 'the address of an empty database in which plans of migrations are tried')
    .action(host.does(addDatabase));
  add(group, 'remove', 'Remove a database', ['databases remove shop'])
    .argument('<name>', 'as shown by `assay databases`')
    .action(host.does(removeDatabase));
}
