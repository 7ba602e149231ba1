import type { ServerView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { type AddressOptions, mcpAddress } from '../input/address.js';
import { cursorOption, limitOption, type PageOptions, pair, qualifiedName } from '../input/options.js';
import { listOutcome } from '../output/list.js';
import type { Page } from '../output/page.js';
import { pairs } from '../output/table.js';

interface AddOptions extends AddressOptions {
  readonly stateless?: boolean;
}

const addressOf = ({ mcp }: ServerView): string => ('url' in mcp ? mcp.url : [mcp.command, ...mcp.args].join(' '));

function serverText(server: ServerView, page: Page): string {
  const { name, mcp, stateless, health, createdAt, updatedAt } = server;
  return pairs(page, [
    ['server', page.bold(name)],
    ['url' in mcp ? 'address' : 'command', addressOf(server)],
    ['headers', 'url' in mcp ? mcp.headers.join(', ') : undefined],
    ['environment', 'env' in mcp ? mcp.env.join(', ') : undefined],
    ['shared', stateless ? 'one process serves every caller' : 'command' in mcp ? 'one process a caller' : undefined],
    [
      'health',
      [health.state, health.since ? `since ${health.since}` : '', health.detail ?? ''].filter(Boolean).join(', '),
    ],
    ['created', createdAt],
    ['changed', updatedAt],
  ]);
}

async function list(context: Context<PageOptions>) {
  const { limit, cursor } = context.options;
  const page = await (await context.assay()).servers.list({ limit }, context.request).page(cursor);
  return listOutcome(page, {
    headings: ['SERVER', 'HEALTH', 'ADDRESS'],
    row: (server) => [server.name, server.health.state, addressOf(server)],
    empty: 'No servers in your namespaces. Try `assay import mcp …`, which registers one.',
  });
}

async function show(context: Context<object>, name: string) {
  const server = await (await context.assay()).servers.show(name, context.request);
  return outcome<ServerView>({ data: server, text: serverText });
}

async function create(context: Context<AddOptions>, name: string, words: string[]) {
  const mcp = mcpAddress(words, context.options);
  const stateless = context.options.stateless ? { stateless: true } : {};
  const server = await (await context.assay()).servers.create({ name, mcp, ...stateless }, context.request);
  return outcome<ServerView>({ data: server, text: serverText });
}

async function remove(context: Context<object>, name: string) {
  await (await context.assay()).servers.delete(name, context.request);
  return outcome({ data: null, text: () => `Removed ${name}.` });
}

export function addServerCommands(program: Command, host: Host): void {
  const group = program.command('servers').description('Upstream servers that tools live on');
  add(group, 'list', 'List the servers of your namespaces', ['servers list'], { isDefault: true })
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(list));
  add(group, 'show', 'Show a server; its secrets stay hidden', ['servers show acme/orders'])
    .argument('<server>', 'namespace/server', qualifiedName)
    .action(host.does(show));
  add(group, 'add', 'Register a server without importing its tools', [
    'servers add acme/orders https://orders.example.com/mcp --header x-key=secret',
    'servers add acme/memory --stateless -- npx -y @modelcontextprotocol/server-memory',
  ])
    .argument('<server>', 'namespace/server', qualifiedName)
    .argument('[address...]', 'address, or -- and a command')
    .option('--header <name=value>', 'header of every request (repeat it)', pair)
    .option('--env <name=value>', "variable of the command's environment (repeat it)", pair)
    .option('--stateless', 'one process may serve every caller')
    .action(host.does(create));
  add(group, 'remove', 'Remove a server no tool lives on', ['servers remove acme/orders'])
    .argument('<server>', 'namespace/server', qualifiedName)
    .action(host.does(remove));
}
