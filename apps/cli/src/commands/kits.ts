import { setTimeout as pause } from 'node:timers/promises';
import type { Assay, KitView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { askSecret, askYes } from '../input/ask.js';
import { readAll, write } from '../io.js';
import { type Page, pageFor } from '../output/page.js';
import { during } from '../output/progress.js';
import { pairs, table } from '../output/table.js';
import { harmless, plural } from '../output/text.js';
import { addList, addShow } from '../route-commands.js';
import { UsageError } from '../usage-error.js';

type Tool = KitView['tools'][number];

const effectOf = ({ acts, destructive, undo }: Tool): string => {
  if (!acts) return 'reads only';
  const effect = destructive ? 'changes or replaces' : 'acts';
  return undo === null ? effect : `${effect}; undone by ${undo.split('@')[0]}`;
};

const stateOf = ({ enabled, acts, held }: Tool): string => {
  if (held !== null) return 'held';
  return acts ? (enabled ? 'enabled' : 'not enabled') : 'always';
};

function toolCount({ tools }: KitView): string {
  const held = tools.filter((it) => it.held !== null).length;
  return held === 0 ? String(tools.length) : `${tools.length} (${held} held)`;
}

/** Tools with their effects, and what the kit's process may reach. */
function kitText(kit: KitView, page: Page): string {
  const { isolated, network, hosts, folders } = kit.reaches;
  const facts = pairs(page, [
    ['kit', `${kit.name} ${kit.version}`],
    ['does', kit.summary],
    ['status', kit.status.replace('_', ' ')],
    ['missing', kit.missing ?? undefined],
    ['isolation', isolated ? 'yes' : 'switched off'],
    ['network', network],
    ['hosts', hosts.join(', ') || 'none'],
    ['settings', kit.settings.names.join(', ') || undefined],
    ['takes', kit.settings.takes ?? undefined],
    ['folders', folders.map(({ path, mode }) => `${path} (${mode})`).join(', ') || 'none'],
  ]);
  const rows = kit.tools.map((it) => [it.tool, effectOf(it), stateOf(it)]);
  const held = kit.tools.flatMap((it) => (it.held === null ? [] : [`Held: ${it.tool} ${it.held}`]));
  return [facts, '', table(page, ['TOOL', 'EFFECT', 'CALLABLE'], rows), ...(held.length > 0 ? ['', ...held] : [])].join(
    '\n',
  );
}

const shown = (data: KitView, note: string) => outcome<KitView>({ data, text: kitText, notes: () => [note] });

const betweenChecksMs = 300;

/** Soon after the first start a kit is still being published; its tools are shown once they are there. */
async function publishedKit({ kits }: Assay, name: string, request: { readonly signal: AbortSignal }) {
  for (;;) {
    const kit = await kits.show(name, request);
    if (kit.status !== 'being_published') return kit;
    await pause(betweenChecksMs, undefined, request);
  }
}

/** Shows what the kit may do, then asks; without anybody to ask, says how to agree. */
async function enable(context: Context<{ yes?: boolean }>, name: string) {
  const { io, options, request } = context;
  const assay = await context.assay();
  const kit = await during(context, `Publishing the kit ${name}`, () => publishedKit(assay, name, request));
  const waiting = kit.status === 'enabled' ? 0 : kit.tools.filter((it) => !it.enabled).length;
  if (kit.missing !== null)
    return outcome<KitView>({ data: kit, text: kitText, notes: () => [`Unavailable: ${kit.missing}`], failed: true });
  if (waiting === 0) return shown(kit, `The kit ${name} is enabled already.`);
  if (options.yes !== true) {
    const agree = `To enable it: assay kits enable ${name} --yes`;
    if (!context.interactive) return { ...shown(kit, agree), failed: true };
    await write(io.stderr, `${kitText(harmless(kit), pageFor(io.stderr, io.env))}\n\n`);
    if (!(await askYes(io, `Let everybody in your organisation call ${plural(waiting, 'tool')} of this kit?`)))
      return outcome<KitView>({ data: kit, text: () => '', notes: () => ['Nothing was changed.'] });
  }
  const enabled = await assay.kits.enable(name, request);
  return shown(enabled, `Enabled. To stop it again: assay kits disable ${name}`);
}

async function disable(context: Context<object>, name: string) {
  const disabled = await (await context.assay()).kits.disable(name, context.request);
  return shown(disabled, 'Disabled. Calls of its tools that act are refused from now on.');
}

/** The value comes from the terminal, hidden, or from standard input: it may hold a password. */
async function set(context: Context<object>, name: string, setting: string) {
  const { io } = context;
  const typed = io.stdin.isTTY ? await askSecret(io, setting) : await readAll(io.stdin);
  const value = typed.trim();
  if (value === '') throw new UsageError('No value was given: type it, or pipe it in.');
  const kit = await (await context.assay()).kits.set(name, setting, value, context.request);
  const next: Partial<Record<KitView['status'], string>> = {
    being_published: `Its tools are being published. To use them: assay kits enable ${name}`,
    disabled: `To use it: assay kits enable ${name}`,
    unavailable: `Still missing: ${kit.missing}`,
  };
  return shown(kit, ['Stored encrypted.', next[kit.status]].filter(Boolean).join(' '));
}

async function unset(context: Context<object>, name: string, setting: string) {
  const kit = await (await context.assay()).kits.unset(name, setting, context.request);
  return shown(kit, `Removed ${setting}.`);
}

export function addKitCommands(program: Command, host: Host): void {
  const group = program.command('kits').description('Tools that ship with Assay, and which of them may act');
  addList(group, host, {
    route: 'listKits',
    description: 'List the kits',
    examples: ['kits'],
    isDefault: true,
    layout: {
      headings: ['KIT', 'VERSION', 'STATUS', 'TOOLS', 'WHAT IT DOES'],
      row: (it) => [it.name, it.version, it.status.replace('_', ' '), toolCount(it), it.missing ?? it.summary],
      empty: 'No kits ship with this version.',
    },
  });
  addShow(group, host, {
    route: 'showKit',
    description: 'Show what a kit may do',
    examples: ['kits show files'],
    explain: { name: 'as shown by `assay kits`' },
    text: kitText,
  });
  add(group, 'enable', 'Show what a kit may do and let your organisation call its tools that act', [
    'kits enable files',
    'kits enable files --yes',
  ])
    .argument('<name>', 'as shown by `assay kits`')
    .option('-y, --yes', 'do not ask')
    .action(host.does(enable));
  add(group, 'disable', 'Stop calls of the tools of a kit that act', ['kits disable files'])
    .argument('<name>', 'as shown by `assay kits`')
    .action(host.does(disable));
  add(group, 'set', 'Give a kit a setting, such as an account; its value is typed or piped in, and stored encrypted', [
    'kits set communication MAIL_SMTP < smtp-url.txt',
  ])
    .argument('<name>', 'as shown by `assay kits`')
    .argument('<setting>', 'as shown by `assay kits show`')
    .action(host.does(set));
  add(group, 'unset', 'Take a setting of a kit back', ['kits unset communication MAIL_SMTP'])
    .argument('<name>', 'as shown by `assay kits`')
    .argument('<setting>', 'as shown by `assay kits show`')
    .action(host.does(unset));
}
